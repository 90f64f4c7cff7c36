import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiProblem } from './api-problem.ts';
import { parseInput } from './parse-input.ts';

const schema = z.strictObject({
  jobTitle: z.string().min(2).max(200),
  name: z.string().min(1),
  size: z.number().min(1).max(50),
  percent: z.int(),
  isAdmin: z.boolean(),
  files: z.array(z.string()).max(2),
  period: z.enum(['Day', 'Week']),
  email: z.email(),
  at: z.iso.datetime(),
  code: z.string().regex(/^x/),
  either: z.union([z.string(), z.number()]),
  flag: z.union([z.boolean(), z.enum(['true', 'false'])]),
  step: z.discriminatedUnion('type', [z.object({ type: z.literal('Loop') }), z.object({ type: z.literal('Branch') })]),
  deeper: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
});
const good = {
  jobTitle: 'Head',
  name: 'a',
  size: 1,
  percent: 1,
  isAdmin: true,
  files: [],
  period: 'Day',
  email: 'ada@example.com',
  at: '2026-03-01T10:30:00Z',
  code: 'x',
  either: 1,
  flag: 'true',
  step: { type: 'Loop' },
  deeper: { a: 'x' },
};

function messageFor(changes: object): string {
  try {
    parseInput(schema, { ...good, ...changes });
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

function catchProblem(changes: object): ApiProblem {
  try {
    parseInput(schema, { ...good, ...changes });
  } catch (error) {
    if (error instanceof ApiProblem) return error;
    throw error;
  }
  throw new Error('The input was accepted.');
}

test.each([
  [{}, 'accepted'],
  [{ jobTitle: 'x'.repeat(201) }, 'Field "jobTitle" may have at most 200 characters.'],
  [{ jobTitle: 'x' }, 'Field "jobTitle" must have at least 2 characters.'],
  [{ jobTitle: 7 }, 'Field "jobTitle" must be text.'],
  [{ name: '' }, 'Field "name" must not be empty.'],
  [{ size: 51 }, 'Field "size" may be at most 50.'],
  [{ size: 0 }, 'Field "size" must be at least 1.'],
  [{ percent: 1.5 }, 'Field "percent" must be a whole number.'],
  [{ isAdmin: 'yes' }, 'Field "isAdmin" must be true or false.'],
  [{ files: ['a', 'b', 'c'] }, 'Field "files" may have at most 2 entries.'],
  [{ period: 'Year' }, 'Field "period" must be one of Day, Week.'],
  [{ email: 'ada' }, 'Field "email" must be an email address.'],
  [{ at: 'now' }, 'Field "at" must be a date and time such as 2026-03-01T10:30:00Z.'],
  [{ code: 'y' }, 'Field "code" does not have the right form.'],
  [{ either: null }, 'Field "either" must be text or a number.'],
  [{ either: undefined }, 'Field "either" is required.'],
  [{ flag: 'yes' }, 'Field "flag" must be true or false.'],
  [{ step: { type: 'Nope' } }, 'Field "step.type" must be one of Loop, Branch.'],
  [{ deeper: { a: 1 } }, 'Field "deeper" is not valid.'],
])('%j: %s', (changes, message) => {
  expect(messageFor(changes)).toBe(message);
});

test.each([
  [{ files: 'abc' }, 'Field "files" must be a list.'],
  [{ jobTitle: [] }, 'Field "jobTitle" must be text.'],
])('%j breaks one rule, not also the length rules', (changes, message) => {
  expect(catchProblem(changes).entries.map(({ userMessage }) => userMessage)).toEqual([message]);
});
