import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiProblem } from './api-problem.ts';
import { parseInput, parseQuery } from './parse-input.ts';

const schema = z.strictObject({ name: z.string().optional(), ids: z.array(z.string()).optional() });
const query = (text: string) => parseQuery(schema, { url: `https://portage.test/api/things${text}` });

function catchProblem(action: () => unknown): ApiProblem {
  try {
    action();
  } catch (error) {
    if (error instanceof ApiProblem) return error;
    throw error;
  }
  throw new Error('It was not refused');
}

test('a query gives its values, a list for a repeated name, and nothing for a known name without a value', () => {
  expect(query('')).toEqual({});
  expect(query('?')).toEqual({});
  expect(query('?name=&ids=a&ids=b')).toEqual({ ids: ['a', 'b'] });
});

test.each([
  ['?colour=red', 'Unknown query parameter "colour". This call accepts name, ids.'],
  ['?colour=', 'Unknown query parameter "colour". This call accepts name, ids.'],
  ['?ids[]=a', 'Unknown query parameter "ids[]". This call accepts name, ids.'],
  ['?__proto__=x&constructor=y', 'Unknown query parameters "__proto__", "constructor". This call accepts name, ids.'],
  ['?name=a&name=b', 'Field "name" must be text.'],
])('the query %s is refused', (text, message) => {
  expect(catchProblem(() => query(text))).toMatchObject({ status: 400, code: 'validation', message });
});

test('a call without a query says so', () => {
  const refused = catchProblem(() => parseQuery(z.strictObject({}), { url: 'https://portage.test/api/things?colour=red' }));
  expect(refused.message).toBe('Unknown query parameter "colour". This call accepts no query parameters.');
});

test('an unknown field deeper in a body is named with the fields allowed there', () => {
  const body = z.strictObject({ items: z.array(z.strictObject({ size: z.number() })) });
  const refused = catchProblem(() => parseInput(body, { items: [{ size: 1, colour: 'red' }] }));
  expect(refused.message).toBe('Unknown field "items[0].colour". "items[0]" accepts size.');
  expect(refused.entries[0]?.field).toBe('items[0].colour');
});

test('unlimited names give a limited message', () => {
  const long = catchProblem(() => parseInput(schema, { ['x'.repeat(1_000_000)]: 1 }));
  expect(long.message).toBe(`Unknown field "${'x'.repeat(100)}…". This call accepts name, ids.`);
  expect(long.entries[0]?.field).toHaveLength(101);
  const many = catchProblem(() => parseInput(schema, Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, 1]))));
  expect(many.message).toMatch(/"x19" and 99980 more\. This call accepts name, ids\.$/);
});
