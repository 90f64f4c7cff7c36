import type { ConnectorRecord } from '@portage/database';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { typeOfNewConnector } from '../check-connector.ts';
import { connectionObject } from '../connection-object.ts';
import { createConnector, ownConnector } from '../save-connector.ts';
import { simulatedSystems } from './simulated-systems.ts';

/** Makes a connector to the simulated system of a type. @throws ApiProblem 404 where this Portage does not simulate it */
export async function makeSimulatedConnector(context: UserContext, connectorTypeId: string): Promise<ConnectorRecord> {
  const { connectors } = simulatedSystems(context.env);
  const fields = Object.hasOwn(connectors, connectorTypeId) ? connectors[connectorTypeId] : undefined;
  if (!fields) throw new ApiProblem(404, 'not-found', 'This application is not simulated here.');
  const { name } = await typeOfNewConnector(context, connectorTypeId);
  const { record } = await createConnector(context, { ...fields, connectorTypeId, name: `Simulated ${name}` }, { isSimulated: true });
  // Says "works" where people look at it, and nothing of a simulator that does not.
  await connectionObject(context.env, record.id).testConnection({ ownerUserId: context.user.id, connectorId: record.id });
  return ownConnector(context, record.id);
}
