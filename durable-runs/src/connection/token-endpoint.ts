import { type OAuth2Tokens, parseTokenResponse, type TokenGrant, type TokenResult, tokenRequest } from '@portage/connectors/authorization';
import type { ConnectorRequest } from '@portage/connectors/requests';
import { valueAt } from '@portage/connectors/requests';
import { simulatedConnectorAddress } from '@portage/contracts';
import { decodeJsonText } from '@portage/primitives/wire';
import type { EgressRequest, EgressResult } from '../egress/egress-message.ts';
import { isRetryableStatus } from '../egress/retryable-status.ts';
import type { ConnectionProfile } from './connection-profile.ts';
import { type ConnectionFields, canBeFilled, fillAddress, fillText } from './fill-template.ts';
import { ConnectionRefused } from './lease.ts';
import { WIDER_TOKEN } from './wider-token.ts';

/** A slower token endpoint would hold up every run of the connector. */
const TIMEOUT_MS = 30_000;

export interface ConnectionPorts {
  now(): number;
  wait(ms: number): Promise<void>;
  randomBytes(length: number): Uint8Array;
  send(request: EgressRequest): Promise<EgressResult>;
}

/** `lost`: the request was sent but no complete response came back, so it may have taken effect. */
export type TokenOutcome =
  | (TokenResult & {
      /** What a person has to do if the credentials aren't the cause. */
      remedy?: string;
    })
  | { ok: false; code: 'lost'; message: string; needsPerson: false; remedy?: string };

/** Asks the profile's system for tokens. @throws ConnectionRefused if its type is incomplete */
export async function askForTokens(profile: ConnectionProfile, grant: TokenGrant, ports: ConnectionPorts): Promise<TokenOutcome> {
  const { login } = profile.settings;
  const send = resolveSender(profile, ports);
  const response = await send(profile.tokenSource === 'login' && login ? loginRequest(profile, login) : grantRequest(profile, grant));
  if (!response.ok) {
    if (!response.retryable) throw new ConnectionRefused(`${profile.typeName} couldn’t be asked for a token. ${response.message}`);
    return { ok: false, code: 'lost', message: response.message, needsPerson: false };
  }
  const text = decodeResponseText(response);
  const outcome = parseTokenResponse(
    response.status,
    profile.tokenSource === 'login' && login ? normalizeLoginResponse(text, login) : text,
    ports.now(),
  );
  const { tokenExchange } = profile.settings;
  return outcome.ok && tokenExchange ? exchangeToken(profile, tokenExchange, outcome.tokens, ports) : outcome;
}

function resolveSender({ isSimulated, connectorTypeId }: ConnectionProfile, { send }: ConnectionPorts): ConnectionPorts['send'] {
  return isSimulated ? (request) => send({ ...request, url: simulatedConnectorAddress(request.url, connectorTypeId) }) : send;
}

type Exchange = NonNullable<ConnectionProfile['settings']['tokenExchange']>;

/** Booker responds with only the token, as JSON text; other systems respond with an object. */
async function exchangeToken(
  profile: ConnectionProfile,
  { path, query, tokenPath = 'access_token' }: Exchange,
  tokens: OAuth2Tokens,
  ports: ConnectionPorts,
): Promise<TokenOutcome> {
  const { baseUrl, fields, settings, typeName } = profile;
  const isReady = Object.values(query).every((template) => canBeFilled(template, fields));
  if (!isReady) return { ok: true, tokens: { ...tokens, other: { ...tokens.other, [WIDER_TOKEN]: null } } };
  if (!baseUrl) throw new ConnectionRefused(`${typeName} has no base address: complete its connector type.`);
  const url = new URL(fillAddress(baseUrl, fields).replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(filled(query, fields))) url.searchParams.set(name, value);
  const headers = { Accept: 'application/json', Authorization: `Bearer ${tokens.accessToken}`, ...filled(settings.tokenHeaders, fields) };
  const answer = await resolveSender(profile, ports)(toEgressRequest({ method: 'POST', url: url.href, headers, body: null }));
  if (!answer.ok) {
    if (!answer.retryable) throw new ConnectionRefused(`${typeName} couldn’t be asked for a token. ${answer.message}`);
    return { ok: false, code: 'lost', message: answer.message, needsPerson: false };
  }
  const token = narrowerToken(decodeResponseText(answer), tokenPath);
  if (answer.status >= 200 && answer.status < 300 && token) {
    return { ok: true, tokens: { ...tokens, accessToken: token, other: { ...tokens.other, [WIDER_TOKEN]: tokens.accessToken } } };
  }
  return {
    ok: false,
    code: `status-${answer.status}`,
    message: `The system issued no token for ${chosenIn(query)} of the connector (${answer.status})`,
    needsPerson: !isRetryableStatus(answer.status),
    remedy: `Open the connector and choose ${chosenIn(query)} again`,
  };
}

