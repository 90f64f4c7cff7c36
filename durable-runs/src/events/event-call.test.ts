import { importDocument } from '@portage/connectors/document';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import { openDocument } from '@portage/connectors/stored';
import { expect, it } from 'vitest';
import type { EgressRequest } from '../egress/egress-message.ts';
import { callForEvent, type EventCallPorts } from './event-call.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'System', version: '1' },
  servers: [{ url: 'https://api.system.example' }],
  paths: {
    '/news': { get: { responses: { 200: { description: 'News' } } } },
    '/webhooks': {
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

function portsWith(present: string | null, documents: Record<string, ConnectorDocument>): EventCallPorts {
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
    secrets: [],
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

it('what was registered with a document that is gone by now goes on with the present one of its type', async () => {
  expect((await call(portsWith('new', { new: opened() }))).body).toEqual({ items: [] });
  expect((await call(portsWith('new', { old: opened() }))).body).toEqual({ items: [] });
});

it('says what to do where the type has none any more', async () => {
  await expect(call(portsWith(null, {}))).rejects.toThrow('The OpenAPI document of the connector type is gone: upload it again.');
  await expect(call(portsWith('old', {}))).rejects.toThrow('upload it again');
});

it.each([
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
