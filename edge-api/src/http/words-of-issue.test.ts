import { expect, test } from 'vitest';
import { z } from 'zod';
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
};

function messageFor(changes: object): string {
  try {
    parseInput(schema, { ...good, ...changes });
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

test.each([
  [{}, 'accepted'],
  [{ jobTitle: 'x'.repeat(201) }, 'Field "jobTitle" may have at most 200 characters.'],
  [{ jobTitle: 'x' }, 'Field "jobTitle" must have at least 2 characters.'],
  [{ jobTitle: 7 }, 'Field "jobTitle" must be a text.'],
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
  [{ either: null }, 'Field "either" is not valid.'],
  [{ either: undefined }, 'Field "either" is required.'],
])('%j: %s', (changes, message) => {
  expect(messageFor(changes)).toBe(message);
});
