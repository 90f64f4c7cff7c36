import { expect, test } from 'vitest';
import { openStore } from './simulator-store.ts';

interface Person {
  id: string;
  email: string | null;
  changedAt: string;
}

function people() {
  const records = openStore(null).records<Person>('people', ({ id }) => id);
  const put = (id: string, email: string | null, changedAt: string) => records.put({ id, email, changedAt });
  return { records, put };
}
const joinIds = (found: readonly Person[]) => found.map(({ id }) => id).join('');

test('an index follows records that are put, changed in place and removed', () => {
  const { records, put } = people();
  put('a', 'ada@example.com', '1');
  const byEmail = records.indexedBy(({ email }) => email);
  put('b', 'ada@example.com', '1');
  put('c', null, '1');
  expect(joinIds(byEmail('ada@example.com'))).toBe('ab');
  const a = records.get('a') as Person;
  a.email = 'lovelace@example.com';
  records.put(a);
  expect([joinIds(byEmail('ada@example.com')), joinIds(byEmail('lovelace@example.com'))]).toEqual(['b', 'a']);
  records.remove('b');
  expect(byEmail('ada@example.com')).toEqual([]);
});

test('a sorted order moves changed records, and starts at a bound', () => {
  const { records, put } = people();
  for (const [id, at] of ['a1', 'b2', 'c3', 'd3'].map((text) => [...text] as [string, string])) put(id, null, at);
  const byTime = records.orderedBy(({ changedAt }) => changedAt);
  expect(joinIds(byTime.all())).toBe('abcd');
  put('a', null, '5');
  put('c', null, '0');
  expect(joinIds(byTime.all())).toBe('cbda');
  expect([joinIds(byTime.from('2')), joinIds(byTime.from('4')), joinIds(byTime.from('6'))]).toEqual(['bda', 'a', '']);
  // The same time again: creation order decides.
  put('a', null, '3');
  put('b', 'new', '2');
  records.remove('d');
  expect(byTime.all()).toEqual([records.get('c'), records.get('b'), records.get('a')]);
});

test('a list that was read stays unchanged', () => {
  const { records, put } = people();
  put('a', null, '1');
  const before = records.all();
  put('b', null, '1');
  expect([joinIds(before), joinIds(records.all())]).toEqual(['a', 'ab']);
});
