import type { ConnectorRecord } from '@portage/database';
import { notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { typeOfNewConnector } from '../check-connector.ts';
import { createConnector } from '../save-connector.ts';
import { simulatedSystems } from './simulated-systems.ts';

/** Makes a connector to the simulated system of a type. @throws ApiProblem 404 where this Portage does not simulate it */
export async function makeSimulatedConnector(context: UserContext, connectorTypeId: string): Promise<ConnectorRecord> {
  const { connectors } = simulatedSystems(context.env);
  const fields = Object.hasOwn(connectors, connectorTypeId) ? connectors[connectorTypeId] : undefined;
  if (!fields) throw notFound('A simulated system for this application');
  const { name } = await typeOfNewConnector(context, connectorTypeId);
  const { record } = await createConnector(context, { ...fields, connectorTypeId, name: `Simulated ${name}` }, { isSimulated: true });
  return record;
}
