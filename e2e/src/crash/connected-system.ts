import { sign } from '@octokit/webhooks-methods';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { API_KEY, type EventSystem } from '../connectors/event-system.ts';
import { makeEventType } from '../connectors/make-event-type.ts';
import { createConnectorType } from '../connectors/step-system.ts';

/** Items in the system's list, and how many are on a page. */
export const LISTED_ITEMS = 7;
export const PAGE_ITEMS = 3;

const text = { type: 'string' };
const query = (name: string) => ({ name, in: 'query', schema: text });

/** The counting server as a system with a document: a list with several pages, and the counted call. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Counted system', version: '1' },
  paths: {
    '/list': {
      get: {
        parameters: [query('after')],
        'x-paging': { style: 'cursor', parameter: 'query.after', responsePath: 'next', itemsPath: 'items' },
        responses: {
          200: {
            description: 'One page',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    items: { type: 'array', items: { type: 'object', properties: { at: { type: 'integer' } } } },
                    next: { type: ['string', 'null'] },
                  },
                },
              },
            },
          },
        },
      },
    },
    '/call': {
      post: {
        parameters: ['run', 'step', 'ms'].map(query),
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { id: text } } } } },
        responses: { 200: { description: 'Counted', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
};

export interface CrashConnectors {
  /** Connector to the counting server. */
  counted: string;
  /** Connector to the system whose events start runs. */
  events: { connectorId: string; connectorTypeId: string };
}

export async function makeCrashConnectors(
  baseUrl: string,
  api: Client<Calls>,
  urls: { counted: string; events: string },
): Promise<CrashConnectors> {
  const typeId = await createConnectorType(baseUrl, {
    name: 'Counted system',
    fileName: 'counted.json',
    document: JSON.stringify(document),
    baseUrl: urls.counted,
  });
  const make = async (connectorTypeId: string, apiKey: string) =>
    (await api('POST /api/connectors', { body: { name: 'Crash', connectorTypeId, apiKey } })).connector.id;
  const connectorTypeId = await makeEventType(baseUrl, urls.events, 'github');
  return {
    counted: await make(typeId, 'key-of-the-counted-system'),
    events: { connectorId: await make(connectorTypeId, API_KEY), connectorTypeId },
  };
}

/** Announces a new record in the feed, as the system does, until the call is accepted. */
export async function tellOfNews(system: EventSystem, longestMs: number): Promise<void> {
  const endMs = Date.now() + longestMs;
  for (;;) {
    const [hook] = system.hooks.values();
    if (!hook) throw new Error('Nothing is registered at the system');
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': await sign(hook.secret, '{}') };
    const answer = await fetch(hook.url, { method: 'POST', headers, body: '{}', signal: AbortSignal.timeout(15_000) }).catch(() => null);
    if (answer?.status === 200) return;
    if (Date.now() > endMs) throw new Error(`News were not taken: ${answer?.status ?? 'no answer'}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
