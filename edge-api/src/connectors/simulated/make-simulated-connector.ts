import { type ConnectorRecord, listConnectors } from '@portage/database';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { typeOfNewConnector } from '../check-connector.ts';
import { connectionObject } from '../connection-object.ts';
import { createConnector, ownConnector } from '../save-connector.ts';
import { documentedFields } from './documented-fields.ts';
import { simulatedSystems } from './simulated-systems.ts';

/**
 * Makes a connector to the simulated system of a type: to a simulator of its own, else to the one that its OpenAPI document is.
 *
 * @throws ApiProblem 404 where this Portage does not simulate it
 */
export async function makeSimulatedConnector(context: UserContext, connectorTypeId: string): Promise<ConnectorRecord> {
  const { connectors, byDocument } = simulatedSystems(context.env);
  const own = Object.hasOwn(connectors, connectorTypeId) ? connectors[connectorTypeId] : undefined;
  if (!own && !byDocument) throw notSimulated();
  const type = await typeOfNewConnector(context, connectorTypeId).catch((error: unknown) => {
    // To a type that is not offered the answer is the same as where nothing is simulated.
    throw error instanceof ApiProblem && error.status === 400 ? notSimulated() : error;
  });
  const fields = own ?? (byDocument && type.openApiDocument ? documentedFields(type, byDocument) : undefined);
  if (!fields) {
    const text = `${type.name} has no OpenAPI document, so it cannot be simulated. Add a document to its connector type first.`;
    throw new ApiProblem(404, 'not-found', text);
  }
  const name = await freeName(context, connectorTypeId, `Simulated ${type.name}`);
  const { record } = await createConnector(context, { ...fields, connectorTypeId, name }, { isSimulated: true });
  // Says "works" where people look at it, and nothing of a simulator that does not.
  await connectionObject(context.env, record.id).testConnection({ ownerUserId: context.user.id, connectorId: record.id });
  return ownConnector(context, record.id);
}

const MOST_NAMES = 100;

/** "Simulated Shopify", the next time "Simulated Shopify 2": a person tells them apart where one is chosen. */
async function freeName({ user, db }: UserContext, connectorTypeId: string, name: string): Promise<string> {
  const { connectors } = await listConnectors(user.id, db, { connectorTypeId, name, pageIndex: 0, pageSize: MOST_NAMES });
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
