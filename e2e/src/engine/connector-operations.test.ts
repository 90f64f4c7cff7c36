import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { activeWebhook, listSteps, postWebhook, readStep, waitForRun } from '../api/runs.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { freePort, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { type ConnectorServer, CRM_DOCUMENT, SHOP_DOCUMENT, startConnectorServer } from './connector-server.ts';

/** Uploads the document and makes the type, as an admin does. @returns its id */
async function makeType(baseUrl: string, name: string, systemUrl: string, fileName: string, text: string): Promise<string> {
  const admin = await signIn(baseUrl, ADMIN);
  const token = await requestToken(baseUrl);
  const uploaded = await fetch(`${baseUrl}/api/files/upload-text?fileName=${fileName}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: text,
  });
  expect(uploaded.status).toBe(200);
  const openApiDocument = (await uploaded.json()) as { fileName: string; fileStorageId: string; storageType: string };
  const body = { name, baseUrl: systemUrl, authorizationType: 'ApiKey', visibility: 'AllUsers', openApiDocument } as never;
  return (await admin('POST /api/connector-types', { body })).connectorType.id;
}

async function requestToken(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return ((await answer.json()) as { user: { accessToken: { value: string } } }).user.accessToken.value;
}

interface Connectors {
  shop: string;
  crm: string;
}

async function makeConnectors(baseUrl: string, server: ConnectorServer, api: Client<Calls>): Promise<Connectors> {
  const suffix = crypto.randomUUID().slice(0, 8);
  const shopType = await makeType(baseUrl, `Shop ${suffix}`, `${server.url}/shop`, 'shop.yaml', SHOP_DOCUMENT);
  const crmType = await makeType(baseUrl, `Crm ${suffix}`, `${server.url}/crm`, 'crm.json', CRM_DOCUMENT);
  const make = async (name: string, connectorTypeId: string, apiKey: string) =>
    (await api('POST /api/connectors', { body: { name, connectorTypeId, apiKey } })).connector.id;
  return { shop: await make('My shop', shopType, 'shop-key-4242424242'), crm: await make('My crm', crmType, 'crm-key-4242424242') };
}

/** Lists the shop's orders page by page and makes a deal for each in the crm. */
function copySteps({ shop, crm }: Connectors, extra: object = {}) {
  return [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'list' },
    {
      stepId: 'list',
      type: 'ConnectorOperation',
      connectorId: shop,
      operationId: 'GET /orders',
      useAutoPaging: true,
      pagedItemsLimit: 100,
      requestParameterMappings: [{ toParameterPath: 'query.status', fromParameterExpression: 'open' }],
      nextStepId: 'Loop for list',
    },
    {
      stepId: 'Loop for list',
      type: 'Loop',
      listContextDataEntityName: '$Steps["list"].Response',
      pagedItemsLimit: 100,
      loopFirstStepId: 'post',
      nextStepId: null,
    },
    {
      stepId: 'post',
      type: 'ConnectorOperation',
      connectorId: crm,
      operationId: 'POST /deals',
      useRetry: true,
      requestParameterMappings: [
        { toParameterPath: 'body.name', fromParameterExpression: 'Order ${Steps["Loop for list"].CurrentItem.id}' },
        { toParameterPath: 'body.amount', fromParameterExpression: '$Steps["Loop for list"].CurrentItem.total' },
      ],
      nextStepId: null,
      ...extra,
    },
  ];
}

const names = Array.from({ length: 30 }, (_, at) => `Order o${at + 1}`);
const parseName = ({ body }: { body: string }) => (JSON.parse(body) as { name: string }).name;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function systems(postMs = 0): Promise<ConnectorServer> {
  const server = await startConnectorServer(postMs);
  cleanups.push(() => server.close());
  return server;
}

describe('operations of connectors made from uploaded documents, over HTTP', () => {
  const baseUrl = sharedBaseUrl();
  let api: Client<Calls>;
  beforeAll(async () => {
    api = (await signUp(baseUrl)).api;
  });

  test('a workflow lists three pages of one system and posts each item to another; no one sees a key', async () => {
    const server = await systems();
    const { webhookUrl } = await activeWebhook(api, 'Copy', copySteps(await makeConnectors(baseUrl, server, api)));
    const runId = await postWebhook(webhookUrl, {});
    expect(await waitForRun(api, runId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
    expect(server.pages()).toEqual([
      '/shop/orders?limit=10&status=open',
      ...['10', '20'].map((at) => `/shop/orders?after=${at}&limit=10&status=open`),
    ]);
    expect(server.posts().map(parseName)).toEqual(names);
    const [first] = server.posts();
    expect(JSON.parse(first?.body ?? '')).toEqual({ name: 'Order o1', amount: 10 });
    expect(first?.headers.authorization).toBe('Bearer crm-key-4242424242');
    expect(new Set(server.posts().map(({ headers }) => headers['idempotency-key'])).size).toBe(30);
    const shown = JSON.stringify([await readStep(api, runId, 'list'), await readStep(api, runId, 'post'), await listSteps(api, runId)]);
    expect(shown).toContain('next_cursor');
    expect(shown).not.toContain('4242424242');
  });

  test('one step is tested by itself: all items, without a loop', async () => {
    const server = await systems();
    const connectors = await makeConnectors(baseUrl, server, api);
    const [start, list] = copySteps(connectors);
    const { workflow } = await api('POST /api/workflows', {
      body: { name: 'Try', steps: [start, { ...list, nextStepId: null }] as never },
    });
    const step = { ...list, nextStepId: null, pagedItemsLimit: 25 } as never;
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-step', { params: { id: workflow.id }, body: { step } });
    expect(await waitForRun(api, workflowInstanceId)).toMatchObject({ status: 'Succeeded' });
    const { stepData } = await readStep(api, workflowInstanceId, 'list');
    expect(stepData?.response?.body).toMatchObject({ orders: { length: 25 } });
    expect(server.pages()).toHaveLength(3);
  });

  test('reports a field without a value, and an operation that the document lost while the workflow is active', async () => {
    const server = await systems();
    const connectors = await makeConnectors(baseUrl, server, api);
    const requestParameterMappings = ['name', 'amount'].map((name) => ({
      toParameterPath: `body.${name}`,
      fromParameterExpression: '$Steps["start"].Payload.nothing',
    }));
    const active = (step: object) =>
      activeWebhook(api, 'Wrong', [
        { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'post' },
        { stepId: 'post', type: 'ConnectorOperation', connectorId: connectors.crm, operationId: 'POST /deals', ...step },
      ]);
    const failureOf = async (webhookUrl: string) => (await waitForRun(api, await postWebhook(webhookUrl, {}))).errorMessage;
    // A missing mapping is found at activation.
    await expect(active({})).rejects.toThrow('Please enter name');
    const { webhookUrl } = await active({ requestParameterMappings });
    expect(await failureOf(webhookUrl)).toBe('body.name is required. body.amount is required.');

    const other = await makeConnectors(baseUrl, server, api);
    const lost = await active({ connectorId: other.crm, requestParameterMappings });
    const { connector } = await api('GET /api/connectors/{id}', { params: { id: other.crm } });
    const admin = await signIn(baseUrl, ADMIN);
    const yaml = CRM_DOCUMENT.replace('/deals', '/contacts');
    await admin('PUT /api/connector-types/{id}/yaml', { params: { id: connector.connectorTypeId }, body: { yaml } as never });
    expect(await failureOf(lost.webhookUrl)).toMatch(/^Crm .* has no operation "POST \/deals" any more: choose another one in the step\.$/);
    expect(server.posts()).toEqual([]);
  });
});

describe('a stack that is killed', () => {
  test('HOSTILE 1: kill -9 in the middle of the pages; no item is posted twice under another key, and no page is fetched twice', async () => {
    const server = await systems(60);
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    const settings = { dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } };
    const first = await startStack(settings);
    const { api, email, password } = await signUp(first.baseUrl);
    const { webhookUrl } = await activeWebhook(api, 'Copy', copySteps(await makeConnectors(first.baseUrl, server, api)));
    const runId = await postWebhook(webhookUrl, {});
    await expect.poll(() => server.posts().length, { interval: 20 }).toBeGreaterThanOrEqual(14);
    await first.kill();

    const second = await startStack(settings);
    cleanups.push(() => second.stop());
    const again = await signIn(second.baseUrl, { email, password });
    expect(await waitForRun(again, runId)).toMatchObject({ status: 'Succeeded', errorMessage: null });

    const posts = server.posts();
    expect([...new Set(posts.map(parseName))]).toEqual(names);
    const keys = new Map<string, Set<string>>();
    for (const post of posts) {
      const key = post.headers['idempotency-key'] ?? '';
      keys.set(parseName(post), (keys.get(parseName(post)) ?? new Set()).add(key));
    }
    expect([...keys.values()].map(({ size }) => size)).toEqual(names.map(() => 1));
    expect(new Set([...keys.values()].flatMap((own) => [...own])).size).toBe(30);
    // Only the call in progress when the process died may be sent again.
    expect(posts.length - names.length).toBeLessThanOrEqual(1);
    expect(server.pages()).toHaveLength(3);
  });
});
