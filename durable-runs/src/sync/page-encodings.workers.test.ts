import { expect, test } from 'vitest';
import { pair, products } from '../../test/sync-harness.ts';
import { readableForms, unreadableForms } from '../../test/wire-forms.ts';

/** Letters that are in all of the charsets. */
const NAME = 'J\u00fcrgen \u00e9';
const named = (count: number, from?: number) => products(count, from).map((product) => ({ ...product, name: NAME }));

test('HOSTILE 48: the pages of a source are read to the last letter, however it encodes and packs them', async () => {
  const { source, target, sync } = await pair();
  const wire = Object.values(readableForms);
  await source.control({ put: { products: named(wire.length) }, pageRecords: 1, wire });
  expect((await sync.run()).errorMessage).toBeNull();
  expect((await target.records('products')).map(({ name }) => name)).toEqual(wire.map(() => NAME));
});

test('HOSTILE 48: a page that isn’t in its charset or coding fails the sync, and a later one reads everything', async () => {
  const { source, target, sync } = await pair();
  await source.control({ put: { products: named(1) } });
  await sync.run();
  const { cursor } = await sync.flow();
  await source.control({ put: { products: named(2, 2) } });
  for (const [name, form] of Object.entries(unreadableForms)) {
    await source.control({ wire: [form] });
    const { status, errorMessage } = await sync.run();
    expect([name, status, errorMessage]).toEqual([name, 'Failed', expect.stringMatching(/\.$/)]);
    expect((await sync.flow()).cursor).toEqual(cursor);
  }
  expect(await target.records('products')).toHaveLength(1);
  await source.control({ wire: [] });
  expect((await sync.run()).errorMessage).toBeNull();
  expect((await target.records('products')).map(({ name }) => name)).toEqual([NAME, NAME, NAME]);
});
