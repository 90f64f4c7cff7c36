import { expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import { recordDocument } from '../../test/record-document.ts';
import { buildIntegration, makeRecordSystem, makeSync, products } from '../../test/sync-harness.ts';

const RECORDS = 150;

/** A source whose list is in the order of its changes, with numbered pages. */
async function makeNumberedSystem(isSorted = true) {
  const cursor = { path: 'changedAt', format: 'date-time', overlapSeconds: 60, isSorted };
  const extra = { products: { list: { operation: 'GET /products', values: { 'query.since': '{cursor}' }, cursor } } };
  const { paths } = recordDocument(['products'], extra) as { paths: Record<string, { get: object }> };
  const list = paths['/products'];
  if (!list) throw new Error('The document has no list of products');
  const paging = { style: 'offset', parameter: 'query.after', firstOffset: 0, itemsPath: 'items' };
  const numbered = { ...paths, '/products': { ...list, get: { ...list.get, 'x-paging': paging } } };
  return makeRecordSystem(['products'], extra, undefined, { paths: numbered });
}

test('a record that moves while a list is read by numbered pages hides no other record', async () => {
  const source = await makeNumberedSystem();
  const target = await makeRecordSystem(['products']);
  const sync = await makeSync(buildIntegration(source, target, 'products'));
  const changedAt = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 10_000).toISOString();
  await source.control({ put: { products: products(RECORDS).map((one, at) => ({ ...one, changedAt: changedAt(at) })) } });
  await target.control({ hold: true });
  const runId = await sync.begin();
  await expect.poll(async () => (await target.control()).heldCount).toBeGreaterThan(0);
  // The first page was read. Its first record moves to the end of the list, and the second page's first record moves to the first page.
  await source.control({ put: { products: [{ id: 's1', name: 'Moved', changedAt: new Date().toISOString() }] } });
  await target.control({ hold: false });
  expect((await until(runId)).errorMessage).toBeNull();
  const made = (await target.records('products')).map(({ sku, name }) => [sku, name]);
  expect(made).toHaveLength(RECORDS);
  expect(new Set(made.map(([sku]) => sku)).size).toBe(RECORDS);
  expect(made).toContainEqual(['SKU-1', 'Moved']);
  const writes = (await target.writes()).length;
  await sync.run();
  expect((await target.writes()).length).toBe(writes);
});

test('a record shown on two pages of one part is created once, and counts once', async () => {
  const source = await makeNumberedSystem(false);
  const target = await makeRecordSystem(['products']);
  const sync = await makeSync(buildIntegration(source, target, 'products'));
  const changedAt = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 10_000).toISOString();
  // A record is added in front of all others, so the last one of the first page is also the first one of the second.
  const [inFront] = products(1, 900);
  await source.control({
    put: { products: products(RECORDS).map((one, at) => ({ ...one, changedAt: changedAt(at + 1) })) },
    putBeforeRead: { read: 2, put: { products: [{ ...inFront, changedAt: changedAt(0) }] } },
  });
  await sync.run();
  expect((await target.writes()).length).toBe(RECORDS);
  expect(await sync.flow()).toMatchObject({ readCount: RECORDS, createdCount: RECORDS });
});
