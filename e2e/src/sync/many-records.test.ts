import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { simulatedRecords } from '../playbooks/simulated-records.ts';
import { killWorkersRuntime } from '../stack/kill-workers.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

const PRODUCTS = 300;
/** The long run: SYNC_KILLS=20. */
const KILLS = Number(process.env.SYNC_KILLS ?? 2);
/** A few hundred new products per kill, so that it hits the middle of the sync. */
const PRODUCTS_A_KILL = 400;

describe('products from Mindbody to Salesforce, which accepts many per call', { timeout: 240_000 + KILLS * 20_000 }, () => {
  let stack: Stack;
  let api: Client<Calls>;
  let systems: ReturnType<typeof simulatedRecords>;
  let workflowId: string;
  let removeData: () => Promise<void>;

  beforeAll(async () => {
    const { dataDir, remove } = await startedDataDir();
    removeData = remove;
    stack = await startStack({ dataDir, port: await freePort() });
    api = (await signUp(stack.baseUrl)).api;
    systems = simulatedRecords(stack.baseUrl);
    const side = async (connectorTypeId: string) => {
      const { connector } = await api('POST /api/connectors/simulated', { body: { connectorTypeId } });
      return { connectorTypeId, connectorId: connector.id, entityType: 'Products' };
    };
    const [source, target] = [await side('system-mindbody'), await side('system-salesforce')];
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
      { stepId: 'sync', type: 'IntegrationStep', implementationType: 'Integration', fieldsData: {} },
    ];
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Products', steps: steps as never } });
    workflowId = workflow.id;
    const mappings = [
      { fromParameterExpression: '$Item.Name', toParameterPath: 'body.Name' },
      { fromParameterExpression: '$Item.Id', toParameterPath: 'body.ProductCode' },
      { fromParameterExpression: '$Item.Id', toParameterPath: 'body.StockKeepingUnit' },
    ];
    await api('POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}', {
      params: { workflowId, direction: 'SourceToTarget', integrationType: 'Integration' },
      body: { operations: { Source: { operation: source, mappings: [] }, Target: { operation: target, mappings } } } as never,
    });
    await api('POST /api/workflows/{id}/activate', { params: { id: workflowId } });
  });

  afterAll(async () => {
    await stack?.stop();
    await removeData?.();
  });

  const sync = async () => {
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params: { id: workflowId }, body: {} });
    expect(await waitForRun(api, workflowInstanceId, undefined, 120_000)).toMatchObject({ status: 'Succeeded', errorMessage: null });
    const { flows } = await api('GET /api/integrations/flows', { query: { workflowId } });
    return flows[0];
  };
  const inMindbody = async () => (await systems.all('mindbody', 'products')).map(({ Name }) => String(Name)).sort();
  const inSalesforce = async () => {
    const own = new Set((await systems.all('mindbody', 'products')).map(({ Id, id }) => String(Id ?? id)));
    const products = await systems.all('salesforce', 'Product2');
    return products.flatMap(({ Name, ProductCode }) => (own.has(String(ProductCode)) ? [String(Name)] : [])).sort();
  };

  test('a response is lost: every product exists once, after a few calls', async () => {
    await systems.fill('mindbody', 'products', PRODUCTS);
    const before = await systems.writeCount('salesforce');
    await systems.faults('salesforce', 'lost-answer', 1);
    expect((await sync())?.items).toMatchObject({ Error: 0, InProgress: 0 });
    expect(await inSalesforce()).toEqual(await inMindbody());
    expect((await systems.writeCount('salesforce')) - before).toBeLessThan(10);
  });

  test('changes are sent together, and unchanged records aren’t written', async () => {
    const before = await systems.writeCount('salesforce');
    await sync();
    expect(await systems.writeCount('salesforce')).toBe(before);
    const [...products] = await systems.all('mindbody', 'products');
    for (const { id } of products.slice(0, 40)) await systems.change('mindbody', 'products', id, { Name: `Cork ${id}` });
    expect((await sync())?.counts).toMatchObject({ updated: 40, created: 0, failed: 0 });
    expect((await systems.writeCount('salesforce')) - before).toBeLessThan(5);
    expect(await inSalesforce()).toEqual(await inMindbody());
  });

  test('kills of the Workers runtime in the middle of such calls: every product exists, none twice', async () => {
    await systems.fill('mindbody', 'products', KILLS * PRODUCTS_A_KILL);
    const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params: { id: workflowId }, body: {} });
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = await systems.writeCount('salesforce');
      const isWritten = () => systems.writeCount('salesforce').catch(() => before);
      await expect.poll(isWritten, { interval: 5 }).toBeGreaterThan(before);
      await killWorkersRuntime(stack);
      await expect.poll(() => systems.writeCount('salesforce').catch(() => -1)).toBeGreaterThanOrEqual(before);
    }
    expect(await waitForRun(api, workflowInstanceId, undefined, 200_000)).toMatchObject({ status: 'Succeeded', errorMessage: null });
    expect(await inSalesforce()).toEqual(await inMindbody());
  });

  test('Salesforce’s refusals say why, record by record', async () => {
    const [product] = await systems.fill('mindbody', 'products', 30);
    await systems.change('mindbody', 'products', String(product?.id), { Name: '' });
    const flow = await sync();
    expect(flow?.counts).toMatchObject({ created: 29, failed: 1 });
    const { items } = await api('GET /api/integrations/flows/{flowId}/items', {
      params: { flowId: flow?.id ?? '' },
      query: { status: 'Error', pageSize: 10 },
    });
    expect(items.map(({ error }) => error)).toEqual([expect.stringContaining('Name')]);
  });
});
