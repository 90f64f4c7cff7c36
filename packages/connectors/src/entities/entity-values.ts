import { isWithin } from '@portage/primitives/paths';
import type { EntityCall, EntityGetMany, EntityList, EntityWrite } from '../declarations/entity.ts';
import { type Quoting, quoted } from '../declarations/placeholders.ts';
import { fillValue, listPlaceholders, type PlaceholderLanguage } from '../events/fill-values.ts';
import { isObject } from '../json/json.ts';
import type { MappedValue } from '../requests/request-values.ts';
import { copiedValues, forEachEntry, isAtPath, matchEntries } from './match-entries.ts';

/** Values for placeholders, by name: `cursor`, `key`, `parameter.locationId`. */
export type EntityFields = Readonly<Record<string, unknown>>;

/** Names without a dot, each with the members that may contain it, and prefixes of longer names. */
export const ENTITY_PLACEHOLDER =
  /\{(cursor|id|key|keys|externalId|externalIdField|idempotencyKey|since|now|(?:parameter|current|write|answer|before)\.[^{}\s]+)\}/g;
/** A part that is omitted if one of its placeholders has no value. */
const OPTIONAL_PART = /\[\[((?:(?!\]\]).)*)\]\]/gs;
/** Group of the values that are only for finding. */
const MATCH = 'match';

/** A call's values with placeholders filled. Omits a value if a placeholder outside double brackets has none. */
export function entityCallValues(call: EntityCall, fields: EntityFields): MappedValue[] {
  const known = hasValue(fields, 'cursor') ? fields : { ...fields, cursor: (call as Partial<EntityList>).cursor?.first };
  return Object.entries(call.values).flatMap(([toParameterPath, written]) => {
    const value = fillEntityValue(written, known, call.quoting);
    return value === undefined ? [] : [{ toParameterPath, value }];
  });
}

/**
 * The values of a write: first the definition's fixed values, then the mapped values, at the paths where this operation accepts
 * them. A value for finding (`match.sku`) is sent only if the operation has a path for it.
 */
export function entityWriteValues(write: EntityWrite, mapped: readonly MappedValue[], fields: EntityFields): MappedValue[] {
  const sent = mapped.flatMap(({ toParameterPath, value }) => {
    const path = movedPath(toParameterPath, write.moves ?? {});
    return path === null || isWithin(path, MATCH) ? [] : [{ toParameterPath: path, value }];
  });
  const lacks = write.valuesWithout && !sent.some(({ toParameterPath }) => isAtPath(toParameterPath, write.valuesWithout?.path ?? ''));
  const instead = Object.entries((lacks && write.valuesWithout?.values) || {}).map(([toParameterPath, value]) => ({
    toParameterPath,
    value,
  }));
  const fixed = [...entityCallValues(write, fields), ...instead].flatMap((value) => forEachEntry(value, sent));
  const given = [...fixed, ...buildEmptyItems(write, sent), ...sent];
  const all = write.copies ? [...given, ...copiedValues(write.copies, given)] : given;
  return write.entries ? matchEntries(write.entries, all, fields.current) : all;
}

/** Paths of a write that clear a field, because their mapped value is null. */
export function clearedPaths({ moves = {} }: EntityWrite, mapped: readonly MappedValue[]): string[] {
  return mapped.flatMap(({ toParameterPath, value }) => (value === null ? (movedPath(toParameterPath, moves) ?? []) : []));
}

/** Items of a list that `moves` fills one by one, such as the cells of a row. Items without a value before the last one are sent empty. */
function buildEmptyItems({ moves = {} }: EntityWrite, sent: readonly MappedValue[]): MappedValue[] {
  const given = new Set(sent.map(({ toParameterPath }) => toParameterPath));
  const last = new Map<string, number>();
  for (const [from, to] of Object.entries(moves)) {
    const [, list, place] = (isWithin(from, MATCH) && /^(.*)\[(\d+)\]$/.exec(to ?? '')) || [];
    if (list !== undefined && to !== null && given.has(to)) last.set(list, Math.max(last.get(list) ?? 0, Number(place)));
  }
  return [...last].flatMap(([list, end]) =>
    Array.from({ length: end }, (_, at) => ({ toParameterPath: `${list}[${at}]`, value: null })).filter(
      ({ toParameterPath }) => !given.has(toParameterPath),
    ),
  );
}

