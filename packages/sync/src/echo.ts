import type { EntityDefinition } from '@portage/connectors/entities';
import { segmentsOf } from '@portage/connectors/events';
import type { Echo } from './item.ts';
import { changedAtMsOf } from './read-record.ts';

/** Where the target's records have their time of change; null where they have none. */
export function otherChangedAtPath({ changedAtPath }: Pick<EntityDefinition, 'changedAtPath'>): string[] | null {
  return changedAtPath === undefined ? null : segmentsOf(changedAtPath);
}

/** @param stored as PostgreSQL has it, with the other record's time in its system's words */
export function echoOf(stored: (Omit<Echo, 'otherChangedAtMs'> & { otherChangedAt: string | null }) | undefined): Echo | null {
  return stored ? { ...stored, otherChangedAtMs: changedAtMsOf(stored.otherChangedAt) } : null;
}
