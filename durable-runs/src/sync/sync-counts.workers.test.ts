import { connectHttp, schema } from '@portage/database';
import { and, eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { allSteps, getShard, testEnv } from '../../test/harness.ts';
import { buildIntegration, makeRecordSystem, makeSync, pair, products, type SyncedWorkflow } from '../../test/sync-harness.ts';

const counts = async (sync: SyncedWorkflow) => {
  const flow = await sync.flow();
  const named = ['read', 'created', 'updated', 'unchanged', 'skipped', 'waiting', 'failed'] as const;
  return Object.fromEntries(named.flatMap((name) => (flow[`${name}Count`] === 0 ? [] : [[name, flow[`${name}Count`]]])));
};

/** Makes the next sync try each item in Error or waiting. */
async function makeAllDue(sync: SyncedWorkflow): Promise<void> {
  const { id } = await sync.flow();
  await connectHttp(testEnv)
    .update(schema.syncItems)
    .set({ nextAttemptAt: new Date(0) })
    .where(and(eq(schema.syncItems.flowId, id), ne(schema.syncItems.status, 'Success')));
}

test('a refused record that is due is counted once, whether it’s refused again, written, or listed again', async () => {
  const { source, target, sync } = await pair();
  await source.control({ put: { products: [{ ...products(1)[0], name: 'Refused' }, ...products(2, 2)] } });
  await sync.run();
  expect(await counts(sync)).toEqual({ read: 3, created: 2, failed: 1 });
  // How many others the list shows depends on its clock.
  const rest = async () => {
    const { read, unchanged } = await counts(sync);
    expect(read).toBe((unchanged ?? 0) + 1);
    return { read, ...(unchanged === undefined ? {} : { unchanged }) };
  };
  await source.control({ put: { products: [{ ...products(1)[0], name: 'Refused' }] } });
  await makeAllDue(sync);
  await sync.run();
  expect(await counts(sync)).toEqual({ ...(await rest()), failed: 1 });
  // The stored record is refused once more, then the list shows it with another name.
  await makeAllDue(sync);
  await source.control({ put: { products: [{ ...products(1)[0], name: 'Taken' }] } });
  await sync.run();
  expect(await counts(sync)).toEqual({ ...(await rest()), created: 1 });
  expect(await target.records('products')).toHaveLength(3);
});

test('a record that waits for another is counted as waiting in the flow and in the step’s response, then as created', async () => {
  const source = await makeRecordSystem(['guests'], { guests: { idPath: 'sku' } });
  const target = await makeRecordSystem(['people', 'members'], {
    members: { references: [{ path: 'body.ownerId', entity: 'people' }] },
  });
  const named = [
    { toParameterPath: 'body.name', fromParameterExpression: '$Item.name' },
    { toParameterPath: 'body.sku', fromParameterExpression: '$Item.sku' },
  ];
  const settings = buildIntegration(source, target, 'guests');
  const { Source, Target } = settings.operations;
  if (!Source || !Target) throw new Error('no sides');
  const link = { toParameterPath: 'body.ownerId', fromParameterExpression: '$Item.sku' };
  const people = { sourceEntityType: 'guests', mappings: named, link };
  const operations = { Source, Target: { ...Target, entityType: 'members', mappings: named, dependentMappings: { people } } };
  const sync = await makeSync({ ...settings, operations });
  const guest = (name: string) => ({ id: '1', name, sku: 'ada' });
  const members = async () => {
    const run = await sync.run();
    const steps = await allSteps(run.id);
    const step = await getShard(run.id).getStepInstance(run.id, steps.find(({ name }) => name === 'sync')?.id ?? '');
    const told = step?.stepData?.response?.body as { flows: Record<string, unknown>[] };
    return [run.flows.find(({ targetEntity }) => targetEntity === 'members'), told.flows.find((flow) => flow.target === 'members')];
  };
  await source.control({ put: { guests: [guest('Refused')] } });
  const [stored, told] = await members();
  expect(stored).toMatchObject({ readCount: 1, waitingCount: 1, skippedCount: 0 });
  expect(told).toMatchObject({ read: 1, waiting: 1, skipped: 0 });
  await source.control({ put: { guests: [guest('Ada')] } });
  expect((await members())[1]).toMatchObject({ read: 1, created: 1, waiting: 0 });
});

test('a record that the source no longer has counts as read', async () => {
  const [source, target] = [await makeRecordSystem(['products']), await makeRecordSystem(['products'])];
  const sync = await makeSync(buildIntegration(source, target, 'products', { carriesDeletions: true }));
  await source.control({ put: { products: products(2) } });
  await sync.run();
  await source.control({ remove: ['products/s1'] });
  await sync.run();
  expect(await counts(sync)).toEqual({ read: 2, unchanged: 1, skipped: 1 });
});
