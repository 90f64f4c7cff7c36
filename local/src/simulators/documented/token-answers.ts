import { CREDENTIAL, SIMULATED_SECRET, SIMULATED_TOKEN, simulatedApp } from '../client-apps.ts';
import { parseForm, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { extractPath } from './base-paths.ts';
import type { DescribedSystem } from './described-system.ts';
import { matchSegments, pathPattern, splitPath } from './match-path.ts';
import { withValueIn } from './record-places.ts';

const LIFE_SECONDS = 3_600;

/** Responds to token calls as the type makes them: OAuth 2, a login, or an exchange for a narrower token. Null: it is another call. */
export function handleTokenCall({ type, summary }: DescribedSystem, call: SimulatedCall): SimulatedResponse | null {
  const { settings } = type;
  const { login, tokenExchange, baseUrlMember } = settings.additionalData.connection ?? {};
  const path = splitPath(call.url.pathname);
  const isAt = (address: string | null) => address !== null && matchSegments(pathPattern(extractPath(address)), path) !== null;
  const bases = [settings.baseUrl ?? '', settings.sandboxBaseUrl ?? ''];
  const isBelow = (suffix: string) => bases.some((base) => isAt(base.replace(/\/+$/, '') + suffix));
  if (call.method !== 'POST') return null;
  if (login && isBelow(login.path)) {
    if (!call.body.includes(SIMULATED_SECRET) && !call.body.includes(CREDENTIAL))
      return refused('The user name or the password is not known.');
    const { tokenPath = 'access_token', expiresInPath = 'expires_in' } = login;
    const withToken = withValueIn({}, tokenPath.split('.'), SIMULATED_TOKEN);
    return toJsonResponse(withValueIn(withToken, expiresInPath.split('.'), LIFE_SECONDS));
  }
  if (tokenExchange && isBelow(tokenExchange.path)) {
    return toJsonResponse(withValueIn({}, (tokenExchange.tokenPath ?? 'access_token').split('.'), SIMULATED_TOKEN));
  }
  if (!isAt(settings.tokenUrl) && !isAt(settings.sandboxTokenUrl)) return null;
  if (!isAcceptedClient(call)) return refused('The client is not known.');
  const base = settings.baseUrl ?? summary.servers.find(({ url }) => /^https?:/.test(url))?.url ?? 'https://api.example.com';
  return toJsonResponse({
    access_token: SIMULATED_TOKEN,
    token_type: 'Bearer',
    expires_in: LIFE_SECONDS,
    refresh_token: SIMULATED_TOKEN,
    ...(baseUrlMember ? { [baseUrlMember]: base } : {}),
  });
}

function isAcceptedClient(call: SimulatedCall): boolean {
  const form = parseForm(call);
  const [, encoded = ''] = /^Basic\s+(.+)$/i.exec(call.header('authorization') ?? '') ?? [];
  const [basicId] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [form.get('client_id'), form.get('client_key'), basicId].some((id) => id === simulatedApp.clientId || id === CREDENTIAL);
}

function refused(message: string): SimulatedResponse {
  return toJsonResponse({ error: 'invalid_client', error_description: message }, { status: 401 });
}
