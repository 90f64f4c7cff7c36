import { type ConnectorTypeRow, findConnectorType, openFields } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { notConfigured } from './not-configured.ts';

/** A connector type whose app is a registered client at the system. */
export interface AppType {
  type: ConnectorTypeRow;
  clientId: string;
  clientSecret: string;
}

/**
 * @param app its public name; its settings are named after it (`PORTAGE_SHOPIFY_CLIENT_ID`)
 * @throws ApiProblem 501 that names the missing setting
 */
export async function appType({ env, db }: UserContext, app: string, typeId: string, { isSandbox = false } = {}): Promise<AppType> {
  const type = await findConnectorType(db, 'everyone', typeId);
  if (!type) throw notConfigured(app, `the connector type ${typeId}`);
  const secrets = await openFields(getSecretBox(env), 'connector-type', type.id, type.secrets);
  const name = app.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  const clientId = (isSandbox && type.settings.sandboxClientId) || type.settings.clientId;
  const clientSecret = (isSandbox && secrets.sandboxClientSecret) || secrets.clientSecret;
  if (!clientId) throw notConfigured(app, `PORTAGE_${name}_CLIENT_ID`);
  if (!clientSecret) throw notConfigured(app, `PORTAGE_${name}_CLIENT_SECRET`);
  return { type, clientId, clientSecret };
}
