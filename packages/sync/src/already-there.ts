import {
  type EntityDefinition,
  type EntityFields,
  type EntityWrite,
  entityCallValues,
  entityPlaceholders,
  movedPath,
} from '@portage/connectors/entities';
import { isWithin, MATCH_PREFIX } from '@portage/connectors/schema';
import type { MappedField } from './map-record.ts';
import { hasValue, targetReader } from './target-values.ts';

export interface UpdateToCompare {
  entity: Pick<EntityDefinition, 'find' | 'update' | 'omitsEmpty'>;
  fields: readonly MappedField[];
  /** Placeholders of the record: its id in the source, and the answers for the target. */
  places: EntityFields;
  /** The target's record. */
  current: unknown;
}

/** Placeholders that name the record or the call, so they change nothing in the record. */
const TECHNICAL = /^(id|idempotencyKey|now|current\..+)$/;

/** Whether the target's record already has everything that an update would write, so nothing has to be sent. */
export function isAlreadyThere(compared: UpdateToCompare): boolean {
  return compareUpdate(compared) === 'same';
}

/** Unknown: the record has no other values, but it doesn't show all. A search may show only some of a record's fields. */
export function compareUpdate({ entity, fields, places, current }: UpdateToCompare): 'same' | 'different' | 'unknown' {
  const { update, find, omitsEmpty } = entity;
  if (!update || update.before) return 'different';
  if (typeof current !== 'object' || current === null) return 'unknown';
  const valueIn = targetReader(fields, find);
  const sent = fields.filter(({ toParameterPath }) => isSent(toParameterPath, update));
  let isUnknown = false;
  for (const { toParameterPath, value } of [...sent, ...ownValues(update, places)]) {
    const there = valueIn(current, toParameterPath);
    // A field that isn't shown may have a value, even if it is to be cleared.
    if (there === undefined && omitsEmpty !== true) isUnknown = true;
    else if (!hasValue(there, value)) return 'different';
  }
  return isUnknown ? 'unknown' : 'same';
}

function isSent(toParameterPath: string, { moves = {} }: EntityWrite): boolean {
  const path = movedPath(toParameterPath, moves);
  return path !== null && !path.startsWith(MATCH_PREFIX);
}

/** What the call writes besides the mapped fields: a person's answers, and the record's id in the source. */
function ownValues(update: EntityWrite, places: EntityFields): MappedField[] {
  const own = Object.entries(update.values).filter(
    ([path, value]) => isWithin(path, 'body') && entityPlaceholders([value]).some((name) => !TECHNICAL.test(name)),
  );
  return entityCallValues({ ...update, values: Object.fromEntries(own) }, places);
}
