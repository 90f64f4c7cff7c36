import { expect, test } from 'vitest';
import type { EventEntry, OperationEntry } from '../use-document-lists.ts';
import { listRows } from './list-rows.ts';

const operation = (id: string, name: string, resourceId: string) => ({ id, name, resourceId }) as OperationEntry;
const event = (id: string, source = 'webhook') => ({ id, name: id, resourceId: 'Events', source }) as unknown as EventEntry;
const keys = (search: string) =>
  listRows(
    [operation('GET /pets', 'List pets', 'pets'), operation('POST /orders', 'Add', 'orders'), operation('POST /pets', 'Add a pet', 'pets')],
    [event('petBorn'), event('POST /pets hooked', 'callback')],
    search,
  ).map(({ key }) => key);

test('operations are listed by resource, then events; callbacks are left out', () => {
  expect(keys('')).toEqual([
    'group orders',
    'operation POST /orders',
    'group pets',
    'operation GET /pets',
    'operation POST /pets',
    'group of events',
    'event petBorn',
  ]);
});

test('a search finds words in any order, in name, method, path and resource', () => {
  expect(keys('pet add')).toEqual(['group pets', 'operation POST /pets']);
  expect(keys('born')).toEqual(['group of events', 'event petBorn']);
  expect(keys('nothing of that')).toEqual([]);
});
