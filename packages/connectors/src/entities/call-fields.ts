import { firstAt } from '../events/values-at.ts';
import type { MappedValue } from '../requests/request-values.ts';
import type { EntityFind, EntityFindMany, EntityWrite } from './entity.ts';
import { type EntityFields, entityPlaceholders } from './entity-values.ts';

const CURRENT = 'current.';
const WRITE = 'write.';

/** What is known of the record that is looked for. */
export interface LookedFor {
  /** What would be written; values for finding alone (`match.sku`) are among it. */
  mapped: readonly MappedValue[];
  /** The record's id in the source. */
  externalId: string;
  /** The path that holds it in what is written, where the flow has one. */
  externalIdPath?: string | null;
}

/** The value that a record is found by; null: it has none, and is not looked for this way. */
export function findKey({ key, values }: EntityFind | EntityFindMany, { mapped, externalId, externalIdPath }: LookedFor): string | null {
  if (key === 'externalId') {
    const needsField = entityPlaceholders(values).includes('externalIdField');
    return needsField && !externalIdPath ? null : externalId;
  }
  const value = mapped.find(({ toParameterPath }) => toParameterPath === key)?.value;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  return String(value).trim() || null;
}

/** Placeholders of a call that looks for one record; null where it has no value to be found by. */
export function findFields(find: EntityFind, lookedFor: LookedFor): EntityFields | null {
  const key = findKey(find, lookedFor);
  if (key === null) return null;
  const written = entityPlaceholders(find.values).filter((name) => name.startsWith(WRITE));
  const others = written.map((name) => [name, mappedValue(lookedFor.mapped, name.slice(WRITE.length))] as const);
  // A record that is known by two values is not known by one of them.
  if (others.some(([, value]) => value === undefined || value === null || value === '')) return null;
  return { key, externalId: lookedFor.externalId, externalIdField: fieldOf(lookedFor), ...Object.fromEntries(others) };
}

/** The name of the field that holds the source's id: the last one of its path. */
export function fieldOf({ externalIdPath }: Pick<LookedFor, 'externalIdPath'>): string | undefined {
  return externalIdPath ? externalIdPath.split('.').at(-1) : undefined;
}

/** Placeholders `{current.<path>}` of a write, from the record that was read before it. */
export function currentFields({ values }: EntityWrite, record: unknown): EntityFields {
  const names = entityPlaceholders(values).filter((name) => name.startsWith(CURRENT));
  return Object.fromEntries(names.map((name) => [name, firstAt(record, name.slice(CURRENT.length))]));
}

function mappedValue(mapped: readonly MappedValue[], path: string): unknown {
  return mapped.find(({ toParameterPath }) => toParameterPath === path)?.value;
}
