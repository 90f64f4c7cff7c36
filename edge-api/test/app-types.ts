import { type ConnectorTypeSettings, schema, sealFields } from '@portage/database';
import { eq } from 'drizzle-orm';
import { getSecretBox } from '../src/secrets/secret-box-of.ts';
import { database, testEnv } from './api.ts';
import { makeConnectorType } from './connector-types.ts';

/** A connector type with its own name and its app's client secret; replaces an existing one. */
export async function makeAppType(
  id: string,
  name: string,
  settings: Partial<ConnectorTypeSettings>,
  clientSecret: string | null = 'secret-of-the-portage-app',
): Promise<string> {
  await database().delete(schema.connectorTypes).where(eq(schema.connectorTypes.id, id));
  const secrets = clientSecret ? await sealFields(getSecretBox(testEnv), 'connector-type', id, { clientSecret }) : {};
  return makeConnectorType({
    id,
    name,
    visibility: 'AllUsers',
    isSystem: true,
    secrets,
    settings: { clientId: 'portage-app', ...settings },
  });
}
