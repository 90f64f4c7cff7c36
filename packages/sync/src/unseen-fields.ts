import { isObject } from '@portage/primitives/json';
import { readPath } from '@portage/primitives/paths';
import type { FlowDefinition } from './flow.ts';
import { sourceFields } from './source-paths.ts';

type Flow = Pick<FlowDefinition, 'mappings' | 'dependencies'>;

/** `firstFilled($Item.CurrencyIsoCode, "USD")` has a value for records without the field. */
const OPTIONAL_FIELD = /(?<=\bfirstFilled\()\s*\$(?:Item|Entry)\.[\w.[\]]+\s*,/g;

/** Paths that the source's records should have: those that the mappings of a flow read, without fields that may be missing. */
export function readPaths({ mappings, dependencies }: Flow): string[] {
  const filled = [...mappings, ...dependencies]
    .filter(({ fromParameterExpression }) => fromParameterExpression.trim() !== '')
    .map((one) => ({ ...one, fromParameterExpression: one.fromParameterExpression.replace(OPTIONAL_FIELD, 'null,') }));
  return [...new Set(filled.flatMap((mapping) => sourceFields(mapping, filled).map(({ path }) => path)))];
}

/** Paths that none of the records has. A field without a value counts as present. */
export function unseenPaths(paths: readonly string[], records: readonly unknown[]): string[] {
  return paths.filter((path) => {
    const names = readPath(path);
    return !records.some((record) => hasPath(record, names, 0));
  });
}

/** Below an empty list or an empty object, nothing is known to be missing. */
function hasPath(value: unknown, names: readonly string[], depth: number): boolean {
  const name = names[depth];
  if (name === undefined || ((value === null || value === undefined) && depth > 0)) return true;
  if (Array.isArray(value)) {
    const next = name === '[]' || /^\d+$/.test(name) ? depth + 1 : depth;
    return value.length === 0 || value.some((entry) => hasPath(entry, names, next));
  }
  return isObject(value) && name !== '[]' && Object.hasOwn(value, name) && hasPath(value[name], names, depth + 1);
}

/** The note for people about a field that no record had, once the source was read to its end. */
export function unseenNote(path: string): string {
  return `No record in this sync had “${path}”. What the target has from it stays, so check the mapping if the field was renamed.`;
}
