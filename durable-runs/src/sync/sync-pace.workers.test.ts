import { expect, it } from 'vitest';
import { until } from '../../test/harness.ts';
import { integrationOf, makeRecordSystem, makeSync, products } from '../../test/sync-harness.ts';

const FLOWS = 4;
const RECORDS = 15;

function median(numbers: readonly number[]): number {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}

it('four flows to one system that answers 429 bring every record once, and keep a slower pace from then on', async () => {
  const target = await makeRecordSystem(['products']);
  await target.control({ mostWrites: 20 });
  const syncs = [];
  for (let flow = 0; flow < FLOWS; flow += 1) {
    const source = await makeRecordSystem(['products']);
    await source.control({ put: { products: products(RECORDS, 1 + flow * 100) } });
    syncs.push(await makeSync(integrationOf(source, target, 'products')));
  }
  const runIds = await Promise.all(syncs.map((sync) => sync.begin()));
  for (const runId of runIds) expect((await until(runId)).errorMessage).toBeNull();
  const made = (await target.records('products')).map(({ sku }) => String(sku));
  const wanted = Array.from({ length: FLOWS }, (_, flow) => products(RECORDS, 1 + flow * 100).map(({ sku }) => sku)).flat();
  expect(made.sort()).toEqual(wanted.sort());
  for (const sync of syncs) expect((await sync.items()).map(({ status }) => status)).toEqual(Array(RECORDS).fill('Success'));

  const { calls } = await target.control();
  const first = calls.findIndex(({ status }) => status === 429);
  const last = calls.findLastIndex(({ status }) => status === 429);
  expect(first).toBeGreaterThan(0);
  const gapsOf = (some: typeof calls) => some.slice(1).map(({ at }, index) => at - (some[index]?.at ?? at));
  // Those before the complaint went as fast as they could; those after it leave one by one.
  expect(median(gapsOf(calls.slice(last + 1)))).toBeGreaterThan(3 * median(gapsOf(calls.slice(0, first))));
  expect(calls.filter(({ status }) => status === 429).length).toBeLessThan(wanted.length);
});
