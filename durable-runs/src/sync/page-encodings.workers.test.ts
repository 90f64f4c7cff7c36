import { describe, expect, test } from 'vitest';
import { pair, products } from '../../test/sync-harness.ts';
import { readableForms, unreadableForms } from '../../test/wire-forms.ts';

/** Letters that are in all of the charsets. */
const NAME = 'J\u00fcrgen \u00e9';
const named = (count: number, from?: number) => products(count, from).map((product) => ({ ...product, name: NAME }));

describe('HOSTILE 48: the pages of a source', () => {
  test.each(Object.entries(readableForms))('in %s are read to the last letter', async (_name, wire) => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: named(3) }, pageRecords: 2, wire });
    expect((await sync.run()).errorMessage).toBeNull();
    expect((await target.records('products')).map(({ name }) => name)).toEqual([NAME, NAME, NAME]);
  });

  test.each(Object.entries(unreadableForms))('in %s fail the sync and keep the cursor', async (_name, wire) => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: named(1) } });
    await sync.run();
    const { cursor } = await sync.flow();
    await source.control({ put: { products: named(2, 2) }, wire });
    expect(await sync.run()).toMatchObject({ status: 'Failed', errorMessage: expect.stringMatching(/\.$/) });
    expect((await sync.flow()).cursor).toEqual(cursor);
    expect(await target.records('products')).toHaveLength(1);
    await source.control({ wire: null });
    expect((await sync.run()).errorMessage).toBeNull();
    expect((await target.records('products')).map(({ name }) => name)).toEqual([NAME, NAME, NAME]);
  });
});
