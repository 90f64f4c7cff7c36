import { abortAllDurableObjects } from 'cloudflare:test';
import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { getShard, OWNER, testEnv, until } from '../../test/harness.ts';
import { buildIntegration, endPart, MORE_THAN_A_PART, pair, products, type RecordSystem } from '../../test/sync-harness.ts';

const db = () => connectHttp(testEnv);
const skus = (records: readonly Record<string, unknown>[]) => records.map(({ sku }) => sku).sort();
const untilHeld = (target: RecordSystem) => expect.poll(async () => (await target.control()).heldCount).toBeGreaterThan(0);
const untilIndexed = (runId: string, status: string) =>
  expect
    .poll(async () => (await db().select().from(schema.workflowInstances).where(eq(schema.workflowInstances.id, runId)))[0]?.status)
    .toBe(status);

async function makeWorkflow(id: string): Promise<void> {
  const at = new Date();
  const versionId = crypto.randomUUID();
  const versions = { currentVersionId: versionId, publishedVersionId: versionId };
  await db()
    .insert(schema.workflows)
    .values({
      id,
      ownerUserId: OWNER,
      name: 'Sync',
      createdAt: at,
      lastUpdatedAt: at,
      triggerCode: id,
      triggerType: 'Manual',
      ...versions,
    });
}

