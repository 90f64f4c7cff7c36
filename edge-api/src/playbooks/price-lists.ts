import type { LookupEntry } from '@portage/connectors/schema';
import type { TemplateDefinition } from '@portage/playbooks';
import { invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { lookUp } from './look-up.ts';

const PRICE_LEVELS = { operation: 'POST /query/v1/suiteql#priceLevels', itemsPath: 'items', idPath: 'id', namePath: 'name' };
const PRICE_BOOKS = { operation: 'GET /services/data/v62.0/query#Pricebook2', itemsPath: 'records', idPath: 'Id', namePath: 'Name' };

export interface PriceLists {
  levels: LookupEntry[];
  books: LookupEntry[];
}

/** Price levels of NetSuite and price books of Salesforce (CPB-22). @throws ApiProblem 404, 502 with the system's own words */
export async function priceLists(netSuiteConnectorId: string, salesForceConnectorId: string, context: UserContext): Promise<PriceLists> {
  const none = { answers: new Map(), search: '' };
  const [levels, books] = await Promise.all([
    lookUp({ ...none, connectorId: netSuiteConnectorId, lookup: PRICE_LEVELS }, context),
    lookUp({ ...none, connectorId: salesForceConnectorId, lookup: PRICE_BOOKS }, context),
  ]);
  return { levels, books };
}

/** The price lists of a wizard's connectors; null: the template maps no prices. @throws ApiProblem as priceLists, 400 before they are chosen */
export async function priceListsOf(
  { setup }: TemplateDefinition,
  connectorIds: ReadonlyMap<string, string>,
  context: UserContext,
): Promise<PriceLists | null> {
  if (!setup?.priceMapping) return null;
  const [netSuite, salesForce] = [
    connectorIds.get(setup.priceMapping.netSuiteConnector),
    connectorIds.get(setup.priceMapping.salesForceConnector),
  ];
  if (!netSuite || !salesForce) throw invalid('Choose the connectors in the steps before this one first.');
  return priceLists(netSuite, salesForce, context);
}
