import {
  authSchemes,
  type Credentials,
  credentialsFor,
  listSecrets,
  signingType,
  type TokenSource,
  tokenSource,
} from '@portage/connectors/authorization';
import { type AuthorizationType, isSecretConnectorField, type OwnerId } from '@portage/contracts';
import type { AuthParameter, ConnectionRecord, ConnectionSettings } from '@portage/database';
import { type ConnectionFields, canBeFilled, fillAddress, fillText } from './fill-template.ts';
import { type ConnectionLease, ConnectionRefused, type LeaseRequest } from './lease.ts';
import type { StoredTokens } from './token-store.ts';
import { widerToken } from './wider-token.ts';

/** A connector and its type as the connection uses them, with secrets decrypted. */
export interface ConnectionProfile {
  connectorId: string;
  ownerUserId: OwnerId;
  connectorName: string;
  connectorTypeId: string;
  typeName: string;
  /** Every call goes to the simulator of its host. */
  isSimulated: boolean;
  documentId: string | null;
  /** Why a person has to bring the connection back; null: no known problem. */
  problem: string | null;
  tokenSource: TokenSource;
  authorizationType: AuthorizationType;
  fields: ConnectionFields;
  settings: ConnectionSettings;
  baseUrl: string | null;
  app: {
    authUrl: string | null;
    tokenUrl: string | null;
    requestTokenUrl: string | null;
    clientId: string;
    clientSecret: string;
    scope: string;
    tokenRequestContentType: string | null;
  };
}

/** @param secrets decrypted secrets of the connector and of its type */
export function connectionProfile(
  { connector, type }: ConnectionRecord,
  secrets: { connector: ConnectionFields; type: ConnectionFields },
): ConnectionProfile {
  const { settings } = type;
  const connection = settings.additionalData.connection ?? {};
  const authorizationType = connector.authorizationType ?? settings.authorizationType;
  const pick = (own: string | null, ofSandbox: string | null) => (connector.useSandbox && ofSandbox ? ofSandbox : own);
  // A connector with its own client never uses the type's client secret.
  const ownClient = connector.clientId
    ? { clientId: connector.clientId, clientSecret: secrets.connector.clientSecret ?? '' }
    : {
        clientId: pick(settings.clientId, settings.sandboxClientId) ?? '',
        clientSecret: pick(secrets.type.clientSecret ?? null, secrets.type.sandboxClientSecret ?? null) ?? '',
      };
  const fields = collectFields(connector, secrets.connector);
  return {
    connectorId: connector.id,
    ownerUserId: connector.userId,
    connectorName: connector.name,
    connectorTypeId: type.id,
    typeName: type.name,
    isSimulated: connector.isSimulated,
    documentId: type.openApiDocument?.fileStorageId ?? null,
    problem: connector.connectionProblem,
    tokenSource: withoutPerson(tokenSource(authorizationType, connection, hasLogin(connection, fields)), connector.isSimulated),
    authorizationType,
    fields,
    settings: connection,
    baseUrl: pick(settings.baseUrl, settings.sandboxBaseUrl),
    app: {
      authUrl: pick(settings.authUrl, settings.sandboxAuthUrl),
      tokenUrl: pick(settings.tokenUrl, settings.sandboxTokenUrl),
      requestTokenUrl: pick(settings.requestTokenUrl, settings.sandboxRequestTokenUrl),
      ...ownClient,
      scope: settings.scope ?? '',
      tokenRequestContentType: settings.tokenRequestContentType,
    },
  };
}

/** A user name or a password is enough to begin: an error then names the missing one. */
function hasLogin({ login }: ConnectionSettings, fields: ConnectionFields): boolean {
  return login !== undefined && Object.values(login.body).some((template) => canBeFilled(template, fields));
}

/**
 * A simulated system issues tokens for the client's credentials alone, so a connector works without a sign-in. OAuth 1 credentials
 * are fields of the connector.
 */
function withoutPerson(source: TokenSource, isSimulated: boolean): TokenSource {
  if (!isSimulated) return source;
  return source === 'oauth2' ? 'oauth2-machine' : source === 'oauth1' ? 'none' : source;
}

