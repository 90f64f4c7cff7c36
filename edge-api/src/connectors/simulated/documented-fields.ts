import { namesInBraces } from '@portage/connectors/authorization';
import {
  connectorFormType,
  DEFAULT_ENTITIES,
  isEmailConnectorField,
  isSecretConnectorField,
  requiredConnectorFields,
  type SimulatedConnectorFields,
  type SimulatedCredentials,
} from '@portage/contracts';
import type { ConnectorTypeRow } from '@portage/database';

/** A value that is valid in an address, and a number where one is needed. */
const OPTION = '1001';
const EMAIL = 'portage-demo@example.com';
const OPEN_VALUES: Readonly<Record<string, string>> = { slug: 'portage-demo', username: 'portage-demo', realmId: OPTION };

/** The fields of a connector to a system that is simulated from its document: whatever its type requires or names. */
export function documentedFields({ settings }: ConnectorTypeRow, credentials: SimulatedCredentials): SimulatedConnectorFields {
  const { connection = {} } = settings.additionalData;
  const { authParameters = [], login, tokenExchange, tokenParameters = {}, tokenHeaders = {}, authorizationSettings = {} } = connection;
  const texts = [
    ...authParameters.map(({ template }) => template),
    ...Object.values({ ...login?.body, ...tokenExchange?.query, ...tokenParameters, ...tokenHeaders, ...authorizationSettings }),
    settings.baseUrl,
    settings.tokenUrl,
  ];
  const asked = requiredConnectorFields(connectorFormType(settings), settings.authorizationType).map(({ field }) => field);
  const isSignIn = settings.authorizationType === 'OAuth' || settings.authorizationType === 'OAuth1';
  const names = new Set<string>([
    ...asked,
    ...namesInBraces(texts),
    ...(isSignIn ? ['clientId', 'clientSecret'] : []),
    // Event calls are verified with a secret that the account's own app would have.
    ...(settings.webhookType ? ['customOptions.webhook::secret'] : []),
    ...(settings.authorizationType === 'OAuth1' ? ['accessToken', 'accessTokenSecret'] : []),
  ]);
  // The system issues a sign-in's token.
  if (settings.authorizationType === 'OAuth') names.delete('accessToken');
  const fields: Record<string, string> = {};
  const customOptions: Record<string, string> = {};
  for (const name of names) {
    const [, option] = /^customOptions\.(.+)$/.exec(name) ?? [];
    if (option !== undefined) customOptions[option] = optionValue(option, name, credentials);
    else if (name === 'clientId') fields.clientId = credentials.clientId;
    else if (name === 'accessToken' || name === 'refreshToken') fields[name] = credentials.token;
    else if (Object.hasOwn(OPEN_VALUES, name)) fields[name] = OPEN_VALUES[name] as string;
    else if (SECRETS.has(name)) fields[name] = credentials.secret;
  }
  return { ...fields, ...(Object.keys(customOptions).length > 0 ? { customOptions } : {}) };
}

const SECRETS = new Set(['password', 'apiKey', 'accessTokenSecret', 'clientSecret']);

function optionValue(option: string, name: string, { secret }: SimulatedCredentials): string {
  if (option === 'entitiesList') return DEFAULT_ENTITIES;
  if (isSecretConnectorField(name)) return secret;
  return isEmailConnectorField(name) ? EMAIL : OPTION;
}
