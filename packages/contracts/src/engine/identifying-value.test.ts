import { expect, test } from 'vitest';
import { identifyingValue } from './identifying-value.ts';

test.each([
  ['an order number', { id: 8_327_498, email: 'ada@example.com', order_number: 1004 }, 'order_number', '1004'],
  ['a name that Shopify writes as a number', { id: 8_327_498, name: '#1001', customer: { name: 'Ada' } }, 'name', '#1001'],
  ['an order named only by its member', { order: 'A-1004', total: 12 }, 'order', 'A-1004'],
  ['the id of the only order', { order: { id: 'A-1004', total: 12 } }, 'order.id', 'A-1004'],
  ['an invoice inside an event', { id: 'evt_1', data: { object: { id: 'in_1', number: 'INV-7' } } }, 'data.object.number', 'INV-7'],
  ['an id before the address of somebody inside', { id: 'A-1', customer: { email: 'ada@example.com' } }, 'id', 'A-1'],
  ['an address before an id beside it', { id: 'u_1', email: 'ada@example.com' }, 'email', 'ada@example.com'],
  ['the only item of a list', [{ id: 'A-1004' }], '[0].id', 'A-1004'],
  ['a title if nothing is more exact', { title: 'Broken lamp', count: 3 }, 'title', 'Broken lamp'],
  ['a payload that is a text', 'A-1004', '', 'A-1004'],
])('picks %s', (_, payload, path, value) => expect(identifyingValue(payload)).toEqual({ path, value }));

test.each([
  ['nothing', null],
  ['an empty object', {}],
  ['several items', [{ id: 1 }, { id: 2 }]],
  ['names that tell nothing', { token: 'abc', phone_number: '123', line_number: 4 }],
  ['a text of several lines', { title: 'one\ntwo' }],
  ['a long text', { title: 'x'.repeat(61) }],
  ['a broken number', { id: 1.5 }],
])('picks no value from %s', (_, payload) => expect(identifyingValue(payload)).toBeNull());

test('stops after 500 members', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`m${at}`, at]));
  expect(identifyingValue({ ...many, id: 'A-1' })).toBeNull();
});
