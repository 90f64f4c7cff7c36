import type { z } from 'zod';

/** Everyday words for the expected type of value. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
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

/** A field's problem, as the end of a sentence that begins with its name: `may have at most 200 characters`. */
export function wordsOfIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'of another kind'}`;
    case 'too_big':
      return `may ${describeAmount(issue.origin, issue.maximum, issue.inclusive === false ? 'be less than' : 'be at most', 'have at most')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return `must ${describeAmount(issue.origin, issue.minimum, issue.inclusive === false ? 'be more than' : 'be at least', 'have at least')}`;
    case 'invalid_value':
      return issue.values.length === 1 ? `must be ${String(issue.values[0])}` : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMS[issue.format] ? `must be ${FORMS[issue.format]}` : 'does not have the right form';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return wordsOfUnion(issue.errors, issue.options);
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'custom':
      return 'is not valid';
    default:
      return issue satisfies never;
  }
}

/** Names what the union accepts, unless one of its variants fits and the fault is deeper in the value. */
function wordsOfUnion(errors: readonly (readonly z.core.$ZodIssue[])[], options: unknown): string {
  if (Array.isArray(options)) return `must be one of ${options.map(String).join(', ')}`;
  const alternatives = errors.map(([issue]) => (issue ? describeAlternative(issue) : undefined));
  if (alternatives.includes(undefined) || alternatives.length === 0) return 'is not valid';
  return `must be ${[...new Set(alternatives)].join(' or ')}`;
}

function describeAlternative(issue: z.core.$ZodIssue): string | undefined {
  if (issue.path.length > 0) return;
  if (issue.code === 'invalid_type') return KINDS[issue.expected];
  if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ');
}

function describeAmount(origin: string, limit: number | bigint, ofNumber: string, ofMany: string): string {
  if (origin === 'string') return `${ofMany} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set' || origin === 'map') return `${ofMany} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `${ofNumber} ${limit}`;
}
