import { valuesFromMappings } from '@portage/connectors/requests';
import { fieldName, type Mapped, type MappedField } from './map-record.ts';
import { findWrapper, isSameValue, targetReader } from './target-values.ts';

/** What both flows between two records stored when they last read or wrote them. */
export interface StoredSides {
  /** This flow's record as it was last carried over; null: it wasn't, or is too large. */
  ownRecord: unknown;
  /** This flow's last write, by target field name. */
  ownWritten: Readonly<Record<string, unknown>> | null;
  ownAtMs: number | null;
  ownWrittenAtMs: number | null;
  /** The same for the flow in the other direction. */
  otherRecord: unknown;
  otherWritten: Readonly<Record<string, unknown>> | null;
  otherAtMs: number | null;
  otherWrittenAtMs: number | null;
}

/** The mapped fields when both sides were last equal. */
export interface SidesBefore {
  /** By target path; a missing field had no value. */
  here: ReadonlyMap<string, unknown>;
  /** In the target. `isKnown` is false if the value is unknown. */
  there(toParameterPath: string): { isKnown: boolean; value: unknown };
}

/**
 * Reconstructs both sides as they were before, from what the two flows stored.
 *
 * @param record of the source as it is now
 * @param isUntouched nobody changed it since the other flow wrote to it, so the system itself reformatted the written values
 */
export function sidesBefore(
  stored: StoredSides,
  record: unknown,
  isUntouched: boolean,
  fields: readonly MappedField[],
  map: (record: unknown) => Mapped,
): SidesBefore | null {
  const isOtherLater = (stored.otherWrittenAtMs ?? 0) >= (stored.ownAtMs ?? 0);
  const written = isOtherLater ? stored.otherWritten : null;
  if (stored.ownRecord === null && written === null) return null;
  const before = written === null ? stored.ownRecord : withWritten(stored.ownRecord ?? {}, written, record, isUntouched);
  const mapped = map(before);
  if (!mapped.ok) return null;
  const valueIn = targetReader(fields);
  const isOwnLater = (stored.ownWrittenAtMs ?? 0) > (stored.otherAtMs ?? 0);
  return {
    here: new Map(mapped.fields.map(({ toParameterPath, value }) => [toParameterPath, value])),
    there(toParameterPath) {
      const name = fieldName(toParameterPath);
      if (isOwnLater && stored.ownWritten && name in stored.ownWritten) return { isKnown: true, value: stored.ownWritten[name] };
      return { isKnown: stored.otherRecord !== null, value: valueIn(stored.otherRecord, toParameterPath) };
    },
  };
}

function isChangedHere({ here }: SidesBefore, { toParameterPath, value }: MappedField): boolean {
  return !isSameValue(value, here.get(toParameterPath));
}

/** Whether the source has nothing the target lacks: each field is unchanged, or equals the target's earlier value. */
export function hasNothingNew(sides: SidesBefore, fields: readonly MappedField[]): boolean {
  return fields.every((field) => {
    const { isKnown, value } = sides.there(field.toParameterPath);
    return !isChangedHere(sides, field) || (isKnown && isSameValue(field.value, value));
  });
}

export interface MergedSides {
  /** The fields to write: the source's value if only the source changed it, the target's if only the target did. */
  fields: readonly MappedField[];
  /** Paths at which the target's value stays. */
  kept: readonly string[];
  /** Both sides changed a field, to different values. */
  hasConflict: boolean;
}

/** Merges the changes of both sides, field by field. @param wins whose value a field gets that both changed */
export function mergeSides(sides: SidesBefore, fields: readonly MappedField[], current: unknown, wins: 'source' | 'target'): MergedSides {
  const valueIn = targetReader(fields);
  const merged: MappedField[] = [];
  const kept: string[] = [];
  let hasConflict = false;
  for (const field of fields) {
    const { toParameterPath, value } = field;
    const there = valueIn(current, toParameterPath);
    const before = sides.there(toParameterPath);
    const isUnreadable = there === undefined && (!before.isKnown || before.value === undefined);
    if (isUnreadable || isSameValue(value, there)) {
      merged.push(field);
      continue;
    }
    const isHere = isChangedHere(sides, field);
    const isThere = !before.isKnown || !isSameValue(there, before.value);
    if (isHere && isThere) hasConflict = true;
    if (isHere && (!isThere || wins === 'source')) {
      merged.push(field);
      continue;
    }
    kept.push(toParameterPath);
    // An emptied field is left out, because it has no value.
    if (there !== undefined && there !== null) merged.push({ toParameterPath, value: there });
  }
  return { fields: merged, kept, hasConflict };
}

/** The record with the later writes applied. */
function withWritten(record: unknown, written: Readonly<Record<string, unknown>>, now: unknown, isUntouched: boolean): unknown {
  const fields = Object.entries(written).flatMap(([name, value]) =>
    name.startsWith('match.') ? [] : [{ toParameterPath: `body.${name}`, value }],
  );
  const valueIn = targetReader(fields);
  const taken = fields.map(({ toParameterPath, value }) => ({
    toParameterPath,
    value: isUntouched ? (valueIn(now, toParameterPath) ?? value) : value,
  }));
  const { body } = valuesFromMappings(taken) as { body?: Record<string, unknown> };
  const wrapper = findWrapper(fields);
  const isWrapped = wrapper !== null && typeof now === 'object' && now !== null && !(wrapper in now);
  return merged(record, isWrapped ? body?.[wrapper] : body);
}

function merged(one: unknown, other: unknown): unknown {
  if (!isPlain(one) || !isPlain(other)) return other === undefined ? one : other;
  const result: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) result[name] = merged(one[name], value);
  return result;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
