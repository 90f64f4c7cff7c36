import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOST_ANSWER } from '../simulators/faults.ts';
import { openSystems } from '../simulators/running-system.ts';
import type { SimulatedCall } from '../simulators/simulated-call.ts';

export const STRIPE_TEST_KEY = 'sk_test_only_for_tests';
export const STRIPE_TEST_WEBHOOK_SECRET = 'whsec_only_for_tests';

/** The simulated Stripe on its own port: its API below `/v1`, its pages and records where a local Portage has them. */
export interface TestStripeServer {
  origin: string;
  stop(): Promise<void>;
}

export async function startTestStripeServer(): Promise<TestStripeServer> {
  let origin = '';
  const account = { secretKey: STRIPE_TEST_KEY, webhookSecret: STRIPE_TEST_WEBHOOK_SECRET };
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const call = await readCall(request, origin);
    const [, ...parts] = call.url.pathname.split('/');
    const isPage = parts[0] === 'local';
    const answer = isPage ? pageAnswer(call, parts.slice(3)) : await stripe.take(call);
    if (answer === LOST_ANSWER) return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The checkout and portal pages are on this server; they link back to Portage.
  const systems = openSystems({ folder: null, now: Date.now, deliver: () => {}, stripe: { ...account, origin } });
  const found = systems.get('stripe');
  if (!found) throw new Error('Stripe is not simulated');
  const stripe = found;

  function pageAnswer(call: SimulatedCall, [name = '', id, ...rest]: string[]) {
    const json = (status: number, value: unknown) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
    if (name === 'faults') {
      const { kind, count } = JSON.parse(call.body);
      stripe.faults.set(kind, count);
      return json(200, stripe.faults.left);
    }
    if (name === 'calls') return json(200, { calls: stripe.calls.page(0, 1_000) });
    const own = stripe.page?.(
      call,
      [name, id, ...rest].filter((part) => part !== undefined),
    );
    if (own) return own;
    const entity = stripe.entities.find((one) => one.name === name);
    if (!entity) return json(404, { message: `Nothing is at ${call.url.pathname}` });
    if (id === undefined) return json(200, { records: entity.list() });
    if (call.method === 'PATCH') return json(200, { record: entity.change(id, JSON.parse(call.body)) });
    if (call.method === 'DELETE') return json(200, { isSuccess: entity.remove(id) });
    return json(200, { record: entity.get(id) });
  }

  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readCall(request: IncomingMessage, origin: string): Promise<SimulatedCall> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', origin),
    header: (name) => String(request.headers[name.toLowerCase()] ?? '') || null,
    body: Buffer.concat(parts).toString('utf8'),
  };
}
