import { describe, expect, test } from 'vitest';
import type { EgressRequest } from '../egress/egress-message.ts';
import type { ConnectionProfile } from './connection-profile.ts';
import { askForTokens, type ConnectionPorts } from './token-endpoint.ts';

const profile = (settings: ConnectionProfile['settings'], fields: ConnectionProfile['fields']) =>
  ({
    typeName: 'Booker',
    settings,
    fields,
    app: {
      tokenUrl: 'https://api.example.com/token',
      clientId: 'id',
      clientSecret: 'secret',
      scope: 'merchant',
      tokenRequestContentType: null,
    },
  }) as unknown as ConnectionProfile;

function server(
  body: Uint8Array = new TextEncoder().encode('{"access_token":"token","expires_in":60}'),
  headers: Record<string, string> = {},
): ConnectionPorts & { asked: EgressRequest[] } {
  const asked: EgressRequest[] = [];
  return {
    asked,
    now: () => 0,
    wait: async () => {},
    randomBytes: (length) => new Uint8Array(length),
    send: async (request) => {
      asked.push(request);
      return { ok: true, status: 200, headers, url: request.url, body };
    },
  };
}

describe('asking for tokens', () => {
  test('sends the type’s extra members and headers, filled with fields of the connector', async () => {
    const ports = server();
    const settings = {
      tokenParameters: { grant_type: 'account_credentials', account_id: '{customOptions.accountId}' },
      tokenHeaders: { 'Ocp-Apim-Subscription-Key': '{apiKey}' },
    };
    const outcome = await askForTokens(
      profile(settings, { apiKey: 'subscription', 'customOptions.accountId': 'A 1' }),
      { kind: 'clientCredentials' },
      ports,
    );
    expect(outcome).toMatchObject({ ok: true, tokens: { accessToken: 'token' } });
    const [request] = ports.asked;
    expect(request?.headers).toMatchObject({ 'ocp-apim-subscription-key': 'subscription' });
    expect(Object.fromEntries(new URLSearchParams(String(request?.body)))).toEqual({
      grant_type: 'account_credentials',
      account_id: 'A 1',
      scope: 'merchant',
      client_id: 'id',
      client_secret: 'secret',
    });
  });

  test('names the missing field of the connector', async () => {
    const asking = askForTokens(profile({ tokenHeaders: { Key: '{apiKey}' } }, {}), { kind: 'clientCredentials' }, server());
    await expect(asking).rejects.toThrow(/The connector has no api ?key/i);
  });
});

const SCOPES = '{"access_token":"token","scope":"aufträge"}';
test.each([
  ['UTF-8 behind a byte order mark', Buffer.from(`\ufeff${SCOPES}`), 'application/json'],
  ['the charset of its content type', Buffer.from(SCOPES, 'latin1'), 'application/json; charset=ISO-8859-1'],
  ['two bytes a letter', Buffer.from(SCOPES, 'utf16le'), 'application/json'],
  ['no label', Buffer.from(SCOPES), ''],
])('HOSTILE 48: tokens are read from %s', async (_what, body, contentType) => {
  const ports = server(new Uint8Array(body), { 'content-type': contentType });
  expect(await askForTokens(profile({}, {}), { kind: 'clientCredentials' }, ports)).toMatchObject({
    ok: true,
    tokens: { accessToken: 'token', scope: 'aufträge' },
  });
});
