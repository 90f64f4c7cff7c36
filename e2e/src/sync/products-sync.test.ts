import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { finishByApi } from '../playbooks/finish-by-api.ts';
import { makeOrders } from '../playbooks/shop-orders.ts';
import { simulatedRecords } from '../playbooks/simulated-records.ts';
import { syncedPlaybook } from '../playbooks/synced-playbook.ts';
import { killWorkersRuntime } from '../stack/kill-workers.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

interface Simulators {
  records(system: string, entity: string): Promise<Record<string, unknown>[]>;
  count(system: string, entity: string): Promise<number>;
  send(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  writes(system: string): Promise<number>;
}

function createSimulators(baseUrl: string): Simulators {
  const send: Simulators['send'] = async (method, path, body) => {
    const headers = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(`${baseUrl}/local/simulators/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
  return {
    send,
    async records(system, entity) {
      const all: Record<string, unknown>[] = [];
      for (let pageIndex = 0; ; pageIndex += 1) {
        const { records, totalCount } = await send('GET', `${system}/${entity}?pageIndex=${pageIndex}&pageSize=1000`);
        all.push(...(records as Record<string, unknown>[]));
        if (all.length >= Number(totalCount) || all.length === 0) return all;
      }
    },
    count: async (system, entity) => Number((await send('GET', `${system}/${entity}?pageSize=1`)).totalCount),
    async writes(system) {
      return Number((await send('GET', `${system}/calls?pageSize=1`)).writeCount);
    },
  };
}

/** The long run: SYNC_PRODUCTS=10000 SYNC_LOST_ANSWERS=200 SYNC_KILLS=30. */
const PRODUCTS = Number(process.env.SYNC_PRODUCTS ?? 100);
const LOST_ANSWERS = Number(process.env.SYNC_LOST_ANSWERS ?? 12);
const KILLS = Number(process.env.SYNC_KILLS ?? 3);
const CUSTOMERS = Math.max(40, PRODUCTS / 10);
const ORDERS = 12;

describe('products from Mindbody to Shopify', { timeout: 300_000 + KILLS * 20_000 }, () => {
  let stack: Stack;
  let api: Client<Calls>;
  let simulators: Simulators;
  let workflowId: string;
  let removeData: () => Promise<void>;
  const connect = async (connectorTypeId: string) =>
    (await api('POST /api/connectors/simulated', { body: { connectorTypeId } })).connector.id;

  beforeAll(async () => {
    const { dataDir, remove } = await startedDataDir();
    removeData = remove;
    stack = await startStack({ dataDir, port: await freePort() });
    api = (await signUp(stack.baseUrl)).api;
    simulators = createSimulators(stack.baseUrl);
    // A call refused for its cost is repeated, and would be counted as another write.
    await simulators.send('POST', 'shopify/limits', { isOff: true });
    const [source, target] = [await connect('system-mindbody'), await connect('system-shopify')];
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
      {
        stepId: 'sync',
        type: 'SyncStep',
        syncType: 'Products',
        sourceConnectorTypeId: 'system-mindbody',
        sourceConnectorId: source,
        targetConnectorTypeId: 'system-shopify',
        targetConnectorId: target,
      },
    ];
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Products', steps: steps as never } });
    workflowId = workflow.id;
    await api('POST /api/workflows/{id}/activate', { params: { id: workflowId } });
  });

  afterAll(async () => {
    await stack?.stop();
    await removeData?.();
  });

  const begin = async () => (await api('POST /api/workflows/{id}/run', { params: { id: workflowId }, body: {} })).workflowInstanceId;
  const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        if (attempt >= 60) throw error;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  };
  const sync = async () => waitForRun(api, await begin(), undefined, 200_000);
  const flow = async () => {
    const { flows } = await api('GET /api/integrations/flows', { query: { workflowId } });
    if (!flows[0]) throw new Error('There is no flow');
    return flows[0];
  };
  const titles = async (system: string, entity: string, field: string) => {
    const records = await simulators.records(system, entity);
    return records.map((record) => String(record[field])).sort();
  };

  test('kills of the Workers runtime and lost responses: every product is in the shop, none twice', async () => {
    await simulators.send('POST', `mindbody/products/fill`, { count: PRODUCTS });
    const before = new Set(await titles('shopify', 'products', 'title'));
    await simulators.send('POST', 'shopify/faults', { kind: 'lost-answer', count: LOST_ANSWERS });
    const runId = await begin();
    const wanted = await titles('mindbody', 'products', 'Name');
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const made = Math.round((wanted.length * kill) / (KILLS + 1));
      await expect.poll(() => simulators.count('shopify', 'products').catch(() => 0), { timeout: 120_000 }).toBeGreaterThanOrEqual(made);
      await killWorkersRuntime(stack);
    }
    const run = await patiently(() => waitForRun(api, runId, undefined, 400_000));
    expect(run).toMatchObject({ status: 'Succeeded', errorMessage: null });
    const inShop = (await titles('shopify', 'products', 'title')).filter((title) => !before.has(title));
    expect(inShop).toEqual(wanted);
    expect((await flow()).items).toMatchObject({ Success: wanted.length, Error: 0, InProgress: 0 });
  });

  test('a second sync makes no writing call, and 25 changes make exactly 25', async () => {
    await simulators.send('POST', 'shopify/faults', { kind: 'lost-answer', count: 0 });
    const before = await simulators.writes('shopify');
    await sync();
    expect(await simulators.writes('shopify')).toBe(before);
    const changed = (await simulators.records('mindbody', 'products')).slice(0, 25);
    for (const { id } of changed) await simulators.send('PATCH', `mindbody/products/${id}`, { Name: `Renamed ${id}` });
    await sync();
    expect(await simulators.writes('shopify')).toBe(before + 25);
    const renamed = (await titles('shopify', 'products', 'title')).filter((title) => title.startsWith('Renamed '));
    expect(renamed).toEqual(changed.map(({ id }) => `Renamed ${id}`).sort());
  });

  test('a preview says what would be written and changes nothing', async () => {
    const [product] = await simulators.records('mindbody', 'products');
    await simulators.send('PATCH', `mindbody/products/${product?.id}`, { Name: 'Seen before it is written' });
    const before = await simulators.writes('shopify');
    const sides = await flow();
    const { entities } = await api('GET /api/connector-types/{id}/entities', { params: { id: 'system-shopify' } });
    expect(entities).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Products', isTarget: true })]));
    const operation = (side: typeof sides.source) => ({
      connectorTypeId: side.connectorTypeId,
      connectorId: side.connectorId,
      entityType: 'Products',
    });
    const { flows } = await api('POST /api/integrations/preview', {
      body: {
        workflowId,
        definition: {
          integrationType: 'Integration',
          directionType: 'SourceToTarget',
          operations: {
            Source: { ...operation(sides.source), mappings: [] },
            Target: {
              ...operation(sides.target),
              mappings: [{ fromParameterExpression: '$Item.Name', toParameterPath: 'body.input.title' }],
            },
          },
        },
      } as never,
    });
    expect(flows[0]?.records.length).toBeGreaterThan(0);
    expect(await simulators.writes('shopify')).toBe(before);
  });

  test('customers and orders the other way, under kills and lost responses: each is in Mindbody once, and a second sync writes nothing', async () => {
    const systems = simulatedRecords(stack.baseUrl);
    await systems.withoutLimits('mindbody');
    const { source, target } = await flow();
    // The product for order amounts without a line; it was among the renamed ones.
    await systems.change('mindbody', 'products', 'SHOPIFYADJ', { Name: 'Shopify Adjustments' });
    const playbook = await finishByApi(api, 'mindbody-to-shopify', [source.connectorId ?? '', target.connectorId ?? '']);
    const synced = await syncedPlaybook(api, playbook.id);
    await synced.firstSync(60_000 + PRODUCTS * 20);
    const customers = await systems.fill('shopify', 'customers', CUSTOMERS);
    const inShop = await systems.all('shopify', 'products');
    const sold = (await systems.all('mindbody', 'products')).map(({ Id, id }) => inShop.find(({ sku }) => sku === (Id ?? id)));
    const [product] = sold.filter((one) => one !== undefined && Number(one.price) > 1);
    const price = String(product?.price);
    const amounts = { currency: 'USD', lines: [{ price, quantity: 1 }], total: price };
    const orders = await makeOrders(systems, [product ?? {}], customers, Array(ORDERS).fill(amounts));
    for (const [workflow, entity] of [
      ['customers', 'clients'],
      ['orders', 'sales'],
    ] as const) {
      const before = await systems.writeCount('mindbody');
      await systems.faults('mindbody', 'lost-answer', 5);
      const kill = async () => {
        await expect.poll(() => systems.writeCount('mindbody').catch(() => 0), { timeout: 120_000 }).toBeGreaterThan(before + 5);
        await killWorkersRuntime(stack);
      };
      await Promise.all([patiently(() => synced.sync(workflow)), kill()]);
      await systems.faults('mindbody', 'lost-answer', 0);
      expect((await synced.flowOf(workflow)).items, entity).toMatchObject({ Error: 0, InProgress: 0 });
    }
    const clients = await systems.all('mindbody', 'clients');
    for (const { email } of customers) expect([email, clients.filter(({ Email }) => Email === email).length]).toEqual([email, 1]);
    const sales = await systems.all('mindbody', 'sales');
    for (const { id } of orders) expect([id, sales.filter(({ Payments }) => Payments[0]?.Notes === id).length]).toEqual([id, 1]);
    const before = await systems.writeCount('mindbody');
    await synced.sync('customers', 'orders');
    expect(await systems.writeCount('mindbody')).toBe(before);
  });
});