/** Empty if the body isn't text: then the response has no token. */
export function decodeResponseText({ body, headers }: Extract<EgressResult, { ok: true }>): string {
  const decoded = decodeJsonText(body, headers['content-type']);
  return decoded.ok ? decoded.text : '';
}

function narrowerToken(text: string, tokenPath: string): string | null {
  let answer: unknown = text.trim();
  try {
    answer = JSON.parse(text);
  } catch {
    // The body is a bare token.
  }
  const token = typeof answer === 'string' ? answer : valueAt(answer, tokenPath);
  return typeof token === 'string' && /^[\x21-\x7e]{1,8000}$/.test(token) ? token : null;
}

function chosenIn(query: Exchange['query']): string {
  return Object.values(query).some((template) => template.includes('locationId')) ? 'the location' : 'what was chosen';
}

type Login = NonNullable<ConnectionProfile['settings']['login']>;

/** Exchanges a user name and password for a token, as JSON, at a path below the base URL. */
function loginRequest({ baseUrl, fields, settings, typeName }: ConnectionProfile, login: Login): EgressRequest {
  if (!baseUrl) throw new ConnectionRefused(`${typeName} has no base address: complete its connector type.`);
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', ...filled(settings.tokenHeaders, fields) };
  const url = fillAddress(baseUrl, fields).replace(/\/+$/, '') + login.path;
  return toEgressRequest({ method: 'POST', url, headers, body: JSON.stringify(filled(login.body, fields)) });
}

/** Renames the members to OAuth's names if there is a token; leaves an error unchanged. */
function normalizeLoginResponse(text: string, { tokenPath = 'access_token', expiresInPath = 'expires_in' }: Login): string {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return text;
  }
  const [token, seconds] = [valueAt(answer, tokenPath), valueAt(answer, expiresInPath)];
  return typeof token === 'string' && token ? JSON.stringify({ access_token: token, expires_in: seconds }) : text;
}

/** @throws ConnectionRefused if the type is incomplete */
function grantRequest(profile: ConnectionProfile, grant: TokenGrant): EgressRequest {
  const { app, settings, fields } = profile;
  if (!app.tokenUrl) throw new ConnectionRefused(`${profile.typeName} has no Token Url: complete its connector type.`);
  if (!app.clientId) throw new ConnectionRefused(`There is no Client Id for ${profile.typeName}: enter it in the connector or its type.`);
  const request = tokenRequest(grant, {
    tokenUrl: fillAddress(app.tokenUrl, fields),
    clientId: app.clientId,
    clientSecret: settings.tokenAuthMethod === 'none' ? '' : app.clientSecret,
    scope: app.scope,
    extra: filled(settings.tokenParameters, fields),
    clientAuthentication: settings.tokenAuthMethod === 'client_secret_basic' ? 'basic' : 'body',
    ...(app.tokenRequestContentType === 'application/json' ? { contentType: 'application/json' as const } : {}),
  });
  const headers = { ...request.headers, ...filled(settings.tokenHeaders, fields) };
  return toEgressRequest({ ...request, headers });
}

function filled(templates: Readonly<Record<string, string>> | undefined, fields: ConnectionFields): Record<string, string> {
  return Object.fromEntries(Object.entries(templates ?? {}).map(([name, template]) => [name, fillText(template, fields)]));
}

/** Never follows a redirect with credentials in the body. */
export function toEgressRequest({ method, url, headers, body }: ConnectorRequest): EgressRequest {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { method, url, headers: Object.fromEntries(lower), body, systemHeaders: {}, timeoutMs: TIMEOUT_MS, followRedirects: false };
}
