import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { hasPrism, type Prism, startPrism } from '@portage/connectors/testing/prism';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { type ConnectedSystem, createConnectorType, makeConnector, realDocument, startSystem } from '../connectors/step-system.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();
const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'Done', ...json(schema) });

const member = { type: 'object', properties: { id: text, mail: text, full_name: text, level: text } };
const MEMBERS = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Members', version: '1' },
  paths: { '/members': { get: { responses: { 200: ok({ type: 'object', properties: { items: { type: 'array', items: member } } }) } } } },
  'x-entities': { Members: { idPath: 'id', namePath: 'full_name', list: { operation: 'GET /members', itemsPath: 'items' } } },
});
const members = [
  { id: 'm1', mail: 'ada@example.com', full_name: 'Ada Lovelace', level: 'gold' },
  { id: 'm2', mail: 'grace@example.com', full_name: 'Grace & "Hopper"', level: 'plain' },
];

const patron = {
  type: 'object',
  required: ['email', 'name', 'points'],
  additionalProperties: false,
  properties: {
    id: { ...text, readOnly: true },
    email: { ...text, format: 'email' },
    name: { ...text, minLength: 1, maxLength: 40 },
    level: { ...text, enum: ['gold', 'plain'] },
    points: { type: 'integer', minimum: 0 },
    tags: { type: 'array', minItems: 1, items: text },
  },
};

interface Case {
  name: string;
  /** Null: the document isn't available. */
  document: string | null;
  /** `x-entities` for a document that another person wrote. */
  entities?: Record<string, object>;
  entity: string;
  mappings: Record<string, string>;
  /** A call that its document doesn't allow. */
  wrong: { method: string; path: string; body?: string };
}

const tenant = { 'header["xero-tenant-id"]': '1' };
const cases: Case[] = [
  {
    name: 'a strict one of a person',
    document: JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Patrons', version: '1' },
      paths: {
        '/patrons': {
          get: {
            parameters: [{ name: 'email', in: 'query', required: true, schema: { ...text, format: 'email' } }],
            responses: { 200: ok({ type: 'array', items: patron }) },
          },
          post: { requestBody: { required: true, ...json(patron) }, responses: { 201: ok(patron) } },
        },
      },
      'x-entities': {
        Patrons: {
          idPath: 'id',
          find: [{ key: 'body.email', operation: 'GET /patrons', values: { 'query.email': '{key}' }, equalsPath: 'email' }],
          create: { operation: 'POST /patrons', idPath: 'id' },
        },
      },
    }),
    entity: 'Patrons',
    mappings: {
      'body.email': '$Item.mail',
      'body.name': '$Item.full_name',
      'body.level': '$Item.level',
      // A text where the document requires a number, as sources provide it.
      'body.points': '10',
      'body.tags[0]': 'member',
    },
    wrong: { method: 'POST', path: '/patrons', body: '{"email":"ada@example.com","name":""}' },
  },
  {
    name: 'one that comes with Portage: Stripe',
    document: readFileSync(join(ROOT, 'packages/connectors/system/stripe/openapi.yaml'), 'utf8'),
    entity: 'Customers',
    mappings: { 'body.email': '$Item.mail', 'body.name': '$Item.full_name', 'body.metadata.level': '$Item.level' },
    wrong: { method: 'GET', path: '/v1/customers?limit=many' },
  },
  {
    name: 'one that Xero wrote',
    document: realDocument('xero-accounting.yaml'),
    entities: {
      Contacts: {
        idPath: 'ContactID',
        find: [
          {
            key: 'body.Contacts[0].EmailAddress',
            operation: 'GET /Contacts',
            values: { ...tenant, 'query.where': 'EmailAddress=="{key}"' },
            itemsPath: 'Contacts',
            equalsPath: 'EmailAddress',
          },
        ],
        create: { operation: 'POST /Contacts', values: tenant, idPath: 'Contacts[0].ContactID' },
      },
    },
    entity: 'Contacts',
    mappings: { 'body.Contacts[0].EmailAddress': '$Item.mail', 'body.Contacts[0].Name': '$Item.full_name' },
    wrong: { method: 'GET', path: '/Contacts' },
  },
];

let api: Client<Calls>;
let admin: Client<Calls>;
let source: ConnectedSystem;
const folder = mkdtempSync(join(tmpdir(), 'portage-prism-target-'));
beforeAll(async () => {
  admin = await signIn(baseUrl, ADMIN);
  api = (await signUp(baseUrl)).api;
  source = await startSystem(({ url }) => (url === '/members' ? { body: { items: members } } : undefined));
});
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(name: string, document: string, address: string, entities: Record<string, object> = {}) {
  const fileName = /^\s*\{/.test(document) ? 'system.json' : 'system.yaml';
  const typeId = await createConnectorType(baseUrl, {
    name: `${name} ${crypto.randomUUID().slice(0, 8)}`,
    fileName,
    document,
    baseUrl: address,
  });
  const edits = Object.entries(entities).map(([entity, value]) => ({ path: ['x-entities', entity], value: value as never }));
  if (edits.length > 0) {
    const params = { id: typeId };
    const { revision } = await admin('GET /api/connector-types/{id}/edit-entities', { params });
    expect(await admin('PUT /api/connector-types/{id}/document-parts', { params, body: { revision, edits } })).toMatchObject({
      errors: [],
    });
  }
  return { connectorTypeId: typeId, connectorId: await makeConnector(api, typeId, name) };
}

async function synced({ name, document, entities, entity, mappings }: Case, prism: Prism) {
  const from = await connect('Members', MEMBERS, source.url);
  const to = await connect(name, document ?? '', prism.baseUrl, entities);
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
    { stepId: 'sync', type: 'IntegrationStep', implementationType: 'Integration', fieldsData: {} },
  ];
  const { workflow } = await api('POST /api/workflows', { body: { name: 'To Prism', steps: steps as never } });
  const rows = Object.entries(mappings).map(([toParameterPath, fromParameterExpression]) => ({ toParameterPath, fromParameterExpression }));
  const operations = { Source: { ...from, entityType: 'Members', mappings: [] }, Target: { ...to, entityType: entity, mappings: rows } };
  await api('POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}', {
    params: { workflowId: workflow.id, direction: 'SourceToTarget', integrationType: 'Integration' },
    body: { operations } as never,
  });
  await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
  const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params: { id: workflow.id }, body: {} });
  expect(await waitForRun(api, workflowInstanceId, undefined, 100_000)).toMatchObject({ errorMessage: null, status: 'Succeeded' });
  const { flows } = await api('GET /api/integrations/flows', { query: { workflowId: workflow.id } });
  return api('GET /api/integrations/flows/{flowId}/items', { params: { flowId: flows[0]?.id ?? '' }, query: {} });
}

describe.skipIf(!hasPrism())('a sync into a system that Prism makes from its document, refusing what the document doesn’t allow', () => {
  test.each(cases.filter(({ document }) => document !== null))('$name: every record is accepted', async (one) => {
    const document = one.document ?? '';
    const file = join(folder, `${one.entity}.${/^\s*\{/.test(document) ? 'json' : 'yaml'}`);
    writeFileSync(file, document);
    const prism = await startPrism(file);
    try {
      const { method, path, body } = one.wrong;
      const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
      const refused = await fetch(`${prism.baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
      expect(refused.status).toBe(422);
      const { items } = await synced(one, prism);
      expect(items.map(({ name, status, error }) => [name, status, error])).toEqual(
        expect.arrayContaining(members.map(({ full_name }) => [full_name, 'Success', null])),
      );
    } finally {
      prism.stop();
    }
  });
});
