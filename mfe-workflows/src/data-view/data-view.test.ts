import { describe, expect, test } from 'vitest';
import { findLists, tableOfList, tableOfObject } from './table-model.ts';
import { getTextKind } from './value-kind.ts';

describe('a value as a table', () => {
  const response = { Response: { total: 2, tags: ['a'], orders: [{ id: 1 }, { id: 2, note: null }] }, ResponseHttpStatusCode: 200 };

  test('finds the lists in a value, those of objects first, and no empty ones', () => {
    expect(findLists(response)).toEqual([
      { keys: ['Response', 'orders'], label: 'Response.orders', length: 2 },
      { keys: ['Response', 'tags'], label: 'Response.tags', length: 1 },
    ]);
    expect(findLists({ Response: [] })).toEqual([]);
    expect(findLists({ Response: 'text' })).toEqual([]);
  });

  test('has a column for every member, and a path to every cell', () => {
    const table = tableOfList(response.Response.orders, ['Response', 'orders']);
    expect([table.columns, table.rowCount, table.hiddenColumns]).toEqual([['id', 'note'], 2, 0]);
    expect(table.cell(1, 1)).toEqual({ value: null, keys: ['Response', 'orders', 1, 'note'] });
    expect([table.cell(0, 1), table.cell(2, 0), table.cell(0, 2)]).toEqual([undefined, undefined, undefined]);
  });

  test('shows items that aren’t objects in a column of their own', () => {
    const table = tableOfList([{ id: 1 }, 'text'], []);
    expect(table.columns).toEqual(['id', 'Value']);
    expect(table.cell(1, 1)).toEqual({ value: 'text', keys: [1] });
    expect(table.cell(1, 0)).toBeUndefined();
  });

  test('says how many columns it leaves out', () => {
    const wide = Object.fromEntries(Array.from({ length: 75 }, (_, at) => [`c${at}`, at]));
    const table = tableOfList([wide], []);
    expect([table.columns.length, table.hiddenColumns]).toEqual([60, 15]);
  });

  test('reads the first rows of a long list only', () => {
    let reads = 0;
    const list = new Proxy(
      Array.from({ length: 100_000 }, (_, at) => ({ at })),
      {
        get(target, key, receiver) {
          reads += 1;
          return Reflect.get(target, key, receiver);
        },
      },
    );
    expect(tableOfList(list, []).rowCount).toBe(100_000);
    expect(reads).toBeLessThan(1_000);
  });

  test('shows an object with a row per member', () => {
    const table = tableOfObject({ id: 'A-1', total: 7 }, ['Payload']);
    expect(table.cell(1, 0)).toEqual({ value: 'total', keys: ['Payload', 'total'] });
    expect(table.cell(1, 1)).toEqual({ value: 7, keys: ['Payload', 'total'] });
    expect(table.cell(2, 1)).toBeUndefined();
  });
});

test.each([
  ['2026-11-30', 'date'],
  ['2026-11-30T10:00:00.123Z', 'date'],
  ['2026-11-30 10:00:00+01:00', 'date'],
  ['2026-99-30', 'text'],
  ['2026', 'text'],
  ['Order 12', 'text'],
  ['https://example.com/a?b=c', 'link'],
  ['see https://example.com', 'text'],
  ['javascript:alert(1)', 'text'],
  ['data:image/png;base64,iVBORw0KGgo=', 'image'],
  ['data:text/html,<p>Hi</p>', 'html'],
  ['<!DOCTYPE html><html></html>', 'html'],
  ['Dear Ms Li,<br>thank you', 'html'],
  ['a < b and c > d', 'text'],
  ['<order><id>1</id></order>', 'text'],
])('%s is shown as %s', (text, kind) => {
  expect(getTextKind(text)).toBe(kind);
});
