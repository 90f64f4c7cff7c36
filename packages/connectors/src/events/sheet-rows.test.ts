import { expect, test } from 'vitest';
import { sheetRows } from './sheet-rows.ts';

test('names a row’s cells by column headers, or by letters without them', () => {
  const rows = sheetRows([['Name', '', 'Name'], ['Ada', 'x', 'Lovelace', '1815'], [], ['', ''], ['Bob']], ['Name', '', 'Name'], 1);
  expect(rows).toEqual([
    { row: 2, values: { Name: 'Ada', B: 'x', 'Name C': 'Lovelace', D: '1815' }, cells: ['Ada', 'x', 'Lovelace', '1815'] },
    { row: 5, values: { Name: 'Bob' }, cells: ['Bob'] },
  ]);
});

test('counts from the requested row, and uses letters and the first row in a sheet without headers', () => {
  expect(sheetRows([['a', 'b']], ['Id'], 7)).toEqual([{ row: 7, values: { Id: 'a', B: 'b' }, cells: ['a', 'b'] }]);
  expect(sheetRows([['a']], undefined, 1)).toEqual([{ row: 1, values: { A: 'a' }, cells: ['a'] }]);
  const wide = Array.from({ length: 28 }, (_, at) => at);
  expect(Object.keys(sheetRows([wide], undefined, 1)[0]?.values ?? {}).slice(25)).toEqual(['Z', 'AA', 'AB']);
});

test('accepts headers that are special names in objects', () => {
  const [row] = sheetRows([['x', 'y']], ['__proto__', 'constructor'], 2);
  expect(Object.entries(row?.values ?? {})).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});
