import type { EntityDefinition } from '@portage/connectors/entities';
import { readPath } from '@portage/primitives/paths';
import { skipReasons } from './decide-item.ts';
import type { Echo } from './item.ts';
import { parseChangedAtMs } from './read-record.ts';

/** Where the target's records have their change time; null if they have none. */
export function otherChangedAtPath({ changedAtPath }: Pick<EntityDefinition, 'changedAtPath'>): readonly string[] | null {
  return changedAtPath === undefined ? null : readPath(changedAtPath);
}

type StoredEcho = Omit<Echo, 'otherChangedAtMs'> & {
  otherChangedAt: string | null;
  /** The other flow failed to carry over the record's last change, or asks a person about it. */
  isFailed: boolean;
  /** Error of the other flow's item. */
  error: string | null;
};

/** @param stored as PostgreSQL has it, with the other record's time in its system's format */
export function toEcho(stored: StoredEcho | undefined): Echo | null {
  if (!stored) return null;
  const { otherItemId, writtenAtMs, targetChangedAtMs, otherChangedAt, isFailed, error } = stored;
  // The other flow kept this record as a person had changed it, and so decided for it over the other record as it was then.
  if (error === skipReasons.targetWins) {
    return { otherItemId, writtenAtMs: null, targetChangedAtMs: null, otherChangedAtMs: parseChangedAtMs(otherChangedAt) };
  }
  // 0: whenever the two sides were equal, the other record has changed since.
  const otherChangedAtMs = isFailed ? 0 : parseChangedAtMs(otherChangedAt);
  return { otherItemId, writtenAtMs, targetChangedAtMs, otherChangedAtMs };
}
