import { isWithin } from '@portage/primitives/paths';
import type { EntityWrite, EntityWriteMany } from '../declarations/entity.ts';
import { firstAt, textAt } from '../events/values-at.ts';
import { isObject } from '../json/json.ts';
import { isFound, listIn } from '../paging/list-in.ts';
import { readResponseMessage } from '../requests/answer-message.ts';
import { type MappedValue, valueAt, valuesFromMappings } from '../requests/request-values.ts';
import { type EntityFields, entityCallValues, entityText, movedPath } from './entity-values.ts';

/** What a call that writes several records reports on one of them. */
export type EntryResult =
  | { kind: 'written'; id: string | null; changedAt: string | null }
  /** `message`: in the system's words; empty if it gives none. `item`: all it says about the record. */
  | { kind: 'refused'; message: string; item: unknown };

/** Whether a record can be one entry among others: values outside the entry, such as query parameters, have no path in such a call. */
export function fitsInEntry({ entries }: EntityWriteMany, { moves = {} }: EntityWrite, mapped: readonly MappedValue[]): boolean {
  return mapped.every(({ toParameterPath }) => {
    const path = movedPath(toParameterPath, moves);
    return path === null || isWithin(path, entries.from) || isWithin(path, 'match');
  });
}

/**
 * One entry of the list to send.
 *
 * @param body what the single write would send for the record
 * @param fields placeholders of the record
 */
export function manyEntry({ entries, quoting, operation }: EntityWriteMany, body: unknown, fields: EntityFields): unknown {
  const part = valueAt({ body }, entries.from);
  if (entries.to === undefined && Object.keys(entries.values).length === 0) return part;
  const below = (path: string) => (path.startsWith('[') ? `body${path}` : `body.${path}`);
  const values = Object.fromEntries(Object.entries(entries.values).map(([path, value]) => [below(path), value]));
  const whole = { toParameterPath: entries.to === undefined ? 'body' : below(entries.to), value: part };
  return valuesFromMappings([whole, ...entityCallValues({ operation, quoting, values }, fields)]).body;
}

/** The values of the call. @param fields placeholders of the call */
export function entityManyValues(many: EntityWriteMany, entries: readonly unknown[], fields: EntityFields): MappedValue[] {
  return [...entityCallValues(many, fields), { toParameterPath: many.entries.at, value: entries }];
}

/**
 * What a response reports on each entry, in the order of the entries. Null: nothing reliable. If only the order identifies the
 * results, a response counts only if it has as many results as there were entries.
 *
 * @param fields of the side: a person says which field of a table identifies its records
 */
export function readEntryResults(
  { answers }: EntityWriteMany,
  entries: readonly unknown[],
  body: unknown,
  fields: EntityFields,
): (EntryResult | null)[] {
  const items = listResultItems(body, answers.itemsPath);
  const { matchedBy } = answers;
  if (!matchedBy) return entries.map((_, at) => (items.length === entries.length ? readEntryResult(answers, items[at]) : null));
  const byKey = new Map<string, unknown[]>();
  const [inEntry, inAnswer] = [entityText(matchedBy.entry, fields), entityText(matchedBy.answer, fields)];
  for (const item of items) {
    const key = textAt(item, inAnswer);
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), item]);
  }
  return entries.map((entry) => {
    const [item, another] = byKey.get(textAt(entry, inEntry) ?? '') ?? [];
    return item === undefined || another !== undefined ? null : readEntryResult(answers, item);
  });
}

/** A response without the list that the document declares says nothing about its entries. */
function listResultItems(body: unknown, itemsPath: string): readonly unknown[] {
  const found = listIn(body, itemsPath, ({ isListPlace, value }) => (isListPlace && isObject(value) ? 'record' : null));
  return isFound(found) && found.items.every((item) => isObject(item)) ? found.items : [];
}

function readEntryResult({ idPath, changedAtPath, failed, messagePath }: EntityWriteMany['answers'], item: unknown): EntryResult {
  if (failed && isSign(failed, item))
    return { kind: 'refused', message: readResponseMessage(messagePath ? firstAt(item, messagePath) : item), item };
  return {
    kind: 'written',
    id: idPath === undefined ? null : textAt(item, idPath),
    changedAt: changedAtPath === undefined ? null : textAt(item, changedAtPath),
  };
}

function isSign({ path, equals }: { path: string; equals?: readonly string[] }, item: unknown): boolean {
  if (equals) return equals.includes(textAt(item, path) ?? '');
  const found = firstAt(item, path);
  return Array.isArray(found) ? found.length > 0 : Boolean(found);
}
