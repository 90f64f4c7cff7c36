import { importDocument } from '@portage/connectors/document';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import { openDocument } from '@portage/connectors/stored';
import { expect, test } from 'vitest';
import type { EgressRequest } from '../egress/egress-message.ts';
import { callForEvent, type EventCallPorts, pageAfter, readEventPage } from './event-call.ts';
import type { Subscription } from './event-state.ts';
import { unsubscribe } from './subscriptions.ts';

const ITEMS = {
  type: 'object',
  properties: {
    next: { type: 'string' },
    ok: { type: 'boolean' },
    reason: { type: 'string' },
    item: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } } },
  },
};

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'System', version: '1' },
  servers: [{ url: 'https://api.system.example' }],
  paths: {
    '/news': { get: { responses: { 200: { description: 'News' } } } },
    '/items': {
      get: {
        'x-paging': { style: 'nextUrl', responsePath: 'next', itemsPath: 'item' },
        'x-failure': { path: 'ok', equals: false, messagePath: 'reason' },
        responses: {
          200: { description: 'Items', content: { 'application/xml': { schema: ITEMS }, 'application/json': { schema: ITEMS } } },
        },
      },
    },
    '/webhooks': {
      get: {
        parameters: [{ in: 'query', name: 'page', schema: { type: 'integer' } }],
        'x-paging': { style: 'page', parameter: 'query.page', firstPage: 1, itemsPath: 'items' },
        responses: { 200: { description: 'Webhooks' } },
      },
      delete: { parameters: [{ in: 'query', name: 'id', schema: { type: 'string' } }], responses: { 200: { description: 'Removed' } } },
      post: {
        parameters: [{ in: 'header', name: 'Idempotency-Key', schema: { type: 'string' } }],
        responses: { 200: { description: 'Registered' } },
      },
    },
  },
};

function opened(): ConnectorDocument {
  const imported = importDocument(JSON.stringify(DOCUMENT));
  if (!imported.ok) throw new Error('The document has errors');
  return openDocument(imported.stored.index, async (part) => imported.stored.parts[part] ?? '');
}

function portsWith(present: string | null, documents: Record<string, ConnectorDocument>, secrets: string[] = []): EventCallPorts {
  const lease = {
    connectorId: 'c',
    connectorTypeId: 't',
    connectorName: 'Mine',
    typeName: 'System',
    isSimulated: false,
    hasSignIn: false,
    documentId: present,
    baseUrl: 'https://api.system.example',
    allowedHosts: ['api.system.example'],
    credentials: null,
    extraKeys: [],
    secrets,
    revision: 0,
    isMarkedBroken: false,
    expirySigns: [],
    rateLimitSigns: [],
  };
  return {
    connection: () => ({
      lease: async () => ({ outcome: 'leased', lease }),
      reportRateLimit: async () => {},
      reportCredentials: async () => {},
    }),
    send: async () =>
      ({
        ok: true,
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: new TextEncoder().encode('{"items":[]}'),
        url: '',
      }) as never,
    documents: { open: async (id) => documents[id] ?? null },
    nowMs: () => 0,
  };
}
const call = (ports: EventCallPorts) => callForEvent(ports, { connectorId: 'c', documentId: 'old' }, 'GET /news', {});

test('a registration made with a deleted document continues with the type’s current one', async () => {
  expect((await call(portsWith('new', { new: opened() }))).body).toEqual({ items: [] });
  expect((await call(portsWith('new', { old: opened() }))).body).toEqual({ items: [] });
});

test('says what to do if the type no longer has a document', async () => {
  await expect(call(portsWith(null, {}))).rejects.toThrow('The OpenAPI document of the connector type is gone: upload it again.');
  await expect(call(portsWith('old', {}))).rejects.toThrow('upload it again');
});