/** `{keys}` of a `findMany` or `getMany`: one text, or the list. */
export function entityKeys(
  { joinedBy, each = '{key}', quoting }: Pick<EntityGetMany, 'joinedBy' | 'each' | 'quoting'>,
  keys: readonly string[],
): string | unknown[] {
  if (typeof each !== 'string') return keys.map((key) => fillEntityValue(each, { key }, quoting));
  if (joinedBy === undefined) return [...keys];
  return keys.map((key) => each.replaceAll('{key}', () => quoted(key, quoting))).join(joinedBy);
}

/** A text for people, with its placeholders filled. */
export function entityText(text: string, fields: EntityFields): string {
  return text.replace(ENTITY_PLACEHOLDER, (_, name: string) => (hasValue(fields, name) ? String(fields[name]) : ''));
}

/** Placeholders that a value can't do without. */
export function neededPlaceholders(value: unknown): readonly string[] {
  return remembered(needed, value, () => listPlaceholders(withoutParts(value), ENTITY_PLACEHOLDER));
}

/** Cached, because every record of a sync needs the placeholders of the definition's values. */
export type Remembered = WeakMap<object, readonly string[]>;
const needed: Remembered = new WeakMap();
const all: Remembered = new WeakMap();

export function remembered(known: Remembered, value: unknown, read: () => readonly string[]): readonly string[] {
  if (!isObject(value)) return read();
  const names = known.get(value) ?? read();
  known.set(value, names);
  return names;
}

function withoutParts(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(OPTIONAL_PART, '');
  if (Array.isArray(value)) return value.map(withoutParts);
  return isObject(value) ? Object.values(value).map(withoutParts) : value;
}

/** Names of the placeholders in an entity's values, cached by object. */
export function entityPlaceholders(value: unknown): readonly string[] {
  return remembered(all, value, () => listPlaceholders(value, ENTITY_PLACEHOLDER));
}

function fillEntityValue(value: unknown, fields: EntityFields, quoting: Quoting): unknown {
  const isConstant = typeof value === 'string' ? !/\{|\[\[/.test(value) : typeof value !== 'object';
  if (isConstant) return value;
  const language: PlaceholderLanguage = {
    pattern: ENTITY_PLACEHOLDER,
    // The keys are quoted one by one, a field name can't be quoted, and a value outside quotes is itself part of a query.
    write: (name, text, isInQuotes) =>
      name === 'externalIdField' ? identifier(text) : name === 'keys' || !isInQuotes ? text : quoted(text, quoting),
  };
  return fillValue(withoutEmptyParts(value, fields), fields, () => 'left-out', language);
}

function withoutEmptyParts(value: unknown, fields: EntityFields): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(OPTIONAL_PART, (whole, part: string) => {
      const names = entityPlaceholders(part);
      if (names.length === 0) return whole;
      return names.every((name) => hasValue(fields, name)) ? part : '';
    });
  }
  if (Array.isArray(value)) return value.map((one) => withoutEmptyParts(one, fields));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutEmptyParts(member, fields)]));
}

export function hasValue(fields: EntityFields, name: string): boolean {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value !== undefined && value !== null && value !== '';
}

/** @throws Error for a name that would change the query around it */
function identifier(text: string): string {
  if (!/^\w+$/.test(text)) throw new Error(`"${text}" is not the name of a field that can be looked for.`);
  return text;
}

/** Where an operation accepts the value mapped to a path. Null: it doesn't. */
export function movedPath(path: string, moves: Readonly<Record<string, string | null>>): string | null {
  const names = Object.keys(moves);
  if (names.length === 0) return path;
  const from = names.filter((name) => isWithin(path, name)).sort((a, b) => b.length - a.length)[0];
  if (from === undefined) return path;
  const to = moves[from] ?? null;
  return to === null ? null : to + path.slice(from.length);
}
