import { isWithin, readPath } from '@portage/primitives/paths';
import type { EntityCall, EntityFind, EntityFindMany, EntityWrite } from '../declarations/entity.ts';
import { firstAt } from '../events/values-at.ts';
import { type MappedValue, valueAt, valuesFromMappings } from '../requests/request-values.ts';
import { MATCH_PREFIX } from '../schema/mapping-paths.ts';
import { type EntityFields, entityCallValues, entityKeys, entityPlaceholders, hasValue, neededPlaceholders } from './entity-values.ts';
import { forEachEntry } from './match-entries.ts';

const ANSWER = 'answer.';
const CURRENT = 'current.';
const WRITE = 'write.';
const BEFORE = 'before.';
/** Placeholders that narrow a look-up; without them, more records are searched. */
const OPTIONAL = new Set(['since', 'now']);

/** What is known about the record to find. */
export interface LookedFor {
  /** Values from mappings, including those that are only for finding (`match.sku`). */
  mapped: readonly MappedValue[];
  /** The entity's create call. Its fixed values count for paths without a mapping. */
  create?: EntityWrite | undefined;
  /** Known placeholders: `parameter.campaignId`. */
  fields?: EntityFields;
  /** The record's id in the source. */
  externalId: string;
  /** The path in the written record that holds it, if the flow has one. */
  externalIdPath?: string | null;
}

/** The value that identifies a record in a search. Null: it has none, so this search is skipped. */
export function findKey({ key, values }: EntityFind | EntityFindMany, lookedFor: LookedFor): string | null {
  const { externalId, externalIdPath } = lookedFor;
  if (key === 'externalId') {
    const needsField = entityPlaceholders(values).includes('externalIdField');
    return needsField && !externalIdPath ? null : externalId;
  }
  const value = writtenValue(lookedFor, key);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  return String(value).trim() || null;
}

/**
 * Placeholders of a call that looks for one record.
 *
 * @returns null if one of them has no value: such a call would find arbitrary records, and the wrong one would be changed.
 */
export function findFields(find: EntityFind, lookedFor: LookedFor): EntityFields | null {
  const key = findKey(find, lookedFor);
  return key === null ? null : completeFields(find, lookedFor, { key });
}

/** The same for several records. @param keys of the records, by findKey */
export function findManyFields(find: EntityFindMany, keys: readonly string[], lookedFor: LookedFor): EntityFields | null {
  return completeFields(find, lookedFor, { keys: entityKeys(find, keys) });
}

function completeFields({ values }: EntityCall, lookedFor: LookedFor, own: EntityFields): EntityFields | null {
  const written = entityPlaceholders(values).filter((name) => name.startsWith(WRITE));
  const fields: EntityFields = {
    ...lookedFor.fields,
    ...own,
    externalId: lookedFor.externalId,
    externalIdField: getExternalIdField(lookedFor),
    ...Object.fromEntries(written.map((name) => [name, writtenValue(lookedFor, name.slice(WRITE.length))])),
  };
  return isCallWhole({ values }, fields) ? fields : null;
}

/** The name of the field that holds the source's id: the last segment of its path. */
function getExternalIdField({ externalIdPath }: Pick<LookedFor, 'externalIdPath'>): string | undefined {
  return externalIdPath ? readPath(externalIdPath).at(-1) : undefined;
}

/** Placeholders `{write.<path>}` of a call, from the mapped values. */
export function writeFields({ values }: EntityCall, mapped: readonly MappedValue[], texts: readonly string[] = []): EntityFields {
  const names = entityPlaceholders([values, texts]).filter((name) => name.startsWith(WRITE));
  return Object.fromEntries(names.map((name) => [name, writtenValue({ mapped, externalId: '' }, name.slice(WRITE.length))]));
}

/** Placeholders `{before.<path>}` of a write, from the response of the call before it. @returns null if the response lacks one of them */
export function beforeFields({ values }: EntityWrite, answer: unknown): EntityFields | null {
  const names = entityPlaceholders(values).filter((name) => name.startsWith(BEFORE));
  const fields = Object.fromEntries(names.map((name) => [name, firstAt(answer, name.slice(BEFORE.length))]));
  return names.every((name) => hasValue(fields, name)) ? fields : null;
}

/** Whether these fields have every value that the call needs. */
export function isCallWhole({ values }: Pick<EntityCall, 'values'>, fields: EntityFields): boolean {
  return neededPlaceholders(values).every((name) => OPTIONAL.has(name) || hasValue(fields, name));
}

/** Placeholders `{answer.<path>}` of the calls that follow a write, from its response. */
export function collectResponseFields({ next = [] }: EntityWrite, answer: unknown): EntityFields {
  const names = next.flatMap(({ values }) => entityPlaceholders(values)).filter((name) => name.startsWith(ANSWER));
  return Object.fromEntries(names.map((name) => [name, firstAt(answer, name.slice(ANSWER.length))]));
}

/** Placeholders `{current.<path>}` of a write, from the record that was read before it. */
export function currentFields({ values, entries }: EntityWrite, record: unknown): EntityFields {
  const names = entityPlaceholders(values).filter((name) => name.startsWith(CURRENT));
  const fields = Object.fromEntries(names.map((name) => [name, firstAt(record, name.slice(CURRENT.length))]));
  return entries ? { ...fields, current: record } : fields;
}

/** A value that would be written: the mapped one, otherwise the fixed one. Values that are only for finding are below `match`. */
function writtenValue({ mapped, create, fields = {} }: LookedFor, path: string): unknown {
  const isMatch = ({ toParameterPath }: MappedValue) => toParameterPath.startsWith(MATCH_PREFIX);
  const own = mapped.filter(({ toParameterPath }) => isWithin(toParameterPath, path));
  const [value, another] = own;
  if (path.startsWith(MATCH_PREFIX)) return own.find(({ toParameterPath }) => toParameterPath === path)?.value;
  // The usual case: a single mapping gives the whole value.
  if (value?.toParameterPath === path && value.value !== undefined && !another) return value.value;
  const fixed = create ? entityCallValues(create, fields).flatMap((one) => forEachEntry(one, mapped)) : [];
  return valueAt(valuesFromMappings([...fixed, ...mapped.filter((one) => !isMatch(one))]), path);
}
