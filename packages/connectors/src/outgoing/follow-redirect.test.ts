import { describe, expect, test } from 'vitest';
import { mayReceiveCredential } from './allowed-hosts.ts';
import { parseEgressAllow } from './egress-allow-list.ts';
import { followRedirect, type OutgoingRequest } from './follow-redirect.ts';

const request: OutgoingRequest = {
  url: new URL('https://api.example.com/v1/orders'),
  method: 'POST',
  headers: {
    Authorization: 'Bearer secret',
    cookie: 'a=b',
    'X-Api-Key': 'secret',
    'x-shopify-access-token': 'secret',
    'content-type': 'application/json',
    'content-length': '2',
    'idempotency-key': 'run-1',
    accept: '*/*',
  },
  hasBody: true,
};

function follow(location: string | null, status = 307, from = request) {
  return followRedirect(from, status, location, parseEgressAllow('127.0.0.1:9000'));
}

function followed(location: string, status = 307, from = request): OutgoingRequest {
  const step = follow(location, status, from);
  if (step.kind !== 'follow') throw new Error(`not followed: ${step.kind}`);
  return step.request;
}

describe('followRedirect', () => {
  test('HOSTILE 20: drops Authorization and everything that looks like a key on a redirect to another origin', () => {
    for (const target of [
      'https://evil.example.net/',
      'http://api.example.com/v1/orders',
      'https://api.example.com:8443/',
      '//other.example.com/x',
    ]) {
      expect(Object.keys(followed(target).headers)).toEqual(['content-type', 'content-length', 'idempotency-key', 'accept']);
    }
  });

  test.each([
    'Ocp-Apim-Subscription-Key',
    'X-Functions-Key',
    'DD-APPLICATION-KEY',
    'api_key',
    'X-Key',
    'X-Master-Key',
    'X-Pass',
    'X-Tenant',
    'Stripe-Account',
    'Referer',
  ])('HOSTILE 20: doesn’t send %s to another origin: only headers known to hold no credentials', (name) => {
    const from = { ...request, headers: { [name]: 'abc', 'User-Agent': 'Portage', Accept: '*/*' } };
    expect(followed('https://evil.example.net/', 307, from).headers).toEqual({ 'User-Agent': 'Portage', Accept: '*/*' });
    expect(followed('/v2', 307, from).headers).toEqual(from.headers);
  });

  test('keeps all headers within the origin, even if it’s spelled differently', () => {
    for (const target of ['/v2/orders', 'https://API.example.com:443/v2', '?page=2'])
      expect(followed(target).headers).toEqual(request.headers);
  });

  test.each<[number, string, string, boolean]>([
    [301, 'POST', 'GET', false],
    [302, 'POST', 'GET', false],
    [303, 'PUT', 'GET', false],
    [303, 'HEAD', 'HEAD', true],
    [301, 'PUT', 'PUT', true],
    [307, 'POST', 'POST', true],
    [308, 'DELETE', 'DELETE', true],
  ])('%d turns %s into %s', (status, method, expected, keepsBody) => {
    const next = followed('/next', status, { ...request, method });
    expect([next.method, next.hasBody, 'content-type' in next.headers]).toEqual([expected, keepsBody, keepsBody]);
  });

  test.each([
    'http://169.254.169.254/',
    'http://[::ffff:7f00:1]/',
    '//localhost/',
    'file:///etc/passwd',
    'https://user:pw@example.com/',
    'http://127.0.0.1:9001/',
    'http://',
  ])('HOSTILE 19: doesn’t follow a redirect to %s', (location) => {
    expect(follow(location)).toMatchObject({ kind: 'refuse', message: expect.stringContaining('The redirect was not followed.') });
  });

  test('follows a redirect to an allowed host', () => {
    expect(follow('http://127.0.0.1:9000/x')).toMatchObject({ kind: 'follow', isAllowListed: true });
  });

  test('treats a response without redirect as final', () => {
    expect(follow('https://example.com/', 200)).toEqual({ kind: 'answer' });
    expect(follow('https://example.com/', 304)).toEqual({ kind: 'answer' });
    expect(follow(null, 302)).toEqual({ kind: 'answer' });
  });
});

describe('mayReceiveCredential', () => {
  const allowed = ['api.example.com', '*.shop.example', 'local.example:8443'];

  test.each([
    'https://api.example.com/x',
    'https://API.EXAMPLE.COM:443/',
    'https://api.example.com./',
    'https://a.shop.example/',
    'https://a.b.shop.example/',
    'https://local.example:8443/',
  ])('allows %s', (url) => {
    expect(mayReceiveCredential(new URL(url), allowed)).toBe(true);
  });

  test.each([
    'https://evil.com/',
    'https://api.example.com.evil.com/',
    'https://xapi.example.com/',
    'https://shop.example/',
    'https://evilshop.example/',
    'https://api.example.com:8443/',
    'https://local.example/',
    'https://api.example.com@evil.com/',
    'https://evil.com/api.example.com',
    'https://evil.com#api.example.com',
  ])('HOSTILE 22: refuses %s', (url) => {
    expect(mayReceiveCredential(new URL(url), allowed)).toBe(false);
  });

  test('HOSTILE 22: allows nothing for an empty or all-embracing entry', () => {
    expect(mayReceiveCredential(new URL('https://evil.com/'), ['', '*', '*.', ' '])).toBe(false);
  });
});
