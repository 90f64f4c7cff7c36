import type { EntityDefinition } from '@portage/connectors/entities';
import { readPath } from '@portage/primitives/paths';
import { skipReasons } from './decide-item.ts';
import type { Echo } from './item.ts';
import { changedAtMsOf } from './read-record.ts';

/** Where the target's records have their time of change; null where they have none. */
export function otherChangedAtPath({ changedAtPath }: Pick<EntityDefinition, 'changedAtPath'>): readonly string[] | null {
  return changedAtPath === undefined ? null : readPath(changedAtPath);
}

type StoredEcho = Omit<Echo, 'otherChangedAtMs'> & {
  otherChangedAt: string | null;
  /** The other flow could not carry the record's last change over, or asks about it. */
  isFailed: boolean;
  /** Of the other flow's item. */
  error: string | null;
};

/** @param stored as PostgreSQL has it, with the other record's time in its system's words */
export function echoOf(stored: StoredEcho | undefined): Echo | null {
  if (!stored) return null;
  const { otherItemId, writtenAtMs, targetChangedAtMs, otherChangedAt, isFailed, error } = stored;
  // The other flow left this record as a person had changed it, and so decided for it against the other record as that was then.
  if (error === skipReasons.targetWins) {
    return { otherItemId, writtenAtMs: null, targetChangedAtMs: null, otherChangedAtMs: changedAtMsOf(otherChangedAt) };
  }
  // Whenever both sides were alike, the other record has changed since.
  const otherChangedAtMs = isFailed ? 0 : changedAtMsOf(otherChangedAt);
  return { otherItemId, writtenAtMs, targetChangedAtMs, otherChangedAtMs };
}
