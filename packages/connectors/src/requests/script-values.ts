import { isObject } from '../json/json.ts';
import { type FieldProblem, RequestError } from './request-error.ts';
import type { RequestValues } from './request-values.ts';

const GROUPS = ['path', 'query', 'header', 'cookie'] as const;

/**
 * The values that a script returned instead of mappings (spec STEP-34, ENG-21): an object with the same groups as mappings. Other
 * members are refused, so that a typo doesn't go unnoticed.
 *
 * @throws RequestError naming what is wrong.
 */
export function valuesFromScript(returned: unknown): RequestValues {
  if (!isObject(returned))
    throw new RequestError([{ path: 'The script', message: 'must return an object with path, query, header or body.' }]);
  const problems: FieldProblem[] = [];
  const values: { [group: string]: unknown } = {};
  for (const [name, value] of Object.entries(returned)) {
    if (value === undefined || value === null) continue;
    const isGroup = (GROUPS as readonly string[]).includes(name);
    if (!isGroup && name !== 'body') problems.push({ path: name, message: 'is not one of path, query, header, cookie and body.' });
    else if (isGroup && !isObject(value)) problems.push({ path: name, message: 'must be an object.' });
    else values[name] = value;
  }
  if (problems.length > 0) throw new RequestError(problems);
  return values;
}
