import { appByClient } from '../client-apps.ts';
import type { authorizationCodes } from '../sign-in/authorization-codes.ts';
import { parseForm, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

interface TokenSettings {
  codes: ReturnType<typeof authorizationCodes>;
  instanceUrl: string;
  now(): number;
}

/** Exchanges a code, a refresh token, or only the app's own credentials for an access token. */
export function giveToken(call: SimulatedCall, { codes, instanceUrl, now }: TokenSettings): SimulatedResponse {
  const form = parseForm(call);
  const refused = (error: string, error_description: string) => toJsonResponse({ error, error_description }, { status: 400 });
  const app = appByClient(form.get('client_id'), form.get('client_secret'));
  if (!app) return refused('invalid_client', 'invalid client credentials');
  const { accessToken: access_token } = app;
  const refresh_token = `refresh-${access_token}`;
  const isAllowed: Record<string, () => boolean> = {
    authorization_code: () => codes.take(form),
    refresh_token: () => form.get('refresh_token') === refresh_token,
    client_credentials: () => true,
  };
  const grantType = form.get('grant_type') ?? '';
  if (!Object.hasOwn(isAllowed, grantType)) return refused('unsupported_grant_type', 'grant type not supported');
  if (!isAllowed[grantType]?.()) return refused('invalid_grant', 'authentication failure');
  return toJsonResponse({
    access_token,
    ...(grantType === 'authorization_code' ? { refresh_token } : {}),
    instance_url: instanceUrl,
    id: `${instanceUrl}/id/00D000000000001EAA/005000000000001AAA`,
    token_type: 'Bearer',
    issued_at: String(now()),
    scope: 'api refresh_token',
  });
}
