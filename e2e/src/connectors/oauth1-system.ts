import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import OAuth from 'oauth-1.0a';

export const OAUTH1_CLIENT = { key: 'consumer-key', secret: 'consumer secret & more' } as const;
/** A handmade token, as NetSuite has it. */
export const OAUTH1_MANUAL = { key: 'token-id', secret: 'token secret' } as const;

/**
 * A system with OAuth 1.0a (RFC 5849) that checks every signature with the library `oauth-1.0a` and accepts no nonce
 * twice: `/request-token`, `/authorize` (a page with a link to agree), `/access-token`, `/api`. Its pages are cut off
 * from the window that opened them, as careful systems' pages are.
 */
export async function startOAuth1System(): Promise<{ origin: string; stop(): Promise<void> }> {
  const secrets = new Map<string, string>([[OAUTH1_MANUAL.key, OAUTH1_MANUAL.secret]]);
  const callbacks = new Map<string, string>();
  const verifiers = new Map<string, string>();
  const nonces = new Set<string>();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const html = (text: string) =>
      void response
        .writeHead(200, { 'content-type': 'text/html', 'cross-origin-opener-policy': 'same-origin' })
        .end(`<!doctype html><html lang="en"><title>System</title><body>${text}</body></html>`);
    if (url.pathname === '/authorize') {
      const token = url.searchParams.get('oauth_token') ?? '';
      const back = new URL(callbacks.get(token) ?? 'http://nowhere.invalid/');
      const verifier = randomBytes(8).toString('hex');
      verifiers.set(token, verifier);
      back.searchParams.set('oauth_token', token);
      back.searchParams.set('oauth_verifier', verifier);
      return html(`<p>Portage wants to read your things.</p><a href="${back.href.replaceAll('&', '&amp;')}">Allow</a>`);
    }
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end();
    const oauth = parseOauthParameters(request);
    const token = oauth.oauth_token ?? '';
    if (!isSigned(request, url, oauth, secrets.get(token))) return void response.writeHead(401).end('signature refused');
    const give = (given: string) => {
      const secret = randomBytes(12).toString('hex');
      secrets.set(given, secret);
      const body = new URLSearchParams({ oauth_token: given, oauth_token_secret: secret, oauth_callback_confirmed: 'true' });
      response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded' }).end(body.toString());
    };
    switch (url.pathname) {
      case '/request-token': {
        const temporary = `temporary-${randomBytes(8).toString('hex')}`;
        callbacks.set(temporary, oauth.oauth_callback ?? '');
        return give(temporary);
      }
      case '/access-token':
        if (verifiers.get(token) !== oauth.oauth_verifier) return void response.writeHead(401).end('verifier refused');
        verifiers.delete(token);
        return give(`access-${randomBytes(8).toString('hex')}`);
      default:
        if (token !== OAUTH1_MANUAL.key && !token.startsWith('access-')) return void response.writeHead(401).end('token refused');
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    }
  });

  function isSigned(request: IncomingMessage, url: URL, oauth: Record<string, string>, tokenSecret: string | undefined): boolean {
    const { oauth_signature: signature, realm: _, ...data } = oauth;
    const age = Math.abs(Date.now() / 1_000 - Number(data.oauth_timestamp));
    const method = data.oauth_signature_method ?? '';
    const hash = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' }[method];
    const seen = `${data.oauth_timestamp} ${data.oauth_nonce}`;
    if (!(age < 300) || !hash || nonces.has(seen) || data.oauth_consumer_key !== OAUTH1_CLIENT.key) return false;
    nonces.add(seen);
    const checker = new OAuth({
      consumer: OAUTH1_CLIENT,
      signature_method: method,
      hash_function: (base, key) => createHmac(hash, key).update(base).digest('base64'),
    });
    const expected = checker.getSignature({ method: request.method ?? '', url: url.href }, tokenSecret, data as unknown as OAuth.Data);
    return expected === signature;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, stop: () => stopServer(server) };
}

export function stopServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function parseOauthParameters({ headers }: IncomingMessage): Record<string, string> {
  const pairs = [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]));
}
