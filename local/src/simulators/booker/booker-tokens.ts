import { appByClient } from '../client-apps.ts';
import { type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import seed from './business-seed.json' with { type: 'json' };

const TOKEN_MS = 1_800_000;

/** Tokens for the whole business, which are exchanged for a location's token. */
export function bookerTokens({ now, store }: SimulatorPorts) {
  const nextToken = store.counter('tokens', 1);
  /** The location of each token; null: the whole business. */
  const tokens = store.records<{ token: string; locationId: number | null; endsMs: number }>('tokens', ({ token }) => token);

  function newToken(locationId: number | null): string {
    const token = `booker-token-${nextToken()}-${locationId ?? 'business'}`;
    for (const old of tokens.all()) if (old.endsMs < now()) tokens.remove(old.token);
    return tokens.put({ token, locationId, endsMs: now() + TOKEN_MS }).token;
  }

  function tokenOf(token: unknown) {
    const known = typeof token === 'string' ? tokens.get(token) : undefined;
    return known && known.endsMs > now() ? known : null;
  }

  function connect({ header, body }: SimulatedCall): SimulatedResponse {
    const form = new URLSearchParams(body);
    const isClient = appByClient(form.get('client_id'), form.get('client_secret')) !== undefined;
    if (!/urlencoded/.test(header('content-type') ?? '') || form.get('grant_type') !== 'client_credentials' || !isClient) {
      return toJsonResponse({ error: 'invalid_client' }, { status: 400 });
    }
    return toJsonResponse({ access_token: newToken(null), token_type: 'Bearer', expires_in: TOKEN_MS / 1_000 });
  }

  /** The response is only the token. */
  function changeContext({ url, header }: SimulatedCall): SimulatedResponse {
    const locationId = Number(url.searchParams.get('locationId'));
    if (!tokenOf((header('authorization') ?? '').replace(/^Bearer /, '')))
      return toJsonResponse({ error: 'unauthorized' }, { status: 401 });
    if (!seed.locations.some(({ ID }) => ID === locationId)) return toJsonResponse({ error: 'forbidden' }, { status: 403 });
    return toJsonResponse(newToken(locationId));
  }

  return { tokenOf, connect, changeContext };
}
