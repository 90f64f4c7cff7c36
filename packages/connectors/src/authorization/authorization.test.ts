import { describe, expect, test } from 'vitest';
import type { ConnectorRequest } from '../requests/build-request.ts';
import { type AuthPorts, type CredentialSource, CredentialsError } from './auth-scheme.ts';
import { withKeys } from './put-on-request.ts';
import {
  type AuthorizationType,
  authorizationTypes,
  authorizeRequest,
  authSchemes,
  type Credentials,
  credentialsFor,
  listSecrets,
} from './registry.ts';

const request: ConnectorRequest = {
  method: 'POST',
  url: 'https://api.example.com/a?b=1&c=x%20y',
  headers: { Accept: 'application/json', Cookie: 'a=1' },
  body: '{"n":1}',
};
const ports: AuthPorts = { nowMs: 1_700_000_000_123, randomBytes: (length) => new Uint8Array(length).fill(7), subtle: crypto.subtle };
const authorized = (credentials: Credentials, of = request) => authorizeRequest(of, credentials, ports);

describe('authorization of requests', () => {
  test('puts several keys in header, query and cookie together', () => {
    const { url, headers } = withKeys(request, [
      { in: 'header', name: 'PLAID-CLIENT-ID', value: 'id' },
      { in: 'header', name: 'PLAID-SECRET', value: 's' },
      { in: 'query', name: 'b', value: 'k&y' },
      { in: 'cookie', name: 'sid', value: 'q' },
    ]);
    expect(url).toBe('https://api.example.com/a?c=x%20y&b=k%26y');
    expect(headers).toEqual({ Accept: 'application/json', 'PLAID-CLIENT-ID': 'id', 'PLAID-SECRET': 's', Cookie: 'a=1; sid=q' });
  });

  test('adds a key in a cookie to the call’s own cookies, whatever the case of their header', () => {
    for (const name of ['Cookie', 'cookie', 'COOKIE']) {
      const { headers } = withKeys({ ...request, headers: { [name]: 'a=1; b=2' } }, [{ in: 'cookie', name: 'sid', value: 'q' }]);
      expect(headers).toEqual({ Cookie: 'a=1; b=2; sid=q' });
    }
  });

  test('encodes Basic credentials in UTF-8 (RFC 7617)', async () => {
    expect((await authorized({ kind: 'Basic', username: 'test', password: '123£' })).headers.Authorization).toBe('Basic dGVzdDoxMjPCow==');
  });

  test('replaces an existing header with a Bearer token', async () => {
    const old = { ...request, headers: { authorization: 'old' } };
    expect((await authorized({ kind: 'OAuth', token: 't' }, old)).headers).toEqual({ Authorization: 'Bearer t' });
    expect((await authorized({ kind: 'ApiKey', token: 't' }, old)).headers).toEqual({ Authorization: 'Bearer t' });
  });

  test('sends the call to an open system as it is', async () => {
    expect(await authorized(credentialsFor('None', buildSource('None')))).toEqual(request);
    expect(authSchemes.None.isReplacedBy([])).toBe(true);
  });

  test('HOSTILE 21: refuses a credential with a line break without showing it', async () => {
    const broken = authorized({ kind: 'ApiKey', token: 'secret\r\nX-Evil: 1' });
    await expect(broken).rejects.toThrow(CredentialsError);
    await expect(broken).rejects.not.toThrow(/secret/);
  });

  test('leaves the given request unchanged and reports its secrets, in every scheme', async () => {
    const signing = authorizationTypes.filter((type) => type !== 'None');
    const all: Credentials[] = signing.map((type) => credentialsFor(type, buildSource(type)));
    const before = structuredClone(request);
    for (const credentials of all) {
      const { headers, url } = await authorized(credentials);
      expect({ headers, url }).not.toEqual({ headers: request.headers, url: request.url });
      const used = JSON.stringify(credentials).match(/secret-of-[\w.:]+/g) ?? [];
      expect(used.length, credentials.kind).toBeGreaterThan(0);
      expect(listSecrets(credentials), credentials.kind).toEqual(expect.arrayContaining([...new Set(used)]));
    }
    expect(request).toEqual(before);
  });

  test.each(authorizationTypes)('%s: needs only the fields that it asks for, and marks the secret ones', (type) => {
    const { fields, secretFields, signIn } = authSchemes[type];
    if (signIn) return expect(fields).toEqual([]);
    const need = (field: string) => {
      expect(fields.map(({ field: asked }) => asked)).toContain(field);
      return secretFields.some((secret) => secret === field) ? `secret-of-${field}` : `open-${field}`;
    };
    const given = Object.fromEntries(fields.map(({ field }) => [field, need(field)]));
    const credentials = credentialsFor(type, { ...buildSource(type), fields: given, tokens: null, need });
    expect(listSecrets(credentials).filter((secret) => secret.startsWith('open-'))).toEqual([]);
  });
});

/** A connector with all fields, of a type with all settings of the scheme. */
function buildSource(type: AuthorizationType): CredentialSource {
  const { secretFields, settings } = authSchemes[type];
  const need = (field: string) => (secretFields.some((secret) => secret === field) ? `secret-of-${field}` : `open-${field}`);
  return {
    settings: { authorizationSettings: Object.fromEntries(settings.map(({ name, usual }) => [name, usual ?? 'X-Test'])) },
    fields: { password: need('password') },
    need,
    client: { id: 'open-client', secret: 'secret-of-client' },
    tokens: authSchemes[type].signIn ? { accessToken: 'secret-of-token', tokenSecret: 'secret-of-secret' } : null,
  };
}
