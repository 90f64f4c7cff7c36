import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { testEnv } from '../../test/harness.ts';
import { buildIntegration, makeRecordSystem, makeSync } from '../../test/sync-harness.ts';

const PARTS = Array.from({ length: 130 }, (_, at) => ({ id: `p${at}`, name: `Part ${at}`, sku: 'chair' }));
const mapping = (toParameterPath: string, fromParameterExpression: string) => ({ toParameterPath, fromParameterExpression });

/** Products come with some of their parts. Another operation lists all of them, page by page. */
async function chairs() {
  const innerLists = [{ path: 'parts', morePath: 'hasMoreParts', operation: 'GET /parts', values: { 'query.sku': 'chair' } }];
  const source = await makeRecordSystem(['parts', 'products'], { products: { innerLists } });
  const target = await makeRecordSystem(['products']);
  const settings = buildIntegration(source, target, 'products');
  const { Target, ...others } = settings.operations;
  const mappings = [mapping('body.name', '$Item.name'), mapping('body.sku', '$Item.sku'), mapping('body.parts[]', '$Item.parts')];
  const operations = Target ? { ...others, Target: { ...Target, mappings } } : others;
  const sync = await makeSync({ ...settings, operations });
  const some = { parts: PARTS.slice(0, 20), hasMoreParts: true };
  await source.control({ put: { parts: PARTS, products: [{ id: 's1', name: 'Chair', sku: 'chair', ...some }] } });
  return { source, target, sync };
}

const listParts = (records: readonly Record<string, unknown>[]) =>
  records.flatMap(({ parts }) => (parts as { name: string }[]).map(({ name }) => name)).sort();
const ALL = PARTS.map(({ name }) => name).sort();

describe('a record with an incomplete list', () => {
  test('is synced with all entries, and is unchanged the next time', async () => {
    const { target, sync } = await chairs();
    await sync.run();
    expect(listParts(await target.records('products'))).toEqual(ALL);
    await sync.run();
    expect((await target.writes()).map(({ method }) => method)).toEqual(['POST']);
  });

  test('also has all entries when it’s read again because it was too large to store', async () => {
    const { source, target, sync } = await chairs();
    await source.control({ put: { products: [{ id: 's1', name: 'Chair', sku: 'chair', ownerId: 'x'.repeat(60_000) }] } });
    await target.control({ faults: ['422'] });
    await sync.run();
    expect(await sync.items()).toMatchObject([{ status: 'Error', sourceRecord: null }]);
    const change = { status: 'InProgress', error: null, attempts: 0, nextAttemptAt: new Date() } as const;
    await connectHttp(testEnv)
      .update(schema.syncItems)
      .set(change)
      .where(eq(schema.syncItems.flowId, (await sync.flow()).id));
    await sync.run();
    expect(listParts(await target.records('products'))).toEqual(ALL);
  });

  test('stays as it was if the source does not return the whole list, and the run says so', async () => {
    const { source, target, sync } = await chairs();
    await source.control({ remove: PARTS.slice(5).map(({ id }) => `parts/${id}`) });
    expect(await sync.run()).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('fewer entries of parts') });
    expect(await target.records('products')).toEqual([]);
  });
});
