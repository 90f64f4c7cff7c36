import { hasEnded } from '../core/run-status.ts';
import type { JournalStore } from '../storage/journal-store.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { RunReader } from './run-reader.ts';

/** Records read at once. */
const WINDOW = 5_000;
/** Runs whose counts are remembered. */
const MOST_RUNS = 200;

interface Counted {
  /** The hidden names the count was made with. */
  hidden: string;
  upTo: number;
  count: number;
}

/**
 * How many of a run's records are hidden. Names in written records never change, so each record is checked once, and again when
 * the workflow hides other steps.
 */
export class HiddenCount {
  readonly #journal: JournalStore;
  readonly #known = new Map<number, Counted>();

  constructor(journal: JournalStore) {
    this.#journal = journal;
  }

  of({ runKey, stepCount, status }: RunRow, reader: RunReader): number {
    const hidden = reader.hiddenNames.join('\n');
    const before = this.#known.get(runKey);
    const known = before?.hidden === hidden ? before : { upTo: 0, count: 0 };
    // Open steps aren't in the journal yet.
    const written = hasEnded(status) ? stepCount : Math.min(stepCount, this.#journal.writtenBefore(runKey));
    const counted = { hidden, upTo: Math.max(known.upTo, written), count: known.count + countIn(reader, known.upTo, written) };
    if (this.#known.size >= MOST_RUNS) this.#known.clear();
    this.#known.set(runKey, counted);
    return counted.count + countIn(reader, counted.upTo, stepCount);
  }
}

function countIn(reader: RunReader, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += WINDOW) {
    count += reader.allRecords(at, Math.min(to, at + WINDOW)).filter((record) => reader.hides(record)).length;
  }
  return count;
}
