/// <reference types="node" />
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ConnectorRequest } from '../requests/build-request.ts';
import { type AuthPorts, CredentialsError } from './auth-scheme.ts';
import { authorizeRequest, authSchemes, secretsOf } from './authorize-request.ts';
import type { Credentials } from './credentials.ts';

const request: ConnectorRequest = {
  method: 'POST',
  url: 'https://api.example.com/a?b=1&c=x%20y',
  headers: { Accept: 'application/json', Cookie: 'a=1' },
  body: '{"n":1}',
};
const ports: AuthPorts = { nowMs: 1_700_000_000_123, randomBytes: (length) => new Uint8Array(length).fill(7), subtle: crypto.subtle };
const authorized = (credentials: Credentials, of = request) => authorizeRequest(of, credentials, ports);

describe('authorising a request', () => {
  it('keys in header, query and cookie, several of them together', async () => {
    const { url, headers } = await authorized({
      kind: 'apiKey',
      keys: [
        { in: 'header', name: 'PLAID-CLIENT-ID', value: 'id' },
        { in: 'header', name: 'PLAID-SECRET', value: 's', prefix: 'Key ' },
        { in: 'query', name: 'b', value: 'k&y' },
        { in: 'cookie', name: 'sid', value: 'q' },
      ],
    });
    expect(url).toBe('https://api.example.com/a?c=x%20y&b=k%26y');
    expect(headers).toEqual({ Accept: 'application/json', 'PLAID-CLIENT-ID': 'id', 'PLAID-SECRET': 'Key s', Cookie: 'a=1; sid=q' });
  });

  it('Basic, in UTF-8 (RFC 7617)', async () => {
    expect((await authorized({ kind: 'basic', username: 'test', password: '123£' })).headers.Authorization).toBe('Basic dGVzdDoxMjPCow==');
  });

  it('a token: as Bearer, bare, or in a header of its own, in place of what was there', async () => {
    const header = async (more: object, name = 'Authorization') =>
      (await authorized({ kind: 'bearer', token: 't', ...more }, { ...request, headers: { authorization: 'old' } })).headers[name];
    expect(await header({})).toBe('Bearer t');
    expect(await header({ tokenType: 'bearer' })).toBe('Bearer t');
    expect(await header({ tokenType: '' })).toBe('t');
    expect(await header({ headerName: 'X-Shopify-Access-Token' }, 'X-Shopify-Access-Token')).toBe('t');
    const { headers } = await authorized({ kind: 'bearer', token: 't' }, { ...request, headers: { authorization: 'old' } });
    expect(headers).toEqual({ Authorization: 'Bearer t' });
  });

  it('a signed request: parts, time and place as the system wants them', async () => {
    const signed = await authorized({
      kind: 'signedRequest',
      secret: 'shh',
      hash: 'SHA-256',
      encoding: 'hex',
      parts: ['secret', 'path', 'sortedQuery', 'body', { text: '|' }, 'method', 'timestamp', 'secret'],
      keys: [{ in: 'query', name: 'app_key', value: 'A' }],
      timestamp: { in: 'query', name: 'timestamp', unit: 'seconds' },
      signature: { in: 'query', name: 'sign' },
    });
    const text = 'shh/aapp_keyAb1cx ytimestamp1700000000{"n":1}|POST1700000000shh';
    const expected = createHmac('sha256', 'shh').update(text).digest('hex');
    expect(signed.url).toBe(`https://api.example.com/a?b=1&c=x%20y&app_key=A&timestamp=1700000000&sign=${expected}`);
    const inHeader = await authorized(
      {
        kind: 'signedRequest',
        secret: 'shh',
        hash: 'SHA-1',
        encoding: 'base64',
        parts: ['url', 'body'],
        signature: { in: 'header', name: 'X-Sign', prefix: 'sha1=' },
      },
      { ...request, body: new Uint8Array([0, 255]) },
    );
    expect(inHeader.headers['X-Sign']).toBe(
      `sha1=${createHmac('sha1', 'shh')
        .update(request.url)
        .update(new Uint8Array([0, 255]))
        .digest('base64')}`,
    );
  });

  it('HOSTILE 21: a credential with a line break is refused, without showing it', async () => {
    const broken = authorized({ kind: 'bearer', token: 'secret\r\nX-Evil: 1' });
    await expect(broken).rejects.toThrow(CredentialsError);
    await expect(broken).rejects.not.toThrow(/secret/);
  });

  it('every scheme is offered, leaves the request it was given alone, and names its secrets', async () => {
    const all: Credentials[] = [
      { kind: 'apiKey', keys: [{ in: 'query', name: 'k', value: 's1' }] },
      { kind: 'basic', username: 'u', password: 's2' },
      { kind: 'bearer', token: 's3', keys: [{ in: 'header', name: 'x', value: 's4' }] },
      { kind: 'oauth1', consumerKey: 'c', consumerSecret: 's5', token: 's6', tokenSecret: 's7', signatureMethod: 'HMAC-SHA1' },
      { kind: 'signedRequest', secret: 's8', hash: 'SHA-512', encoding: 'hex', parts: ['body'], signature: { in: 'header', name: 'x' } },
    ];
    expect(authSchemes.map(({ kind }) => kind)).toEqual(all.map(({ kind }) => kind));
    const before = structuredClone(request);
    for (const credentials of all) expect(await authorized(credentials)).not.toEqual(request);
    expect(request).toEqual(before);
    expect(all.flatMap(secretsOf)).toEqual(['s1', 's2', 'dTpzMg==', 's3', 's4', 's5', 's6', 's7', 's8']);
  });
});
