import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const CONSUMER = { key: 'consumer-key', secret: 'consumer secret & more' } as const;

/**
 * A system with OAuth 1.0a that checks every signature and accepts no nonce twice: `/request-token`, `/authorize` (people consent
 * at once), `/access-token`, `/api/*`.
 */
export async function startOAuth1Server(): Promise<{ origin: string; stop(): Promise<void> }> {
  const secrets = new Map<string, string>();
  const callbacks = new Map<string, string>();
  const verifiers = new Map<string, string>();
  const nonces = new Set<string>();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const refuse = () => void response.writeHead(401, { 'content-type': 'text/plain' }).end('signature refused');
    if (url.pathname === '/authorize') {
      const token = url.searchParams.get('oauth_token') ?? '';
      const back = new URL(callbacks.get(token) ?? 'http://nowhere.invalid/');
      const verifier = randomBytes(8).toString('hex');
      verifiers.set(token, verifier);
      back.searchParams.set('oauth_token', token);
      back.searchParams.set('oauth_verifier', verifier);
      return void response.writeHead(302, { location: back.href }).end();
    }
    const oauth = parseAuthorization(request);
    const token = oauth.get('oauth_token') ?? '';
    const nonce = `${oauth.get('oauth_timestamp')} ${oauth.get('oauth_nonce')}`;
    const isAge = Math.abs(Date.now() / 1_000 - Number(oauth.get('oauth_timestamp'))) < 300;
    if (
      !isAge ||
      nonces.has(nonce) ||
      oauth.get('oauth_signature') !== computeSignature(request.method ?? '', url, oauth, secrets.get(token) ?? '')
    ) {
      return refuse();
    }
    nonces.add(nonce);
    const give = (token: string) => {
      const secret = randomBytes(12).toString('hex');
      secrets.set(token, secret);
      response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded' }).end(
        new URLSearchParams({
          oauth_token: token,
          oauth_token_secret: secret,
          oauth_callback_confirmed: 'true',
          account: '42',
        }).toString(),
      );
    };
    if (url.pathname === '/request-token') {
      const temporary = `temporary-${randomBytes(8).toString('hex')}`;
      callbacks.set(temporary, oauth.get('oauth_callback') ?? '');
      return give(temporary);
    }
    if (url.pathname === '/access-token') {
      if (!verifiers.has(token) || verifiers.get(token) !== oauth.get('oauth_verifier')) return refuse();
      verifiers.delete(token);
      return give(`access-${randomBytes(8).toString('hex')}`);
    }
    if (!token.startsWith('access-')) return refuse();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, said: request.headers.authorization }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parseAuthorization({ headers }: IncomingMessage): Map<string, string> {
  const pairs = [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)];
  return new Map(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]));
}

/** RFC 5849 3.4 again, computed differently from the code under test. */
function computeSignature(method: string, url: URL, oauth: Map<string, string>, tokenSecret: string): string {
  const encode = (text: string) =>
    Array.from(new TextEncoder().encode(text), (byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join('');
  const signed = [...oauth].filter(([name]) => name !== 'oauth_signature' && name !== 'realm');
  const pairs = [...signed, ...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const base = `${method}&${encode(url.origin + url.pathname)}&${encode(pairs.join('&'))}`;
  return createHmac('sha1', `${encode(CONSUMER.secret)}&${encode(tokenSecret)}`)
    .update(base)
    .digest('base64');
}
