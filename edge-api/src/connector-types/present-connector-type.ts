import { MASKED_SECRET } from '@portage/contracts';
import type { ConnectorTypeRow, ConnectorTypeSettings } from '@portage/database';

/** Settings of a type for those who may change it: making a connector does not need them. */
const FOR_ADMINS = [
  'requestTokenUrl',
  'authUrl',
  'tokenUrl',
  'clientId',
  'tokenRequestContentType',
  'sandboxRequestTokenUrl',
  'sandboxAuthUrl',
  'sandboxTokenUrl',
  'sandboxClientId',
  'callbackUrlRoot',
] as const;

/** A connector type as the API shows it (spec CTYPE-05, CTYPE-06). @param forAdmin whether an admin asks in their own name, or the person whose API it is */
export function presentConnectorType(row: ConnectorTypeRow, forAdmin: boolean) {
  const { settings, secrets, createdAt, lastUpdatedAt: _, isDeleted: __, ...fields } = row;
  const hidden: Partial<ConnectorTypeSettings> = forAdmin
    ? {}
    : {
        ...Object.fromEntries(FOR_ADMINS.map((name) => [name, null])),
        // Whether one is set decides what a connector asks for.
        clientId: settings.clientId === null ? null : MASKED_SECRET,
      };
  const masked = (name: string) => (forAdmin && secrets[name] !== undefined ? MASKED_SECRET : null);
  return {
    ...fields,
    ...settings,
    ...hidden,
    clientSecret: masked('clientSecret'),
    sandboxClientSecret: masked('sandboxClientSecret'),
    webhookVerificationToken: masked('webhookVerificationToken'),
    createdAt: createdAt.toISOString(),
  };
}
