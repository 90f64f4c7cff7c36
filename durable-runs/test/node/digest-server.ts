import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const ACCOUNT = {
  user: 'john.doe@acmehealth.example',
  client: 'client-of-the-realm',
  clinic: '236',
  secret: 'private-key-'.repeat(20),
} as const;
const WINDOW_MS = 300_000;

interface DigestCall {
  method: string;
  path: string;
  transactionId: string;
  status: number;
  body: string;
}

/**
 * A system that authenticates calls as Sunwave does: by a digest of the caller, the time, and the MD5 of the body, with a
 * transaction id never used before. It refuses with status 200 and a text. Each test has its own space, `/k/{key}/…`;
 * `/calls/{key}` lists the calls there. `/api/forms` is busy for its first two calls.
 */
export async function startDigestServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  const callsOf = new Map<string, DigestCall[]>();
  const used = new Set<string>();
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const [, kind = '', key = '', ...rest] = new URL(request.url ?? '/', 'http://system').pathname.split('/');
    const calls = callsOf.get(key) ?? [];
    callsOf.set(key, calls);
    const path = `/${rest.join('/')}`;
    const [type, json] = ['text/plain', 'application/json'];
    if (kind === 'calls') return void response.writeHead(200, { 'content-type': json }).end(JSON.stringify(calls));
    const { fault, transactionId } = checkDigest(request, body, used);
    const isBusy = fault === null && path === '/api/forms' && calls.filter((call) => call.path === path).length < 2;
    const status = isBusy ? 429 : 200;
    calls.push({ method: request.method ?? '', path, transactionId, status, body: body.toString() });
    if (fault !== null) return void response.writeHead(200, { 'content-type': type }).end(fault);
    if (isBusy) return void response.writeHead(429, { 'content-type': type, 'retry-after': '0' }).end('Too Many Requests');
    const answer = request.method === 'POST' ? JSON.parse(body.toString()) : [{ id: '404', first_name: 'Erlich', name: 'Face Sheet' }];
    response.writeHead(200, { 'content-type': json }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Why a call is refused; null: it isn't. Computed differently from the code under test. */
function checkDigest({ headers }: IncomingMessage, body: Buffer, used: Set<string>): { fault: string | null; transactionId: string } {
  const [, token = ''] = /^Digest (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const [user, client, time = '', clinic, transactionId = '', md5, hmac, ...more] = token.split(':');
  const refuse = (fault: string | null) => ({ fault, transactionId });
  if (user !== ACCOUNT.user || client !== ACCOUNT.client || clinic !== ACCOUNT.clinic) return refuse('Unknown user');
  const seed = token.slice(0, token.lastIndexOf(':'));
  const expected = createHmac('sha512', ACCOUNT.secret).update(seed).digest('base64').replaceAll('/', '_').replaceAll('+', '-');
  if (hmac !== expected || more.length > 0) return refuse('Invalid digest');
  const at = Buffer.from(time, 'base64').toString();
  if (!/^\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/.test(at)) return refuse('Invalid time');
  if (Math.abs(Date.now() - Date.parse(at)) > WINDOW_MS) return refuse('The time is too far away');
  const sum = createHash('md5').update(body).digest('hex');
  if (md5 !== Buffer.from(sum).toString('base64')) return refuse('The payload was changed');
  if (!transactionId || used.has(transactionId)) return refuse('The transaction id was used before');
  used.add(transactionId);
  return refuse(null);
}