test.each([
  ['of the call, where it has none', {}, 'made'],
  ['that the wiring sets', { header: { 'Idempotency-Key': 'own' } }, 'own'],
])('a registration sends the idempotency key %s', async (_what, values, key) => {
  const sent: EgressRequest[] = [];
  const { send, ...ports } = portsWith('new', { new: opened() });
  const noting = async (request: EgressRequest) => {
    sent.push(request);
    return send(request);
  };
  const target = { connectorId: 'c', documentId: 'new' };
  await callForEvent({ ...ports, send: noting }, target, 'POST /webhooks', values, { idempotencyKey: 'made' });
  expect(sent[0]?.headers).toMatchObject({ 'idempotency-key': key });
});

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** The items of a response in these bytes, and the address of the next page. */
async function itemsIn(body: Uint8Array, contentType: string, secrets?: string[]) {
  const ports = {
    ...portsWith('new', { new: opened() }, secrets),
    send: async ({ url }: EgressRequest) => ({ ok: true, status: 200, headers: { 'content-type': contentType }, body, url }) as const,
  };
  const answered = await callForEvent(ports, { connectorId: 'c', documentId: 'new' }, 'GET /items', {});
  const page = await readEventPage(answered, {});
  return { items: page.items, next: pageAfter(answered, page, null)?.url ?? null };
}

test.each<[string, string, string]>([
  ['XML', '<items><item><id>1</id><name>J\u00c3\u00bcrgen</name></item></items>', 'application/xml'],
  [
    'XML with its own charset',
    '<?xml version="1.0" encoding="iso-8859-1"?><items><item><id>1</id><name>J\u00fcrgen</name></item></items>',
    'text/xml',
  ],
  ['JSON in a declared charset', '{"item": [{"id": 1, "name": "J\u00fcrgen"}]}', 'application/json; charset=windows-1252'],
  ['JSON under another label', '{"item": [{"id": 1, "name": "J\u00c3\u00bcrgen"}]}', 'text/html; charset=utf-8'],
])('HOSTILE 48: a page of events is read in %s', async (_name, text, contentType) => {
  expect((await itemsIn(latin(text), contentType)).items).toEqual([{ id: 1, name: 'Jürgen' }]);
});

test.each([
  ['<error><message>busy</message></error>', 'application/xml', /has no “item”, and the response says “busy”/],
  ['<items><ok>false</ok><reason>no access</reason></items>', 'application/xml', /no access/],
  ['{"ok": false, "item": [], "reason": "no access"}', 'application/json', /no access/],
])('HOSTILE 47: %s isn’t a page of events', async (text, contentType, message) => {
  await expect(itemsIn(latin(text), contentType)).rejects.toThrow(message);
});

test('the next page is requested without the key that the system includes in its address', async () => {
  const next = 'https://api.system.example/items?access_token=key-of-the-account&after=7';
  const { items, next: found } = await itemsIn(latin(JSON.stringify({ item: [{ id: 1 }], next })), 'application/json', [
    'key-of-the-account',
  ]);
  expect([items, found]).toEqual([[{ id: 1 }], 'https://api.system.example/items?after=7']);
});

test.each([
  [100, 99, null],
  [101, 0, /more than 100 pages, so Portage can't tell which it registered/],
])('HOSTILE 47: of %i pages of webhooks, %i of Portage are removed', async (pages, removed, refusal) => {
  const deleted: string[] = [];
  const page = (request: EgressRequest) => {
    const { searchParams } = new URL(request.url);
    if (request.method === 'DELETE') deleted.push(searchParams.get('id') ?? '');
    const number = Number(searchParams.get('page') ?? '1');
    const items = number < pages ? [{ id: `hook-${number}`, url: 'https://portage.test/hook' }] : [];
    return new TextEncoder().encode(JSON.stringify({ items: request.method === 'GET' ? items : undefined }));
  };
  const ports = {
    ...portsWith('new', { new: opened() }),
    send: async (request: EgressRequest) =>
      ({ ok: true, status: 200, headers: { 'content-type': 'application/json' }, body: page(request), url: request.url }) as const,
    connectorFields: async () => ({}),
    seal: async (secret: string) => secret,
    open: async (sealed: string) => sealed,
    newId: () => 'id',
  };
  const definition = {
    find: { operation: 'GET /webhooks', values: {}, itemsPath: 'items', urlPath: 'url', idPath: 'id' },
    unsubscribe: { operation: 'DELETE /webhooks', values: { 'query.id': '{subscriptionId}' } },
  };
  const subscription = { connectorId: 'c', documentId: 'new', definition, webhookUrl: 'https://portage.test/hook', parameters: {} };
  const removing = unsubscribe({ ...subscription, subscriptionId: null, kept: {}, sealedSecret: null } as unknown as Subscription, ports);
  if (refusal) await expect(removing).rejects.toThrow(refusal);
  else await removing;
  expect(deleted).toHaveLength(removed);
});
