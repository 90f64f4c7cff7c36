import { readSimulatedAddress } from '@portage/contracts';
import { Response } from 'miniflare';
import type { LocalHandler } from '../pages/local-handler.ts';
import { LOST_ANSWER } from './faults.ts';
import { getDefinition, simulatedHosts, systemOfHost, systemOfType } from './registry.ts';
import type { RunningSystem, RunningSystems } from './running-system.ts';
import type { SimulatedSystemName } from './system-names.ts';

/** Names that only the local Portage knows; workflows call them like systems on the network. */
const SAMPLE_HOSTS = ['shop.portage.local', 'crm.portage.local'];

/** @param takenOver systems whose real hosts are also simulated (`PORTAGE_SIMULATE`) */
export function simulatorHosts(takenOver: readonly SimulatedSystemName[]): string[] {
  return [...SAMPLE_HOSTS, ...simulatedHosts(takenOver)];
}

const LOW_STOCK = [
  { sku: 'MUG-01', name: 'Enamel mug', stock: 3 },
  { sku: 'BAG-07', name: 'Canvas bag', stock: 0 },
  { sku: 'PEN-12', name: 'Drafting pen', stock: 41 },
];

/**
 * A small shop and a small CRM for the sample workflows: they respond as such systems do and store nothing.
 * `GET http://shop.portage.local/products`, `POST /orders`; `POST http://crm.portage.local/contacts` (refuses one
 * without an e-mail address). Behind the other hosts are simulated systems (./registry.ts), which keep their data.
 */
export function simulatorsHandler(systems: RunningSystems): LocalHandler {
  let orders = 1_000;
  return async (request) => {
    const url = new URL(request.url);
    const { hostname, pathname } = url;
    const called = await systemOfCall(systems, url);
    if (called) {
      const header = (name: string) => request.headers.get(name);
      const answer = await called.system.take({ method: request.method, url: called.url, header, body: await request.text() });
      if (answer === LOST_ANSWER) return createCutResponse();
      const hasNoBody = answer.status === 204 || answer.status === 304 || request.method === 'HEAD';
      return new Response(hasNoBody ? null : answer.body, { status: answer.status, headers: answer.headers });
    }
    const body = request.method === 'POST' ? await readJson(request) : null;
    switch (`${hostname} ${request.method} ${pathname}`) {
      case 'shop.portage.local GET /products':
        return Response.json({ products: LOW_STOCK });
      case 'shop.portage.local POST /orders':
        orders += 1;
        return Response.json({ orderNumber: `SO-${orders}`, accepted: true, received: body }, { status: 201 });
      case 'crm.portage.local POST /contacts':
        if (!isContact(body)) return Response.json({ error: 'A contact needs an e-mail address.' }, { status: 422 });
        return Response.json({ contactId: `C-${body.email.length}${orders}`, email: body.email }, { status: 201 });
      default:
        return Response.json({ error: `The simulator has no ${request.method} ${pathname}.` }, { status: 404 });
    }
  };
}

/** The system that a call is for, and its address as the real system would receive it. */
async function systemOfCall(systems: RunningSystems, url: URL): Promise<{ system: RunningSystem; url: URL } | null> {
  const simulated = readSimulatedAddress(url);
  const found = simulated ? systemOfConnector(simulated) : systemOfHost(url.hostname);
  if (!found) return null;
  const system = systems.get(found.name) ?? (await systems.byDocument(found.name));
  if (!system) return null;
  const real = simulated?.url ?? url;
  if (!simulated && 'realHost' in found) real.hostname = found.realHost as string;
  return { system, url: real };
}

/** A host that the type's simulator doesn't serve is unknown: no other simulator responds for it. */
function systemOfConnector({ connectorTypeId, url }: { connectorTypeId: string; url: URL }): { name: string } | null {
  const name = systemOfType(connectorTypeId);
  if (name === null) return { name: connectorTypeId };
  return getDefinition(name).hosts.includes(url.hostname) ? { name } : null;
}

/** A response whose connection is cut before its end. */
function createCutResponse(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{'));
    },
    pull(controller) {
      controller.error(new Error('The simulated system cut the connection.'));
    },
  });
  // Closes the connection at once: otherwise the caller would wait for the rest until it times out.
  const headers = { 'content-type': 'application/json', 'content-length': '1000', connection: 'close' };
  return new Response(body as never, { headers });
}

async function readJson(request: Parameters<LocalHandler>[0]): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return null;
  }
}

function isContact(body: unknown): body is { email: string } {
  return typeof body === 'object' && body !== null && /@/.test(String((body as { email?: unknown }).email ?? ''));
}
