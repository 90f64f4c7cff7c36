import { cutText } from '@portage/primitives/cut-text';
import type { z } from 'zod';
import { withoutAbsentMembers } from './absent-members.ts';
import { ApiProblem, type ProblemEntry } from './api-problem.ts';
import { wordsOfIssue } from './words-of-issue.ts';

const MAX_ENTRIES = 10;
/** Most names that a message repeats or lists; callers can send any number, of any length. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 100;

/** The caller's word for a member of the input. */
type Noun = 'field' | 'query parameter';

/**
 * Checks input against its schema. An optional member that is null counts as absent.
 *
 * @throws ApiProblem 400 with one entry per fault, each naming its field; a schema's own message is used unchanged.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown, noun: Noun = 'field'): z.output<Schema> {
  const parse = (input: unknown) => schema.safeParse(input, { error: (issue) => messageFor(issue, noun) });
  const first = parse(value);
  if (first.success) return first.data;
  const absent = withoutAbsentMembers(schema, value, first.error.issues);
  const result = absent.hasAny ? parse(absent.value) : first;
  if (result.success) return result.data;
  const entries = firstOfEachField(result.error.issues.map(toProblemEntry)).slice(0, MAX_ENTRIES);
  throw new ApiProblem(400, 'validation', entries[0]?.userMessage ?? 'The input is not valid.', { entries });
}

/**
 * Checks a request's query. A repeated name becomes a list. Known names with an empty value are dropped, as forms send them
 * for "any".
 *
 * @throws ApiProblem 400
 */
export function parseQuery<Schema extends z.ZodObject>(schema: Schema, { url }: Pick<Request, 'url'>): z.output<Schema> {
  const values = new Map<string, string[]>();
  if (url.includes('?')) {
    for (const [name, value] of new URL(url).searchParams) {
      if (value === '' && Object.hasOwn(schema.shape, name)) continue;
      const present = values.get(name);
      if (present) present.push(value);
      else values.set(name, [value]);
    }
  }
  const query = Object.fromEntries([...values].map(([name, given]) => [name, given.length === 1 ? given[0] : given]));
  return parseInput(schema, query, 'query parameter');
}

/** A value of the wrong type also breaks length or size rules, which would only mislead. */
function firstOfEachField(entries: readonly ProblemEntry[]): ProblemEntry[] {
  return entries.filter(({ field }, index) => !field || entries.findIndex((entry) => entry.field === field) === index);
}

function toProblemEntry(issue: z.core.$ZodIssue): ProblemEntry {
  const field = formatFieldPath(issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path);
  return { userMessage: issue.message, message: issue.message, code: 'validation', ...(field ? { field } : {}) };
}

function messageFor(issue: z.core.$ZodRawIssue, noun: Noun): string {
  const path = issue.path ?? [];
  if (issue.code === 'unrecognized_keys') return unknownNames(issue, noun);
  const field = formatFieldPath(path);
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_union')) {
    return field ? `Field "${field}" is required.` : 'A JSON body is required.';
  }
  return `${field ? `Field "${field}"` : 'The input'} ${wordsOfIssue(issue)}.`;
}

/** `Unknown field "colour". This call accepts name, size.` */
function unknownNames({ keys, path = [], inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>, noun: Noun): string {
  const names = keys.map((key) => `"${formatFieldPath([...path, key])}"`);
  const unknown = `Unknown ${noun}${names.length > 1 ? 's' : ''} ${formatNames(names)}.`;
  const shape = (inst?._zod.def as Partial<z.core.$ZodObjectDef> | undefined)?.shape;
  if (!shape) return unknown;
  const known = Object.keys(shape);
  const taker = path.length === 0 ? 'This call' : `"${formatFieldPath(path)}"`;
  return `${unknown} ${taker} accepts ${known.length > 0 ? formatNames(known) : `no ${noun}s`}.`;
}

function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

/** `steps[2].url` */
function formatFieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${shortened(String(part))}`))
    .join('');
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${cutText(name, MAX_NAME_LENGTH).toWellFormed()}…` : name;
}