function collectFields(connector: ConnectionRecord['connector'], secrets: ConnectionFields): ConnectionFields {
  const { slug, username, clientId, realmId } = connector;
  const named = Object.entries({ slug, username, clientId, realmId }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const options = Object.entries(connector.customOptions).flatMap(([name, value]) =>
    typeof value === 'string' && value ? [[`customOptions.${name}`, value]] : [],
  );
  return withLinkedAccount({ ...Object.fromEntries(named), ...Object.fromEntries(options), ...secrets });
}

/** Fields with the token of an account linked through an aggregation service: entered by hand, or set by its widget. */
const LINKED_ACCOUNT = ['customOptions.merge::token', 'customOptions.uapi::token'];

/** A form asks for one of the two tokens, and a type's keys name one. Store the given token under both names. */
function withLinkedAccount(fields: ConnectionFields): ConnectionFields {
  const token = LINKED_ACCOUNT.map((name) => fields[name]).find(Boolean);
  if (!token) return fields;
  return { ...fields, ...Object.fromEntries(LINKED_ACCOUNT.map((name) => [name, fields[name] || token])) };
}

/**
 * The lease a run gets.
 *
 * @param tokens tokens of an authorization; null if the fields are enough
 * @throws ConnectionRefused if something is missing, saying what to do
 */
export function buildLease(
  profile: ConnectionProfile,
  kept: StoredTokens | null,
  revision: number,
  { omitsUnfilledKeys = false }: Pick<LeaseRequest, 'omitsUnfilledKeys'> = {},
): ConnectionLease {
  const wider = kept && widerToken(kept.other);
  // One location's token says nothing about the others.
  const tokens = kept && wider && omitsUnfilledKeys ? { ...kept, accessToken: wider } : kept;
  const baseUrl = resolveBaseUrl(profile, tokens);
  const { allowedHosts = [], authParameters = [], expirySigns = [], rateLimitSigns = [] } = profile.settings;
  const fields = tokens ? { ...profile.fields, accessToken: tokens.accessToken } : profile.fields;
  const credentials = buildCredentials(profile, fields, tokens);
  const isOmitted = (template: string) => omitsUnfilledKeys || (profile.tokenSource === 'none' && isOfLogin(profile, template));
  const keys = authParameters.filter(({ template }) => !isOmitted(template) || canBeFilled(template, fields));
  const extraKeys = keys.map(({ in: place, name, template }) => ({ in: place, name, value: fillText(template, fields) }));
  const secrets = [
    ...(credentials ? listSecrets(credentials) : []),
    ...(kept ? [kept.accessToken] : []),
    ...(wider ? [wider] : []),
    ...Object.entries(profile.fields).flatMap(([name, value]) => (isSecretConnectorField(name) ? [value] : [])),
    ...secretParameters(keys, fields, profile.fields),
  ];
  return {
    connectorId: profile.connectorId,
    connectorTypeId: profile.connectorTypeId,
    connectorName: profile.connectorName,
    typeName: profile.typeName,
    isSimulated: profile.isSimulated,
    hasSignIn: profile.tokenSource === 'oauth2' || profile.tokenSource === 'oauth1',
    documentId: profile.documentId,
    baseUrl: baseUrl.href.replace(/\/+$/, ''),
    allowedHosts: [baseUrl.host, ...allowedHosts],
    credentials,
    extraKeys,
    secrets: [...new Set(secrets)],
    revision,
    isMarkedBroken: profile.problem !== null,
    expirySigns,
    rateLimitSigns,
  };
}

/** Whether a key is used only with a login: without a user name and password, calls go without it. */
function isOfLogin({ settings }: ConnectionProfile, template: string): boolean {
  return settings.login !== undefined && template.includes('{accessToken}');
}

/** A filled template is secret if any value in it is. */
function secretParameters(parameters: readonly AuthParameter[], fields: ConnectionFields, own: ConnectionFields): string[] {
  return parameters
    .filter(({ template }) =>
      [...template.matchAll(/\{([\w.:]+)\}/g)].some(([, name = '']) => isSecretConnectorField(name) || !(name in own)),
    )
    .map(({ template }) => fillText(template, fields));
}

function resolveBaseUrl(profile: ConnectionProfile, tokens: StoredTokens | null): URL {
  const { baseUrlMember } = profile.settings;
  const given = baseUrlMember ? tokens?.other[baseUrlMember] : undefined;
  const text = typeof given === 'string' && given ? given : profile.baseUrl;
  if (!text) throw new ConnectionRefused(`${profile.typeName} has no base address: complete its connector type.`);
  const filled = text === given ? text : fillAddress(text, profile.fields);
  const url = URL.canParse(filled) ? new URL(filled) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new ConnectionRefused(`The base address of ${profile.typeName} is not one that can be called.`);
  }
  return url;
}

function buildCredentials(profile: ConnectionProfile, fields: ConnectionFields, tokens: StoredTokens | null): Credentials | null {
  const { tokenSource: source, settings, app } = profile;
  const isMissing = source === 'oauth1' ? !tokens?.tokenSecret : source !== 'none' && !tokens;
  if (isMissing) throw new ConnectionRefused(notConnected(profile));
  const type = signingType(profile.authorizationType, source, settings);
  // The type itself says where its keys go.
  if (authSchemes[type].isReplacedBy((settings.authParameters ?? []).map(({ template }) => template))) return null;
  return credentialsFor(type, {
    settings,
    fields,
    need: (name) => fillText(`{${name}}`, fields),
    client: { id: app.clientId, secret: app.clientSecret },
    tokens: source === 'none' ? null : tokens,
  });
}

export function notConnected({ connectorName, typeName }: ConnectionProfile): string {
  return `The connector "${connectorName}" is not connected to ${typeName}: open Connectors and press Re-Connect.`;
}
