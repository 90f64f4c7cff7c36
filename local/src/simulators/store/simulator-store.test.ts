import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStore } from './simulator-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'simulator-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Thing {
  id: string;
  stock: number;
}
const things = (file: string) => openStore(file).records<Thing>('things', ({ id }) => id);

test('changes, additions and removals survive a restart', () => {
  const file = join(folder, 'kept.ndjson');
  expect(openStore(file).isNew).toBe(true);
  const before = things(file);
  before.put({ id: 'a', stock: 1 });
  before.put({ id: 'b', stock: 2 });
  const a = before.get('a') as Thing;
  a.stock = 7;
  before.put(a);
  before.remove('b');
  expect(things(file).all()).toEqual([{ id: 'a', stock: 7 }]);
  expect(openStore(file).isNew).toBe(false);
});

test('a counter never repeats a number', () => {
  const file = join(folder, 'counter.ndjson');
  const next = openStore(file).counter('ids', 100);
  expect([next(), next()]).toEqual([100, 101]);
  expect(openStore(file).counter('ids', 100)()).toBe(102);
});

test('a line cut off by a crash loses nothing else, and nothing after it', () => {
  const file = join(folder, 'cut.ndjson');
  things(file).put({ id: 'a', stock: 1 });
  appendFileSync(file, '["things","b",{"id":"b","sto');
  things(file).put({ id: 'c', stock: 3 });
  expect(things(file).all()).toEqual([
    { id: 'a', stock: 1 },
    { id: 'c', stock: 3 },
  ]);
});

test('a log of many changes is rewritten with the current records', () => {
  const file = join(folder, 'long.ndjson');
  const all = things(file);
  for (let stock = 0; stock < 2_000; stock += 1) all.put({ id: 'a', stock });
  expect(things(file).all()).toEqual([{ id: 'a', stock: 1_999 }]);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
});

test('changes that belong together are written at once, and survive a restart', () => {
  const file = join(folder, 'together.ndjson');
  const store = openStore(file);
  const all = store.records<Thing>('things', ({ id }) => id);
  store.together(() => {
    for (const id of ['a', 'b', 'c']) all.put({ id, stock: 1 });
    expect(() => readFileSync(file)).toThrow();
  });
  expect(things(file).all()).toHaveLength(3);
});
