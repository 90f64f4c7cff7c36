import { valueAt } from '../requests/request-values.ts';
import type { LookupEntry } from '../schema/connector-schema-source.ts';
import type { ChoiceSource } from './choice-source.ts';

/** The list at a path; `[]` goes through the lists on the way: `data.locations.edges[].node`, `tables[].fields`. */
export function itemsAt(body: unknown, path: string): unknown[] {
  const [first = '', ...rest] = path.split('[]');
  let found = listOf(valueAt(body, first));
  for (const part of rest) {
    const inner = part.replace(/^\./, '');
    if (inner !== '') found = found.flatMap((item) => listOf(valueAt(item, inner)));
  }
  return found;
}

/** A list, or a single value where a list is expected; nothing if it is missing. */
function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * The choices in an answer (spec STEP-108), each id once, in the system's order. Items without an id are left out.
 *
 * @param itemsPath where the list stands; empty: the answer itself.
 */
export function choicesOfAnswer(
  { idPath, namePath }: Pick<ChoiceSource, 'idPath' | 'namePath'>,
  body: unknown,
  itemsPath: string,
): LookupEntry[] {
  const choices = new Map<string, LookupEntry>();
  for (const item of itemsAt(body, itemsPath)) {
    const id = textOf(valueAt(item, idPath));
    if (id !== '' && !choices.has(id)) choices.set(id, { id, name: nameOf(item, namePath) || id });
  }
  return [...choices.values()];
}

/** `name`, or `{name} ({address.city})`. */
function nameOf(item: unknown, namePath: string): string {
  if (!namePath.includes('{')) return textOf(valueAt(item, namePath)).trim();
  return namePath
    .replace(/\{([^{}]*)\}/g, (_, path: string) => textOf(valueAt(item, path)))
    .replace(/\(\s*\)/g, '')
    .trim();
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
