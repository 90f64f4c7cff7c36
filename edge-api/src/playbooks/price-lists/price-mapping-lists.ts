import { textAt } from '@portage/connectors/events';
import { isOfSystem, type PairSystem, pairSystems } from '@portage/connectors/pairs';
import { valuesFromMappings } from '@portage/connectors/requests';
import { findConnectorType } from '@portage/database';
import { openUploaded } from '../../connector-types/documents/import-uploaded.ts';
import { ownConnector } from '../../connector-types/own-connector.ts';
import { listItems } from '../../connectors/choices/call-operation.ts';
import { invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';

interface NamedList {
  system: PairSystem;
  operation: string;
  path: string;
  query: string;
  itemsPath: string;
  idPath: string;
  namePath: string;
}

const PRICE_LEVELS: NamedList = {
  system: 'netsuite',
  operation: 'POST /query/v1/suiteql#priceLevels',
  path: 'body.q',
  query: "SELECT id, name FROM pricelevel WHERE isinactive = 'F' ORDER BY id",
  itemsPath: 'items',
  idPath: 'id',
  namePath: 'name',
};
const PRICE_BOOKS: NamedList = {
  system: 'salesforce',
  operation: 'GET /services/data/v62.0/query#Pricebook2',
  path: 'query.q',
  query: 'SELECT Id, Name FROM Pricebook2 WHERE IsActive = true ORDER BY Name',
  itemsPath: 'records',
  idPath: 'Id',
  namePath: 'Name',
};

export interface PriceMappingLists {
  priceLevels: { id: string; name: string }[];
  priceBooks: { id: string; name: string }[];
}

/**
 * What can be matched in the price mapping (spec CPB-22): the whole lists.
 *
 * @throws ApiProblem 404 for others' connectors, 400 for connectors to other systems, 502 with the system's words or for more than
 * 100 pages
 */
export async function priceMappingLists(
  context: UserContext,
  { netSuiteConnectorId, salesForceConnectorId }: { netSuiteConnectorId: string; salesForceConnectorId: string },
): Promise<PriceMappingLists> {
  const [priceLevels, priceBooks] = await Promise.all([
    loadNames(context, netSuiteConnectorId, PRICE_LEVELS, 'netSuiteConnectorId'),
    loadNames(context, salesForceConnectorId, PRICE_BOOKS, 'salesForceConnectorId'),
  ]);
  return { priceLevels, priceBooks };
}

async function loadNames(context: UserContext, connectorId: string, list: NamedList, field: string) {
  const connector = await ownConnector(context, connectorId);
  const type = await findConnectorType(context.db, 'everyone', connector.connectorTypeId);
  if (!type || !isOfSystem(type, list.system)) throw invalid(`Choose a connector of ${pairSystems[list.system]}.`, field);
  const items = await listItems(context, {
    connector,
    document: await openUploaded(context.env, type.openApiDocument),
    keys: type.settings.additionalData.connection?.authParameters ?? [],
    operationId: list.operation,
    values: valuesFromMappings([{ toParameterPath: list.path, value: list.query }]),
    list: { itemsPath: list.itemsPath, isRecords: true },
    maxItems: Number.MAX_SAFE_INTEGER,
  });
  return items.flatMap((one) => {
    const id = textAt(one, list.idPath);
    return id === null ? [] : [{ id, name: textAt(one, list.namePath) ?? id }];
  });
}
