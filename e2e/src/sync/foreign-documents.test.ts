import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { createConnectorType } from '../connectors/step-system.ts';
import { simulatedRecords } from '../playbooks/simulated-records.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();
const FOLDER = process.env.PORTAGE_OPENAPI_DIR || join(ROOT, '../shared/openapi');

interface Side {
  fileName: string;
  document: string;
  address: string;
  entities: Record<string, object>;
  /** The kind of record in the simulated system. */
  records: string;
}

interface Case {
  source: Side;
  target: Side;
  entities: [source: string, target: string];
  mappings: Record<string, string>;
  /** A change to a source record, and the target's record after it. */
  change: (record: Record<string, unknown>) => Record<string, unknown>;
  changed: (record: Record<string, unknown>) => unknown;
}

const text = { type: 'string' };
const json = (schema: object) => ({ description: 'Done', content: { 'application/json': { schema } } });
const idIn = [{ name: 'id', in: 'path', required: true, schema: text }];

/** A small system with one kind of record, in another person's words. */
function smallSystem(kind: string, fields: readonly string[]): string {
  const record = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...text, readOnly: true }, ...Object.fromEntries(fields.map((name) => [name, text])) },
  };
  const body = { required: true, content: { 'application/json': { schema: record } } };
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: kind, version: '1' },
    servers: [{ url: `https://${kind}.example` }],
    paths: {
      [`/${kind}`]: {
        get: {
          parameters: [...fields, 'cursor'].map((name) => ({ name, in: 'query', schema: text })),
          responses: { 200: json({ type: 'object', properties: { items: { type: 'array', items: record }, next_cursor: text } }) },
        },
        post: { requestBody: body, responses: { 201: json(record) } },
      },
      [`/${kind}/{id}`]: {
        get: { parameters: idIn, responses: { 200: json(record) } },
        patch: { parameters: idIn, requestBody: body, responses: { 200: json(record) } },
      },
    },
  });
}

const own: Case = {
  source: {
    fileName: 'members.json',
    document: smallSystem('members', ['mail', 'full_name']),
    address: 'https://members.example',
    entities: { Members: { idPath: 'id', namePath: 'full_name', list: { operation: 'GET /members', values: {}, itemsPath: 'items' } } },
    records: 'members',
  },
  target: {
    fileName: 'patrons.json',
    document: smallSystem('patrons', ['email', 'name']),
    address: 'https://patrons.example',
    entities: {
      Patrons: {
        idPath: 'id',
        get: { operation: 'GET /patrons/{id}', values: { 'path.id': '{id}' } },
        find: [
          { key: 'body.email', operation: 'GET /patrons', values: { 'query.email': '{key}' }, itemsPath: 'items', equalsPath: 'email' },
        ],
        create: { operation: 'POST /patrons', values: {}, idPath: 'id' },
        update: { operation: 'PATCH /patrons/{id}', values: { 'path.id': '{id}' } },
      },
    },
    records: 'patrons',
  },
  entities: ['Members', 'Patrons'],
  mappings: { 'body.email': '$Item.mail', 'body.name': '$Item.full_name' },
  change: () => ({ full_name: 'Grace Hopper' }),
  changed: ({ name }) => name,
};

const tenant = { 'header["xero-tenant-id"]': '1' };
const foreignNames = ['hubspot-contacts-v3.json', 'xero-accounting.yaml'] as const;
const isAtHand = foreignNames.every((name) => existsSync(join(FOLDER, name)));

/** Documents written by others, unchanged. */
const foreign = (): Case => ({
  source: {
    fileName: foreignNames[0],
    document: readFileSync(join(FOLDER, foreignNames[0]), 'utf8'),
    address: 'https://api.hubapi.com',
    entities: {
      Contacts: {
        idPath: 'id',
        namePath: 'properties.email',
        list: { operation: 'GET /crm/v3/objects/contacts', values: { 'query.limit': 100 }, itemsPath: 'results' },
      },
    },
    records: 'crm/v3/objects/contacts',
  },
  target: {
    fileName: foreignNames[1],
    document: readFileSync(join(FOLDER, foreignNames[1]), 'utf8'),
    address: 'https://api.xero.com/api.xro/2.0',
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
        update: { operation: 'POST /Contacts/{ContactID}', values: { ...tenant, 'path.ContactID': '{id}' } },
      },
    },
    records: 'Contacts',
  },
  entities: ['Contacts', 'Contacts'],
  mappings: { 'body.Contacts[0].EmailAddress': '$Item.properties.email', 'body.Contacts[0].Name': '$Item.properties.lastname' },
  change: ({ properties }) => ({ properties: { ...(properties as object), lastname: 'Hopper' } }),
  changed: ({ Name }) => Name,
});

