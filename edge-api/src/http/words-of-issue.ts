import type { z } from 'zod';

/** Names the expected kind of value in everyday words. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'empty',
};

const FORMS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'an id',
  datetime: 'a date and time such as 2026-03-01T10:30:00Z',
  date: 'a date such as 2026-03-01',
};

/** The problem of a field, as the end of a sentence that begins with its name: `may have at most 200 characters`. */
export function wordsOfIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'of another kind'}`;
    case 'too_big':
      return `may ${amountOf(issue.origin, issue.maximum, issue.inclusive === false ? 'be less than' : 'be at most', 'have at most')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return `must ${amountOf(issue.origin, issue.minimum, issue.inclusive === false ? 'be more than' : 'be at least', 'have at least')}`;
    case 'invalid_value':
      return issue.values.length === 1 ? `must be ${String(issue.values[0])}` : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMS[issue.format] ? `must be ${FORMS[issue.format]}` : 'does not have the right form';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'unrecognized_keys':
    case 'custom':
      return 'is not valid';
    default:
      return issue satisfies never;
  }
}

function amountOf(origin: string, limit: number | bigint, ofNumber: string, ofMany: string): string {
  if (origin === 'string') return `${ofMany} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set' || origin === 'map') return `${ofMany} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `${ofNumber} ${limit}`;
}
