import { expect, test } from 'vitest';
import { replaceDocument } from '../../test/connection-harness.ts';
import { shippedDocument } from '../../test/shipped-document.ts';
import { buildIntegration, makeRecordSystem, makeSync, products } from '../../test/sync-harness.ts';

const mapping = (fromParameterExpression: string, toParameterPath: string) => ({ fromParameterExpression, toParameterPath });

/** Syncs products of one system to rows in a sheet of another. */
async function sheetSync() {
  const source = await makeRecordSystem(['products']);
  const target = await makeRecordSystem(['products']);
  await replaceDocument(target.connectorId, await shippedDocument('google-sheets'));
  const { operations, ...rest } = buildIntegration(source, target, 'products');
  if (!operations.Target) throw new Error('no target');
  const Target = {
    ...operations.Target,
    entityType: 'Rows',
    customFormData: { spreadsheetId: 'book', sheet: 'Orders' },
    mappings: [mapping('$Item.sku', 'match.A'), mapping('$Item.name', 'match.B'), mapping('$Item.price', 'match.D')],
  };
  return { source, target, sync: await makeSync({ ...rest, operations: { ...operations, Target } }) };
}

test('records become rows with their key in column A, and a failed append or a lost response creates no second row', async () => {
  const { source, target, sync } = await sheetSync();
  const rows = async () => (await target.control()).rows;
  await source.control({ put: { products: [...products(3), { id: 's4', name: 'Leading zeros', sku: '007' }] } });
  await target.control({ faults: ['lost', '500', 'lost'] });
  expect((await sync.run()).errorMessage).toBeNull();
  const sorted = (await rows()).slice(1).sort(([left], [right]) => String(left).localeCompare(String(right)));
  expect(sorted).toEqual([
    ['007', 'Leading zeros'],
    ['SKU-1', 'Product 1', '', 1],
    ['SKU-2', 'Product 2', '', 2],
    ['SKU-3', 'Product 3', '', 3],
  ]);
  expect((await sync.items()).map(({ status, targetItemId }) => [status, targetItemId])).toEqual([
    ['Success', 'SKU-1'],
    ['Success', 'SKU-2'],
    ['Success', 'SKU-3'],
    ['Success', '007'],
  ]);

  await source.control({ put: { products: [{ id: 's1', name: 'Renamed' }, ...products(1, 9)] } });
  await sync.run();
  expect(await rows()).toHaveLength(6);
  expect((await sync.items()).find(({ sourceItemId }) => sourceItemId === 's1')).toMatchObject({
    status: 'Skipped',
    error: 'The target has the record already. Such records are added, not changed.',
  });
});