let api: Client<Calls>;
let admin: Client<Calls>;
beforeAll(async () => {
  admin = await signIn(baseUrl, ADMIN);
  api = (await signUp(baseUrl)).api;
});

/** A type from an unchanged document, its entities set by the Api Editor's call, and a connector to the system simulated from it. */
async function connect({ fileName, document, address, entities }: Side) {
  const name = `${fileName} ${crypto.randomUUID().slice(0, 8)}`;
  const typeId = await createConnectorType(baseUrl, { name, fileName, document, baseUrl: address });
  const params = { id: typeId };
  const { revision } = await admin('GET /api/connector-types/{id}/edit-entities', { params });
  const edits = Object.entries(entities).map(([entity, value]) => ({ path: ['x-entities', entity], value: value as never }));
  expect(await admin('PUT /api/connector-types/{id}/document-parts', { params, body: { revision, edits } })).toMatchObject({
    isSuccess: true,
    errors: [],
  });
  const { connector } = await api('POST /api/connectors/simulated', { body: { connectorTypeId: typeId } });
  return { typeId, connectorId: connector.id };
}

async function proof({ source, target, entities: [from, to], mappings, change, changed }: Case) {
  const systems = simulatedRecords(baseUrl);
  const [read, written] = [await connect(source), await connect(target)];
  // A simulated system's first call makes its samples.
  const callOnce = async (operationId: string) => {
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'read' },
      { stepId: 'read', type: 'ConnectorOperation', connectorId: read.connectorId, operationId },
    ];
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Look', steps: steps as never } });
    const run = await api('POST /api/workflows/{id}/test-run', { params: { id: workflow.id }, body: { payload: {} } });
    expect(await waitForRun(api, run.workflowInstanceId)).toMatchObject({ status: 'Succeeded' });
  };
  await callOnce((source.entities[from] as { list: { operation: string } }).list.operation);
  const recordsOf = (typeId: string, side: Side) => systems.all(typeId, encodeURIComponent(side.records));
  for (const [at, record] of (await recordsOf(read.typeId, source)).entries()) {
    const fields =
      from === 'Members'
        ? { mail: `m${at}@example.com`, full_name: `Member ${at}` }
        : { properties: { email: `m${at}@example.com`, lastname: `Member ${at}` } };
    await systems.change(read.typeId, encodeURIComponent(source.records), String(record.id), fields);
  }

  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
    { stepId: 'sync', type: 'IntegrationStep', implementationType: 'Integration', fieldsData: {} },
  ];
  const { workflow } = await api('POST /api/workflows', { body: { name: 'Foreign', steps: steps as never } });
  const side = (entityType: string, { typeId, connectorId }: typeof read) => ({ entityType, connectorTypeId: typeId, connectorId });
  const operations = {
    Source: { ...side(from, read), mappings: [] },
    Target: {
      ...side(to, written),
      mappings: Object.entries(mappings).map(([toParameterPath, fromParameterExpression]) => ({
        toParameterPath,
        fromParameterExpression,
      })),
    },
  };
  await api('POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}', {
    params: { workflowId: workflow.id, direction: 'SourceToTarget', integrationType: 'Integration' },
    body: { operations } as never,
  });
  await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
  const sync = async () => {
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params: { id: workflow.id }, body: {} });
    expect(await waitForRun(api, workflowInstanceId, undefined, 100_000)).toMatchObject({ status: 'Succeeded', errorMessage: null });
    const { flows } = await api('GET /api/integrations/flows', { query: { workflowId: workflow.id } });
    return flows[0];
  };
  const writes = () => systems.writeCount(written.typeId);

  const sources = await recordsOf(read.typeId, source);
  expect(sources.length).toBeGreaterThanOrEqual(1);
  expect((await sync())?.items).toMatchObject({ Success: sources.length, Error: 0 });
  expect(await writes()).toBe(sources.length);
  const names = async () => (await recordsOf(written.typeId, target)).map(changed);
  expect(await names()).toEqual(expect.arrayContaining(sources.map((_, at) => `Member ${at}`)));

  await sync();
  expect(await writes()).toBe(sources.length);
  const [first] = sources;
  await systems.change(read.typeId, encodeURIComponent(source.records), String(first?.id), change(first ?? {}));
  await sync();
  expect(await writes()).toBe(sources.length + 1);
  expect((await names()).filter((name) => String(name).includes('Hopper'))).toHaveLength(1);
}

describe('systems whose documents don’t mention Portage, once an admin has described their entities', () => {
  test('two small ones: both sides agree, a second sync writes nothing, a change makes one write', () => proof(own), 200_000);

  test.skipIf(!isAtHand)('two unchanged documents written by others: the same', () => proof(foreign()), 300_000);
});
