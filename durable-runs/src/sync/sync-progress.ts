import type { SyncCounts } from '@portage/database';
import type { SettledItem } from '@portage/sync';
import type { OperationCall } from '../steps/connector-operation/operation-request.ts';
import type { ReadSoFar } from './sorted-reading.ts';

/** How far a step has come with its flows: kept in the run's state between two parts, so it stays small. */
export interface SyncProgress {
  /** The flow under way, in the order of the step's flows. */
  flowAt: number;
  /** The step's flows in short, as they were when the step began: its parts belong together while they are the same. */
  settings: string;
  open: OpenFlow | null;
  done: FlowReport[];
  /** How often the flow under way was read before by this step: a person asked for more of it meanwhile. Absent: never. */
  passes?: number;
  /** What those readings came to. */
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
   * Items whose next attempt is due go first, then the source's list, then known records that the list did not show, then what is in doubt
   * about the list's records.
   */
  phase: 'due' | 'list' | 'gone' | 'doubts';
  /** How many records were asked for that the list did not show. */
  askedGone?: number;
  /** When the last of the records in doubt is to be looked for again; absent: there are none. */
  doubtsAtMs?: number;
  /** When the list was read to its end and only doubts were left. */
  doubtsSinceMs?: number;
  /** What was written until then is counted; absent: in the first part, or in the state of an earlier version of the engine. */
  countedUntilMs?: number;
  /** How often the step read the flow before; absent: in the state of an earlier version of the engine. */
  pass?: number;
  startedAtMs: number;
  /** When the reading of the list began, by the source's clock; null: it has not begun. */
  beganAtMs: number | null;
  /** Where the reading began, and the largest place that was read. */
  from: number | null;
  /** The cursor as it is stored. From here on: absent in the state of an earlier version of the engine. */
  stored?: string | null;
  /** Ids of both documents: the sync goes on while they are the same. */
  documents?: string;
  /** Path of the ids, and format and path of the cursor, in the source's document. */
  idPath?: string;
  cursorOf?: string | null;
  /** Target paths whose mappings read a field that the source no longer has, and what is said of them. */
  lost?: string[];
  notes?: string[];
  /** Paths that mappings read and that no record of this reading has had so far; absent: there was no record. */
  unseen?: string[];
  /** The ids are read from another field than before, and no known record was read by it yet. */
  isIdUnsure?: boolean;
  reached: number | null;
  /** Since the reading last started over; absent: in the state of an earlier version of the engine. */
  read?: ReadSoFar;
  /** The next page; null: the first one. */
  call: OperationCall | null;
  pages: number;
  /** Ids of the last page, in short: a source that gives the same page for ever is found by it. */
  lastPage: string;
  /** Of this reading. */
  counts: SyncCounts;
  earlier?: EarlierReadings | undefined;
}

/** What later steps and people see of a flow (`Response.flows`). */
export interface FlowReport extends SyncCounts {
  source: string;
  target: string;
  /** Whole: the source was read to its end. Paused, Busy: another time. Failed: see the error. */
  state: 'Whole' | 'Paused' | 'Busy' | 'Failed';
  error: string | null;
  /** What people should know of its mappings. */
  notes?: string[];
}

/**
 * What a flow came to that was read several times. Each write counts. Of two readings, the one from the earlier place has read what the
 * other one has, so an unchanged record that both read counts once.
 */
export function countsOf({ earlier, counts }: Pick<OpenFlow, 'earlier' | 'counts'>): SyncCounts {
  if (!earlier) return counts;
  const sums = wholeCounts(earlier.counts);
  for (const name of countNames) sums[name] += counts[name];
  const twice = Math.min(earlier.counts.unchanged, counts.unchanged);
  return { ...sums, read: sums.read - twice, unchanged: sums.unchanged - twice };
}

/** When the step first began to read the flow. */
export function firstStartOf({ earlier, startedAtMs }: Pick<OpenFlow, 'earlier' | 'startedAtMs'>): number {
  return earlier?.startedAtMs ?? startedAtMs;
}

export const noCounts: SyncCounts = { read: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, waiting: 0, failed: 0 };
const countNames = Object.keys(noCounts) as (keyof SyncCounts)[];

/** Counts from the state of a run; that of an earlier version of the engine has none of those that wait. */
export function wholeCounts(counts: SyncCounts): SyncCounts {
  return { ...noCounts, ...counts };
}

/** What becomes of a record in a sync. */
export type RecordOutcome = SettledItem['outcome'] | 'unchanged';

export function addOutcome(counts: SyncCounts, outcome: RecordOutcome): void {
  counts[countedAs(outcome)] += 1;
  counts.read += 1;
}

/** Takes back what was counted of a record of which more is known now. */
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