describe('a sync that is interrupted', () => {
  test('ends with a message if settings change meanwhile, and the next sync uses the new ones', async () => {
    const { source, target, sync } = await pair(['owners', 'products']);
    await source.control({ put: { products: products(MORE_THAN_A_PART), owners: [{ id: 'o1', name: 'Ada', sku: 'ada' }] } });
    await target.control({ hold: true });
    const runId = await sync.begin();
    await untilHeld(target);
    endPart();
    const settings = buildIntegration(source, target, 'products');
    const { Target } = settings.operations;
    if (!Target) throw new Error('no target');
    // Owners now come first, so the first flow of the settings is another one.
    const owners = { mappings: Target.mappings, link: null };
    await sync.change({ ...settings, operations: { ...settings.operations, Target: { ...Target, dependentMappings: { owners } } } });
    await target.control({ hold: false });
    expect(await until(runId)).toMatchObject({
      status: 'Failed',
      errorMessage: expect.stringContaining('The settings changed while the sync was under way. The next sync uses the new ones.'),
    });
    expect(await sync.flow()).toMatchObject({ sourceEntity: 'products', runningRunId: null, cursor: null });
    expect(await target.records('owners')).toEqual([]);

    expect((await sync.run()).errorMessage).toBeNull();
    expect(skus(await target.records('products'))).toEqual(skus(products(MORE_THAN_A_PART)));
    expect(skus(await target.records('owners'))).toEqual(['ada']);
    const flows = await db().select().from(schema.syncFlows).where(eq(schema.syncFlows.workflowId, sync.workflowId));
    expect(flows.map(({ sourceEntity, error }) => [sourceEntity, error]).sort()).toEqual([
      ['owners', null],
      ['products', null],
    ]);
  });

  test('releases the flow at once if its settings are gone', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(120) } });
    await target.control({ hold: true });
    const runId = await sync.begin();
    await untilHeld(target);
    await db().delete(schema.integrations).where(eq(schema.integrations.workflowId, sync.workflowId));
    await target.control({ hold: false });
    expect((await until(runId)).errorMessage).toBe('Please fill the mappings on Settings tab');
    expect((await sync.flow()).runningRunId).toBeNull();
  });

  test('releases the flow when cancelled, and blames no record', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(60) } });
    await target.control({ hold: true });
    const runId = await sync.begin();
    await untilHeld(target);
    await getShard(runId).cancelRun(runId);
    expect((await until(runId)).status).toBe('Cancelled');
    expect((await sync.flow()).runningRunId).toBe(runId);
    await target.control({ hold: false });
    await expect.poll(async () => (await sync.flow()).runningRunId).toBeNull();
    expect(await sync.flow()).toMatchObject({ error: null, cursor: null, failedCount: 0 });
    expect((await sync.items()).filter(({ status }) => status === 'Error')).toEqual([]);
    expect((await sync.run()).errorMessage).toBeNull();
    expect(skus(await target.records('products'))).toEqual(skus(products(60)));
    expect((await sync.items()).every(({ status }) => status === 'Success')).toBe(true);
  });

  test('is followed by a sync that waits for the cancelled run’s calls: no duplicates, no newer value lost', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(10) } });
    await sync.run();
    const renamed = (name: string) => products(5).map((product) => ({ ...product, name }));
    await source.control({ put: { products: [...renamed('older'), ...products(55, 11)] } });
    await target.control({ hold: true });
    const cancelled = await sync.begin();
    await untilHeld(target);
    await getShard(cancelled).cancelRun(cancelled);
    await untilIndexed(cancelled, 'Cancelled');
    await source.control({ put: { products: renamed('newer') } });
    // Other calls overtake those of the cancelled run.
    await target.control({ hold: 'those' });
    const requests = vi.spyOn(globalThis, 'fetch');
    const next = await sync.begin();
    const bodies = () => requests.mock.calls.map(([, init]) => (typeof init?.body === 'string' ? init.body : ''));
    const claims = () => bodies().filter((body) => body.includes('is_ending') && body.includes(next)).length;
    await expect.poll(claims).toBeGreaterThan(2);
    requests.mockRestore();
    expect((await sync.flow()).runningRunId).toBe(cancelled);
    await target.control({ hold: false });
    expect(await until(next)).toMatchObject({ status: 'Succeeded' });
    const records = await target.records('products');
    expect(skus(records)).toEqual(skus(products(65)));
    expect(records.filter(({ name }) => name === 'newer')).toHaveLength(5);
    expect((await sync.flow()).runningRunId).toBeNull();
  });

  test('HOSTILE 4: keeps a part that makes progress between restarts of its object, however many times that happens', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(100) } });
    await target.control({ mostWrites: 6 });
    const runId = await sync.begin();
    const made = async () => (await target.records('products')).length;
    for (let ends = 0; ends < 22; ends += 1) {
      const before = await made();
      await expect.poll(made).toBeGreaterThan(before);
      await abortAllDurableObjects();
      await getShard(runId).getRun(runId);
    }
    await target.control({ mostWrites: 1_000 });
    expect(await until(runId)).toMatchObject({ status: 'Succeeded' });
    expect(skus(await target.records('products'))).toEqual(skus(products(100)));
  });

  test('stops reading when paused in the middle of a page, and loses nothing when resumed', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(120) } });
    await target.control({ hold: true });
    const runId = await sync.begin();
    await untilHeld(target);
    const { id } = await sync.flow();
    const setPaused = (isPaused: boolean) => db().update(schema.syncFlows).set({ isPaused }).where(eq(schema.syncFlows.id, id));
    await setPaused(true);
    await target.control({ hold: false });
    expect((await until(runId)).status).toBe('Succeeded');
    // The pause is noticed when the first chunk is stored. Calls of the next chunk may be in flight by then.
    const written = await target.records('products');
    expect(written.length).toBeGreaterThanOrEqual(50);
    expect(written.length).toBeLessThan(120);
    expect(await sync.flow()).toMatchObject({ runningRunId: null, cursor: null, createdCount: written.length, error: null });
    await setPaused(false);
    await sync.run();
    expect(skus(await target.records('products'))).toEqual(skus(products(120)));
  });

  test('ends when its workflow is deleted in the middle of a page, and loses nothing when it’s restored', async () => {
    const { source, target, sync } = await pair();
    await makeWorkflow(sync.workflowId);
    const setDeleted = (isDeleted: boolean) =>
      db().update(schema.workflows).set({ isDeleted }).where(eq(schema.workflows.id, sync.workflowId));
    await source.control({ put: { products: products(120) } });
    await target.control({ hold: true });
    const runId = await sync.begin();
    await untilHeld(target);
    await setDeleted(true);
    await target.control({ hold: false });
    expect((await until(runId)).status).toBe('Succeeded');
    const written = await target.records('products');
    expect(written.length).toBeGreaterThanOrEqual(50);
    expect(written.length).toBeLessThan(120);
    expect(await sync.flow()).toMatchObject({ runningRunId: null, cursor: null, isPaused: false });
    await setDeleted(false);
    await sync.run();
    expect(skus(await target.records('products'))).toEqual(skus(products(120)));
  });

  test('gives up a flow once the last calls of its ended run are over, but not while its run still works', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(1) } });
    await sync.run();
    const { id } = await sync.flow();
    const deadRunId = `dead-${crypto.randomUUID()}`;
    const at = new Date();
    const run = { id: deadRunId, ownerUserId: OWNER, workflowId: sync.workflowId, workflowVersionId: crypto.randomUUID(), name: 'x' };
    await db()
      .insert(schema.workflowInstances)
      .values({ ...run, status: 'InProgress', createdAt: at, lastUpdatedAt: at });
    const leaseUntil = new Date(Date.now() + 600_000);
    await db().update(schema.syncFlows).set({ runningRunId: deadRunId, leaseUntil }).where(eq(schema.syncFlows.id, id));
    await source.control({ put: { products: products(2) } });
    await sync.run();
    expect(await target.records('products')).toHaveLength(1);
    // Its last calls have ended by now.
    const finishedAt = new Date(Date.now() - 120_000);
    await db().update(schema.workflowInstances).set({ status: 'Failed', finishedAt }).where(eq(schema.workflowInstances.id, deadRunId));
    await sync.run();
    expect(await target.records('products')).toHaveLength(2);
    expect((await sync.flow()).runningRunId).toBeNull();
  });
});
