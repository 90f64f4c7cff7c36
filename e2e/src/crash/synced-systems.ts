import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { createConnectorType, makeConnector } from '../connectors/step-system.ts';

/** New people before each sync; the target refuses the first of them. */
const NEW_PEOPLE = 8;
const PAGE_PEOPLE = 5;
const WRITE_MS = 15;

interface Person {
  id: string;
  email: string;
  name: string;
}

export interface SyncReport {
  /** People in the source that the target accepts. */
  people: number;
  /** How many of them the target lacks or has under another name: must be 0. */
  peopleMissing: number;
  /** Surplus records in the target: must be 0. */
  peopleTwice: number;
  /** Items whose state doesn't match what the target did: must be 0. */
  itemsWrong: number;
  /** How many items are in each state. */
  items: Readonly<Record<string, number>>;
}

/** Two systems that outlive every kill: people are read from one and written to the other. */
export interface SyncedSystems {
  url: string;
  /** Adds people, and renames an existing one. */
  grow(): void;
  /** Judges the result once nothing is in progress. */
  judge(items: Readonly<Record<string, number>>): SyncReport;
  close(): Promise<void>;
}

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = (schema: object) => ({ description: 'Done', ...json(schema) });
const query = (name: string) => ({ name, in: 'query', schema: text });
const record = { type: 'object', properties: { id: { ...text, readOnly: true }, email: text, name: text } };
const page = { type: 'object', properties: { items: { type: 'array', items: record }, next: { type: ['string', 'null'] } } };
const idInPath = [{ name: 'id', in: 'path', required: true, schema: text }];

const document = {
  openapi: '3.1.0',
  info: { title: 'Synced systems', version: '1' },
  paths: {
    '/people': {
      get: {
        parameters: [query('after')],
        'x-paging': { style: 'cursor', parameter: 'query.after', responsePath: 'next', itemsPath: 'items' },
        responses: { 200: done(page) },
      },
    },
    '/contacts': {
      get: { parameters: [query('email')], responses: { 200: done(page) } },
      post: { requestBody: { required: true, ...json(record) }, responses: { 201: done(record) } },
    },
    '/contacts/{id}': {
      patch: { parameters: idInPath, requestBody: { required: true, ...json(record) }, responses: { 200: done(record) } },
    },
  },
  'x-entities': {
    People: { idPath: 'id', namePath: 'name', list: { operation: 'GET /people', values: {}, itemsPath: 'items' } },
    Contacts: {
      idPath: 'id',
      consistentAfterSeconds: 1,
      find: [
        { key: 'body.email', operation: 'GET /contacts', values: { 'query.email': '{key}' }, itemsPath: 'items', equalsPath: 'email' },
      ],
      create: { operation: 'POST /contacts', values: {}, idPath: 'id' },
      update: { operation: 'PATCH /contacts/{id}', values: { 'path.id': '{id}' } },
    },
  },
};

export async function startSyncedSystems(): Promise<SyncedSystems> {
  const people: Person[] = [];
  const contacts: Person[] = [];
  const respond = (method: string, url: URL, body: Partial<Person>): { status: number; body: unknown } => {
    if (url.pathname === '/people') {
      const after = Number(url.searchParams.get('after') ?? 0);
      const end = Math.min(after + PAGE_PEOPLE, people.length);
      return { status: 200, body: { items: people.slice(after, end), next: end < people.length ? String(end) : null } };
    }
    if (method === 'GET') {
      return { status: 200, body: { items: contacts.filter(({ email }) => email === url.searchParams.get('email')), next: null } };
    }
    if (isRefused(body.name)) return { status: 422, body: { message: 'This name is not taken.' } };
    if (method === 'PATCH') {
      const contact = contacts.find(({ id }) => url.pathname.endsWith(`/${id}`));
      if (!contact) return { status: 404, body: { message: 'There is no such contact.' } };
      return { status: 200, body: Object.assign(contact, body) };
    }
    const contact = { id: `c${contacts.length}`, email: body.email ?? '', name: body.name ?? '' };
    contacts.push(contact);
    return { status: 201, body: contact };
  };
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const method = request.method ?? '';
    const result = respond(method, new URL(request.url ?? '/', 'http://server'), await readJson(request));
    await new Promise((resolve) => setTimeout(resolve, method === 'GET' ? 0 : WRITE_MS));
    response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    grow() {
      const renamed = people[Math.floor(people.length / 2)];
      if (renamed && !isRefused(renamed.name)) renamed.name = `${renamed.name} again`;
      for (let more = 0; more < NEW_PEOPLE; more += 1) {
        const id = `p${people.length}`;
        people.push({ id, email: `${id}@example.com`, name: `${more === 0 ? 'Refused' : 'Person'} ${id}` });
      }
    },
    judge(items) {
      const taken = people.filter(({ name }) => !isRefused(name));
      const named = Map.groupBy(contacts, ({ email }) => email);
      return {
        people: taken.length,
        items,
        peopleMissing: taken.filter(({ email, name }) => named.get(email)?.at(-1)?.name !== name).length,
        peopleTwice: contacts.length - named.size,
        itemsWrong:
          Math.abs((items.Success ?? 0) + (items.Skipped ?? 0) - taken.length) +
          Math.abs((items.Error ?? 0) - (people.length - taken.length)),
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An active workflow that copies the people each time its webhook is called. */
export async function makeSyncWorkflow(
  baseUrl: string,
  api: Client<Calls>,
  systemsUrl: string,
): Promise<{ webhookUrl: string; workflowId: string }> {
  const connectorTypeId = await createConnectorType(baseUrl, {
    name: 'Synced systems',
    fileName: 'synced.json',
    document: JSON.stringify(document),
    baseUrl: systemsUrl,
  });
  const side = async (entityType: string) => ({
    entityType,
    connectorTypeId,
    connectorId: await makeConnector(api, connectorTypeId, entityType),
  });
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'sync' },
    { stepId: 'sync', type: 'IntegrationStep', implementationType: 'Integration', fieldsData: {} },
  ];
  const { workflow } = await api('POST /api/workflows', { body: { name: 'Crash sync', steps: steps as never } });
  const mappings = ['email', 'name'].map((field) => ({ toParameterPath: `body.${field}`, fromParameterExpression: `$Item.${field}` }));
  await api('POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}', {
    params: { workflowId: workflow.id, direction: 'SourceToTarget', integrationType: 'Integration' },
    body: {
      operations: { Source: { ...(await side('People')), mappings: [] }, Target: { ...(await side('Contacts')), mappings } },
    } as never,
  });
  await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
  const { webhookUrl } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflow.id } });
  return { webhookUrl, workflowId: workflow.id };
}

function isRefused(name = ''): boolean {
  return name.startsWith('Refused');
}

async function readJson(request: IncomingMessage): Promise<Partial<Person>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as Partial<Person>);
}
