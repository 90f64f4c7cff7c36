import { expect, test } from 'vitest';
import { changeEach } from './change-each.ts';

test('names the rows that failed and why, and changes the others', async () => {
  const { changed, failures } = await changeEach(['a', 'b', 'c', 'd', 'e', 'f'], async (row) => {
    if (row === 'b' || row === 'f') throw new Error(`${row} is in use`);
  });
  expect(changed).toEqual(['a', 'c', 'd', 'e']);
  expect(failures).toEqual([
    { row: 'b', message: 'b is in use' },
    { row: 'f', message: 'f is in use' },
  ]);
});
