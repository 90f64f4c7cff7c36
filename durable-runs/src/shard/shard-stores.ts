import { ChunkStore } from '../storage/chunk-store.ts';
import { JournalStore, type StepJournalData } from '../storage/journal-store.ts';
import { OpenRunStore } from '../storage/open-run-store.ts';
import { RunStore } from '../storage/run-store.ts';

/** Everything a shard keeps on its disk. */
export class ShardStores {
  readonly chunks: ChunkStore;
  readonly runs: RunStore;
  readonly open: OpenRunStore;
  readonly journal: JournalStore;

  constructor(sql: SqlStorage) {
    this.chunks = new ChunkStore(sql);
    this.runs = new RunStore(sql, this.chunks);
    this.open = new OpenRunStore(sql);
    this.journal = new JournalStore(sql);
  }

  /** What one step gave and did; null when it has no datum, or it is no longer kept. */
  stepData(runKey: number, ordinal: number): StepJournalData | null {
    const datum = this.journal.data(runKey, ordinal, ordinal + 1).get(ordinal);
    return datum ? this.resolve(runKey, datum) : null;
  }

  /** A datum whose values lie in chunks, read from there. */
  resolve(runKey: number, datum: StepJournalData): StepJournalData {
    if (datum.chunk === undefined) return datum;
    const json = this.chunks.read(runKey, datum.chunk);
    return json === null ? {} : (JSON.parse(json) as StepJournalData);
  }
}
