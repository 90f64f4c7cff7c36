import { parseTokenAnswer, type TokenAnswer, type TokenGrant, tokenRequest } from '@portage/connectors/authorization';
import type { ConnectorRequest } from '@portage/connectors/requests';
import type { EgressAnswer, EgressRequest } from '../egress/egress-message.ts';
import type { ConnectionProfile } from './connection-profile.ts';
import { type ConnectionFields, fillAddress, fillText } from './fill-template.ts';
import { ConnectionRefused } from './lease.ts';

/** A token endpoint that takes longer holds every run of the connector up. */
const TIMEOUT_MS = 30_000;

/** What the connection needs from outside; tests hand in their own. */
export interface ConnectionPorts {
  now(): number;
  wait(ms: number): Promise<void>;
  randomBytes(length: number): Uint8Array;
  send(request: EgressRequest): Promise<EgressAnswer>;
}

/** `lost`: the request was sent and no whole answer came back, so what it asked for may have happened. */
export type TokenOutcome = TokenAnswer | { ok: false; code: 'lost'; message: string; needsPerson: false };

/** Asks the system of a profile for tokens. @throws ConnectionRefused when its type is not complete */
export async function askForTokens(profile: ConnectionProfile, grant: TokenGrant, ports: ConnectionPorts): Promise<TokenOutcome> {
  const { login } = profile.settings;
  const answer = await ports.send(profile.kind === 'login' && login ? loginRequest(profile, login) : grantRequest(profile, grant));
  if (!answer.ok) {
    if (!answer.retryable) throw new ConnectionRefused(`${profile.typeName} cannot be asked for tokens. ${answer.message}`);
    return { ok: false, code: 'lost', message: answer.message, needsPerson: false };
  }
  const text = new TextDecoder().decode(answer.body);
  return parseTokenAnswer(answer.status, profile.kind === 'login' && login ? loginAnswer(text, login) : text, ports.now());
}

type Login = NonNullable<ConnectionProfile['settings']['login']>;

/** A user name and password for a token, as JSON below the base address. */
function loginRequest({ baseUrl, fields, settings, typeName }: ConnectionProfile, login: Login): EgressRequest {
  if (!baseUrl) throw new ConnectionRefused(`${typeName} has no base address: complete its connector type.`);
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', ...filled(settings.tokenHeaders, fields) };
  const url = fillAddress(baseUrl, fields).replace(/\/+$/, '') + login.path;
  return egressRequestOf({ method: 'POST', url, headers, body: JSON.stringify(filled(login.body, fields)) });
}

/** In the words of OAuth, where there is a token; an error stays as it is. */
function loginAnswer(text: string, { tokenPath = 'access_token', expiresInPath = 'expires_in' }: Login): string {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return text;
  }
  const [token, seconds] = [valueAt(answer, tokenPath), valueAt(answer, expiresInPath)];
  return typeof token === 'string' && token ? JSON.stringify({ access_token: token, expires_in: seconds }) : text;
}

function valueAt(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  }, answer);
}

/** @throws ConnectionRefused when the type is not complete */
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
  return egressRequestOf({ ...request, headers });
}

function filled(templates: Readonly<Record<string, string>> | undefined, fields: ConnectionFields): Record<string, string> {
  return Object.fromEntries(Object.entries(templates ?? {}).map(([name, template]) => [name, fillText(template, fields)]));
}

/** As the way out takes it. A redirect is never followed with credentials in the body. */
export function egressRequestOf({ method, url, headers, body }: ConnectorRequest): EgressRequest {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { method, url, headers: Object.fromEntries(lower), body, systemHeaders: {}, timeoutMs: TIMEOUT_MS, followRedirects: false };
}
