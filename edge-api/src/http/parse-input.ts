import type { z } from 'zod';
import { ApiProblem, type ProblemEntry } from './api-problem.ts';
import { wordsOfIssue } from './words-of-issue.ts';

const MAX_ENTRIES = 10;

/**
 * Checks input against its schema.
 *
 * @throws ApiProblem 400 with one entry a fault, each naming its field; a schema's own message stands as it is written.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: (issue) => messageFor(issue) });
  if (result.success) return result.data;
  const entries = firstOfEachField(result.error.issues.map(entryOf)).slice(0, MAX_ENTRIES);
  throw new ApiProblem(400, 'validation', entries[0]?.userMessage ?? 'The input is not valid.', { entries });
}

/** A value of the wrong kind also breaks rules about length or size, which would only mislead. */
function firstOfEachField(entries: readonly ProblemEntry[]): ProblemEntry[] {
  return entries.filter(({ field }, index) => !field || entries.findIndex((entry) => entry.field === field) === index);
}

function entryOf(issue: z.core.$ZodIssue): ProblemEntry {
  const field = fieldOf(issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path);
  return { userMessage: issue.message, message: issue.message, code: 'validation', ...(field ? { field } : {}) };
}

function messageFor(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `"${fieldOf([...path, key])}"`);
    return `Unknown field${names.length > 1 ? 's' : ''} ${names.join(', ')}.`;
  }
  const field = fieldOf(path);
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_union')) {
    return field ? `Field "${field}" is required.` : 'A JSON body is required.';
  }
  return `${field ? `Field "${field}"` : 'The input'} ${wordsOfIssue(issue)}.`;
}

/** `steps[2].url` */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`)).join('');
}
