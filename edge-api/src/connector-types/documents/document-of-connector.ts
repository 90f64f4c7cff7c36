import type { ConnectorDocument } from '@portage/connectors/openapi';
import { findConnectorType } from '@portage/database';
import type { UserContext } from '../../http/context.ts';
import { ownConnector } from '../own-connector.ts';
import { openUploaded } from './import-uploaded.ts';

/** The document of the connector type behind the caller's connector. @throws ApiProblem 404 */
export async function documentOfConnector(context: UserContext, connectorId: string): Promise<ConnectorDocument> {
  return openUploaded(context.env, (await typeOfConnector(context, connectorId))?.openApiDocument ?? null);
}

/** @throws ApiProblem 404 */
export async function typeOfConnector(context: UserContext, connectorId: string) {
  const { connectorTypeId } = await ownConnector(context, connectorId);
  return findConnectorType(context.db, 'everyone', connectorTypeId);
}
