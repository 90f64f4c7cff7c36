import { expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import { buildIntegration, makeRecordSystem, makeSync, products, type RecordSystem } from '../../test/sync-harness.ts';

const FLOWS = 4;
const RECORDS = 15;
/** Per flow (prepare-chunk.ts). */
const WRITES_AT_A_TIME = 8;
/** Sent by the record server. */
const RETRY_AFTER_MS = 1_000;

function median(numbers: readonly number[]): number {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}

async function flowsTo(target: RecordSystem) {
  const syncs = [];
  for (let flow = 0; flow < FLOWS; flow += 1) {
    const source = await makeRecordSystem(['products']);
    await source.control({ put: { products: products(RECORDS, 1 + flow * 100) } });
    syncs.push(await makeSync(buildIntegration(source, target, 'products')));
  }
  return syncs;
}

const wanted = Array.from({ length: FLOWS }, (_, flow) => products(RECORDS, 1 + flow * 100).map(({ sku }) => sku)).flat();
const made = async (target: RecordSystem) => (await target.records('products')).map(({ sku }) => String(sku)).sort();

test('four flows to one system that responds with 429 deliver every record once, and keep a slower pace from then on', async () => {
  const target = await makeRecordSystem(['products']);
  await target.control({ mostWrites: 20 });
  const syncs = await flowsTo(target);
  const runIds = await Promise.all(syncs.map((sync) => sync.begin()));
  for (const runId of runIds) expect((await until(runId)).errorMessage).toBeNull();
  expect(await made(target)).toEqual([...wanted].sort());
  for (const sync of syncs) expect((await sync.items()).map(({ status }) => status)).toEqual(Array(RECORDS).fill('Success'));

  const { calls } = await target.control();
  const first = calls.findIndex(({ status }) => status === 429);
  const last = calls.findLastIndex(({ status }) => status === 429);
  expect(first).toBeGreaterThan(0);
  const gapsOf = (some: typeof calls) => some.slice(1).map(({ at }, index) => at - (some[index]?.at ?? at));
  // Calls before the complaint went as fast as they could. Later ones leave one by one.
  expect(median(gapsOf(calls.slice(last + 1)))).toBeGreaterThan(3 * median(gapsOf(calls.slice(0, first))));
  expect(calls.filter(({ status }) => status === 429).length).toBeLessThan(wanted.length);
});

test('after a 429 with Retry-After, none of four flows calls the system before its time', async () => {
  const target = await makeRecordSystem(['products']);
  await target.control({ hold: true });
  const syncs = await flowsTo(target);
  const runIds = await Promise.all(syncs.map((sync) => sync.begin()));
  // No flow can have more calls in flight, so each later call comes after a refusal.
  const underWay = FLOWS * WRITES_AT_A_TIME;
  await expect.poll(async () => (await target.control()).heldCount).toBe(underWay);
  await target.control({ faults: Array(underWay).fill('429'), hold: false });
  for (const runId of runIds) expect(await until(runId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
  expect(await made(target)).toEqual([...wanted].sort());

  const { calls } = await target.control();
  const first = calls.findIndex(({ status }) => status === 429);
  const refused = calls.slice(first, first + underWay);
  expect(refused.map(({ status }) => status)).toEqual(Array(underWay).fill(429));
  const next = calls[first + underWay];
  expect((next?.at ?? 0) - (refused[0]?.at ?? 0)).toBeGreaterThanOrEqual(RETRY_AFTER_MS);
});
