import { type ConnectorRecord, listConnectors } from '@portage/database';
import { ownConnector } from '../../connector-types/own-connector.ts';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { typeOfNewConnector } from '../check-connector.ts';
import { connectionObject } from '../connection-object.ts';
import { createConnector } from '../save-connector.ts';
import { documentedFields } from './documented-fields.ts';
import { simulatedSystems } from './simulated-systems.ts';

/**
 * Creates a connector to a type's simulated system: its dedicated simulator, otherwise the one built from its OpenAPI document.
 *
 * @throws ApiProblem 404 if this Portage doesn't simulate it
 */
export async function makeSimulatedConnector(context: UserContext, connectorTypeId: string): Promise<ConnectorRecord> {
  const { connectors, byDocument } = simulatedSystems(context.env);
  const own = Object.hasOwn(connectors, connectorTypeId) ? connectors[connectorTypeId] : undefined;
  if (!own && !byDocument) throw notSimulated();
  const type = await typeOfNewConnector(context, connectorTypeId).catch((error: unknown) => {
    // A type that isn't offered gets the same response as one that isn't simulated.
    throw error instanceof ApiProblem && error.status === 400 ? notSimulated() : error;
  });
  const fields = own ?? (byDocument && type.openApiDocument ? documentedFields(type, byDocument) : undefined);
  if (!fields) {
    const text = `${type.name} has no OpenAPI document, so it cannot be simulated. Add a document to its connector type first.`;
    throw new ApiProblem(404, 'not-found', text);
  }
  const name = await freeName(context, connectorTypeId, `Simulated ${type.name}`);
  const { record } = await createConnector(context, { ...fields, connectorTypeId, name }, { isSimulated: true });
  // Shows "works" to people, and nothing if the simulator doesn't work.
  await connectionObject(context.env, record.id).testConnection({ ownerUserId: context.user.id, connectorId: record.id });
  return ownConnector(context, record.id);
}

const MOST_NAMES = 100;

/** "Simulated Shopify", then "Simulated Shopify 2", so that people can tell them apart when choosing. */
async function freeName({ user, db }: UserContext, connectorTypeId: string, name: string): Promise<string> {
  const { connectors } = await listConnectors(db, user.id, { connectorTypeId, name, pageIndex: 0, pageSize: MOST_NAMES });
  const taken = new Set(connectors.map((connector) => connector.name));
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const next = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(next)) return next;
  }
  return name;
}

function notSimulated(): ApiProblem {
  return new ApiProblem(404, 'not-found', 'This application is not simulated here.');
}
