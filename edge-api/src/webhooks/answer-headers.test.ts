import { expect, test } from 'vitest';
import { buildResponseHeaders } from './answer-headers.ts';

const named = (name: string) => buildResponseHeaders({ [name]: '/secret' }, false).get(name);

test.for([
  ...[
    'x-accel-redirect',
    'x-accel-expires',
    'x-accel-buffering',
    'x-sendfile',
    'x-send-file',
    'x-lighttpd-send-file',
    'x-litespeed-location',
  ],
  ...['surrogate-control', 'surrogate-key', 'cdn-cache-control', 'cloudflare-cdn-cache-control', 'edge-control', 'x-varnish', 'x-cache'],
  ...['x-middleware-rewrite', 'x-nextjs-redirect', 'x-rewrite-url', 'x-original-url', 'x-forwarded-host', 'x-http-method-override'],
  ...['set-cookie', 'refresh', 'link', 'content-encoding', 'content-length', 'transfer-encoding', 'content-disposition', 'age', 'expires'],
  ...[
    'x-xss-protection',
    'x-robots-tag',
    'x-webkit-csp',
    'x-content-security-policy',
    'x-dns-prefetch-control',
    'x-permitted-cross-domain-policies',
  ],
  ...['www-authenticate', 'clear-site-data', 'strict-transport-security', 'report-to', 'nel', 'alt-svc', 'server', 'via', 'date', 'p3p'],
  ...['sourcemap', 'x-sourcemap', 'access-control-allow-credentials', 'cross-origin-opener-policy', 'never-heard-of', 'x-', 'x-a_b'],
])('HOSTILE 45: a webhook’s response can’t set %s', (name) => {
  expect(/^[\w-]+$/.test(name) ? named(name) : null).toBeNull();
});

test.for(['x-order-id', 'x-sum', 'x-hook-secret', 'x-correlation-id', 'retry-after', 'etag', 'allow', 'webhook-allowed-origin'])(
  '%s is sent',
  (name) => {
    expect(named(name)).toBe('/secret');
  },
);

test.for([
  ['text/html', 'text/plain; charset=utf-8'],
  ['TEXT/HTML; charset=utf-8', 'text/plain; charset=utf-8'],
  ['application/xhtml+xml', 'text/plain; charset=utf-8'],
  ['image/svg+xml', 'text/plain; charset=utf-8'],
  ['text/xsl', 'text/plain; charset=utf-8'],
  ['text/plain, text/html', 'text/plain; charset=utf-8'],
  ['application/json, text/html', 'text/plain; charset=utf-8'],
  ['unknown/unknown', 'text/plain; charset=utf-8'],
  ['application/problem+json', 'application/problem+json'],
  ['text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
  ['image/png', 'image/png'],
] as const)('HOSTILE 45: on the product’s address the type %s is sent as %s', ([type, sent]) => {
  expect(buildResponseHeaders({ 'content-type': type }, false).get('content-type')).toBe(sent);
});

test('on a separate address HTML is a page but never a script; XML is downloaded and not displayed', () => {
  expect(buildResponseHeaders({ 'content-type': 'text/html' }, true).get('content-type')).toBe('text/html');
  expect(buildResponseHeaders({ 'content-type': 'text/html' }, true).get('content-security-policy')).toMatch(/^sandbox;/);
  expect(buildResponseHeaders({ 'content-type': 'text/javascript' }, true).get('content-type')).toBe('text/plain; charset=utf-8');
  const xml = buildResponseHeaders({ 'content-type': 'application/xml' }, false);
  expect([xml.get('content-type'), xml.get('content-disposition')]).toEqual(['application/xml', 'attachment']);
});
