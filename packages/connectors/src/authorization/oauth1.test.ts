import { describe, expect, test } from 'vitest';
import type { ConnectorRequest } from '../requests/build-request.ts';
import { percentEncode, signatureBaseString } from './base-string.ts';
import { oauth1AuthorizationUrl, parseOAuth1Token, temporaryCredentialsCall, tokenCredentialsCall } from './oauth1-flow.ts';
import { authorizeRequest, type Credentials } from './registry.ts';
import { sign } from './schemes/oauth1.ts';

const call = (method: string, url: string, body: string | null = null): ConnectorRequest => ({
  method,
  url,
  headers: body === null ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' },
  body,
});

describe('OAuth 1.0a (RFC 5849)', () => {
  test('builds the base string of section 3.4.1.1', () => {
    const request = call('POST', 'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b', 'c2&a3=2+q');
    const parameters = {
      oauth_consumer_key: '9djdj82h48djs9d2',
      oauth_token: 'kkk9d7dh3k39sjv7',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: '137131201',
      oauth_nonce: '7d8f3e4a',
    };
    expect(signatureBaseString(request, parameters)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
        'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26' +
        'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  test.each([
    [
      'the temporary credentials',
      call('POST', 'https://photos.example.net/initiate'),
      '',
      { oauth_timestamp: '137131200', oauth_nonce: 'wIjqoS', oauth_callback: 'http://printer.example.com/ready' },
      '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
    ],
    [
      'the token',
      call('POST', 'https://photos.example.net/token'),
      'hdhd0244k9j7ao03',
      { oauth_token: 'hh5s93j4hdidpola', oauth_timestamp: '137131201', oauth_nonce: 'walatlh', oauth_verifier: 'hfdp7dh39dks9884' },
      'gKgrFCywp7rO0OXSjdot/IHF7IU=',
    ],
    [
      'a call',
      call('GET', 'http://photos.example.net/photos?file=vacation.jpg&size=original'),
      'pfkkdhi9sl3r4s00',
      { oauth_token: 'nnch734d00sl2jdk', oauth_timestamp: '137131202', oauth_nonce: 'chapoH' },
      'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
    ],
  ])('signs %s of section 1.2 as in the RFC', async (_name, request, tokenSecret, parameters, signature) => {
    const all = { oauth_consumer_key: 'dpf43f3p2l4k3l03', oauth_signature_method: 'HMAC-SHA1', ...parameters };
    expect(
      await sign(
        'HMAC-SHA1',
        ['kd94hf93k423kf44', tokenSecret],
        signatureBaseString(request, all as Record<string, string>),
        crypto.subtle,
      ),
    ).toBe(signature);
  });

  test('puts everything into one header, with a realm, a nonce per request, and HMAC-SHA256 if wanted', async () => {
    const credentials: Credentials = {
      kind: 'OAuth1',
      consumerKey: 'c&k',
      consumerSecret: 'cs',
      token: 't',
      tokenSecret: 'ts',
      signatureMethod: 'HMAC-SHA256',
      realm: '1234567_SB1',
    };
    const seeds = [1, 2];
    const ports = {
      nowMs: 1_700_000_000_999,
      randomBytes: (length: number) => new Uint8Array(length).fill(seeds.shift() ?? 0),
      subtle: crypto.subtle,
    };
    const request = call('GET', 'https://x.example/rest?limit=5');
    const first = (await authorizeRequest(request, credentials, ports)).headers.Authorization ?? '';
    const second = (await authorizeRequest(request, credentials, ports)).headers.Authorization ?? '';
    expect(first).toMatch(
      /^OAuth realm="1234567_SB1", oauth_consumer_key="c%26k", oauth_token="t", oauth_signature_method="HMAC-SHA256", oauth_timestamp="1700000000", oauth_nonce="[A-Za-z0-9]{22}", oauth_version="1.0", oauth_signature="[A-Za-z0-9%]+"$/,
    );
    const nonceOf = (header: string) => /oauth_nonce="([^"]+)"/.exec(header)?.[1] ?? '';
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    const parameters = {
      oauth_consumer_key: 'c&k',
      oauth_token: 't',
      oauth_signature_method: 'HMAC-SHA256',
      oauth_timestamp: '1700000000',
      oauth_nonce: nonceOf(first),
      oauth_version: '1.0',
    };
    const expected = await sign('HMAC-SHA256', ['cs', 'ts'], signatureBaseString(request, parameters), crypto.subtle);
    expect(first).toContain(`oauth_signature="${percentEncode(expected)}"`);
  });

  test('makes the three calls of a sign-in and reads their responses', () => {
    const app = { consumerKey: 'c', consumerSecret: 's', signatureMethod: 'HMAC-SHA1' as const };
    expect(temporaryCredentialsCall(app, 'https://x.example/request', 'https://portage.example/back').credentials.parameters).toEqual({
      oauth_callback: 'https://portage.example/back',
    });
    expect(oauth1AuthorizationUrl('https://x.example/authorize?a=1', 'tok&en')).toBe(
      'https://x.example/authorize?a=1&oauth_token=tok%26en',
    );
    expect(tokenCredentialsCall(app, 'https://x.example/access', { token: 't', tokenSecret: 'ts' }, 'v').credentials).toMatchObject({
      token: 't',
      tokenSecret: 'ts',
      parameters: { oauth_verifier: 'v' },
    });
    expect(parseOAuth1Token('oauth_token=a&oauth_token_secret=b%26&realmId=9')).toEqual({
      token: 'a',
      tokenSecret: 'b&',
      other: { realmId: '9' },
    });
    expect(parseOAuth1Token('<html>')).toBeNull();
  });
});
