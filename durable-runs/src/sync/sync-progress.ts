import type { SyncCounts } from '@portage/database';
import type { SettledItem } from '@portage/sync';
import type { OperationCall } from '../operations/operation-request.ts';
import type { ReadSoFar } from './sorted-reading.ts';

/** How far a step has come with its flows. It's stored in the run's state between two parts, so it stays small. */
export interface SyncProgress {
  flowAt: number;
  /** A hash of the step's flows when the step began. Its parts belong together as long as the flows stay the same. */
  settings: string;
  open: OpenFlow | null;
  done: FlowReport[];
  /** How many times this step has already read the current flow, because a person asked for more of it in the meantime. Absent: never. */
  passes?: number;
  /** The results of those readings. */
  earlier?: EarlierReadings | undefined;
}

export interface EarlierReadings {
  /** When the first of them began. */
  startedAtMs: number;
  counts: SyncCounts;
}

export interface OpenFlow {
  flowId: string;
  /**
   * Items whose next attempt is due come first, then the source's list, then known records that the list did not show, then
   * the list's records in doubt.
   */
  phase: 'due' | 'list' | 'gone' | 'doubts';
  /** How many records that the list did not show were requested. */
  askedGone?: number;
  /** When the last record in doubt is to be searched for again; absent: there are none. */
  doubtsAtMs?: number;
  /** When the list was read to its end and only doubts remained. */
  doubtsSinceMs?: number;
  /** Writes before this time were already counted; absent in the first part, and in the state of an earlier engine version. */
  countedUntilMs?: number;
  /** How many times the step has already read the flow; absent in the state of an earlier engine version. */
  pass?: number;
  startedAtMs: number;
  /** When the reading of the list began, by the source's clock; null if it hasn't begun. */
  beganAtMs: number | null;
  /** Where the reading began, and the largest position that was read. */
  from: number | null;
  /** The cursor as it's stored. This field and those below are absent in the state of an earlier engine version. */
  stored?: string | null;
  /** Ids of both documents. The sync continues only while they stay the same. */
  documents?: string;
  /** Path of the ids, and format and path of the cursor, in the source's document. */
  idPath?: string;
  cursorOf?: string | null;
  /** Target paths whose mappings read a field that the source no longer has, with their messages. */
  lost?: string[];
  notes?: string[];
  /** Paths that mappings read but no record of this reading has had so far; absent: there was no record. */
  unseen?: string[];
  /** The ids are read from a different field than before, and no known record has been read by it yet. */
  isIdUnsure?: boolean;
  reached: number | null;
  /** Since the reading last started over; absent in the state of an earlier engine version. */
  read?: ReadSoFar;
  /** The next page; null: the first page. */
  call: OperationCall | null;
  pages: number;
  /** A hash of the last page's ids, which detects a source that returns the same page forever. */
  lastPage: string;
  /** Counts of this reading only. */
  counts: SyncCounts;
  earlier?: EarlierReadings | undefined;
}

/** What later steps and people see of a flow (`Response.flows`). */
export interface FlowReport extends SyncCounts {
  source: string;
  target: string;
  /** Whole: the source was read to its end. Paused, Busy: it has to wait for another time. Failed: see the error. */
  state: 'Whole' | 'Paused' | 'Busy' | 'Failed';
  error: string | null;
  /** What people should know about its mappings. */
  notes?: string[];
}

/**
 * The counts of a flow that was read several times. Each write counts. Of two readings, the one from the earlier position has read
 * everything that the other has, so an unchanged record that both read counts once.
 */
export function combineCounts({ earlier, counts }: Pick<OpenFlow, 'earlier' | 'counts'>): SyncCounts {
  if (!earlier) return counts;
  const sums = wholeCounts(earlier.counts);
  for (const name of countNames) sums[name] += counts[name];
  const twice = Math.min(earlier.counts.unchanged, counts.unchanged);
  return { ...sums, read: sums.read - twice, unchanged: sums.unchanged - twice };
}

/** When the step first began to read the flow. */
export function getFirstStartMs({ earlier, startedAtMs }: Pick<OpenFlow, 'earlier' | 'startedAtMs'>): number {
  return earlier?.startedAtMs ?? startedAtMs;
}

export const noCounts: SyncCounts = { read: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, waiting: 0, failed: 0 };
const countNames = Object.keys(noCounts) as (keyof SyncCounts)[];

/** Counts from a run's state. An earlier engine version did not count waiting records. */
export function wholeCounts(counts: SyncCounts): SyncCounts {
  return { ...noCounts, ...counts };
}

export type RecordOutcome = SettledItem['outcome'];

export function addOutcome(counts: SyncCounts, outcome: RecordOutcome): void {
  counts[countedAs(outcome)] += 1;
  counts.read += 1;
}

/** Removes a record from the counts because more is known about it now. */
export function takeBack(counts: SyncCounts, outcome: RecordOutcome): void {
  const name = countedAs(outcome);
  // A part that a crash ended has counted nothing.
  if (counts[name] === 0) return;
  counts[name] -= 1;
  counts.read -= 1;
}

function countedAs(outcome: RecordOutcome): Exclude<keyof SyncCounts, 'read'> {
  return outcome === 'archived' ? 'updated' : outcome;
}
