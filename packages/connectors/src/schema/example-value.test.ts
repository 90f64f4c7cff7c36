import { expect, test } from 'vitest';
import { exampleValue } from './example-value.ts';
import type { SchemaNode } from './schema-node.ts';

const node = (name: string, type: SchemaNode['type'], rest: Partial<SchemaNode> = {}): SchemaNode => ({
  name,
  label: null,
  type,
  isRequired: false,
  ...rest,
});
const none = async () => null;

test('an example has a value for each member: defaults, first choices, and texts that suit their names', async () => {
  const order = node('', 'Object', {
    properties: [
      node('email', 'String'),
      node('total_price', 'String'),
      node('created_at', 'DateTime'),
      node('count', 'Integer'),
      node('paid', 'Boolean'),
      node('size', 'String', { default: 'large' }),
      node('state', 'String', { enum: [{ value: 'open', label: 'Open' }] as never }),
      node('lines', 'Array', { arrayItemType: node('', 'Object', { properties: [node('title', 'String')] }) }),
    ],
  });
  expect(await exampleValue(order, none)).toEqual({
    email: 'ada@example.com',
    total_price: '10.00',
    created_at: '2026-01-05T09:00:00Z',
    count: 1,
    paid: true,
    size: 'large',
    state: 'open',
    lines: [{ title: 'title' }],
  });
});

test('an example of a recursive schema is finite', async () => {
  const folder = node('folder', 'Object', { reference: '#/folder' });
  const whole = node('folder', 'Object', { properties: [folder, node('id', 'String')] });
  const value = await exampleValue(folder, async () => whole);
  expect(JSON.stringify(value).length).toBeLessThan(1_000);
  expect(value).toMatchObject({ id: '1001', folder: { id: '1001' } });
});

test('a dead reference becomes null or empty, and a member named __proto__ is a plain member', async () => {
  expect(await exampleValue(node('x', 'Any', { reference: '#/gone' }), none)).toBeNull();
  const value = await exampleValue(node('', 'Object', { properties: [node('__proto__', 'String')] }), none);
  expect(Object.keys(value as object)).toEqual(['__proto__']);
});
