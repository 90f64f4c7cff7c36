import { AwaitedResultStore } from './answer-store.ts';
import { ApprovalStore } from './approval-store.ts';
import { AttemptStore } from './attempt-store.ts';
import { CallStore } from './call-store.ts';
import { ChunkStore } from './chunk-store.ts';
import { JournalStore, type StepJournalData } from './journal-store.ts';
import { NoteStore } from './note-store.ts';
import { OpenRunStore } from './open-run-store.ts';
import { RunAttemptStore } from './run-attempt-store.ts';
import { RunStore } from './run-store.ts';
import { hasSchema, upgradeSchema } from './schema.ts';
import { TriggerChanges } from './trigger-changes.ts';

/** Everything a shard keeps on disk. A shard without runs has no tables, and reads do not create them. */
export class ShardStores {
  readonly chunks: ChunkStore;
  readonly runs: RunStore;
  readonly open: OpenRunStore;
  readonly journal: JournalStore;
  readonly attempts: AttemptStore;
  readonly runAttempts: RunAttemptStore;
  readonly notes: NoteStore;
  readonly answers: AwaitedResultStore;
  readonly approvals: ApprovalStore;
  readonly calls: CallStore;
  readonly triggerChanges: TriggerChanges;

  readonly #storage: DurableObjectStorage;
  #exists: boolean;

  constructor(storage: DurableObjectStorage) {
    const { sql } = storage;
    this.#storage = storage;
    this.#exists = hasSchema(storage);
    if (this.#exists) upgradeSchema(storage);
    this.chunks = new ChunkStore(sql);
    this.runs = new RunStore(sql, this.chunks, () => this.#exists);
    this.open = new OpenRunStore(sql);
    this.journal = new JournalStore(sql);
    this.attempts = new AttemptStore(sql, this.journal, this.chunks);
    this.runAttempts = new RunAttemptStore(sql);
    this.notes = new NoteStore(storage);
    this.answers = new AwaitedResultStore(sql, this.chunks);
    this.approvals = new ApprovalStore(sql);
    this.calls = new CallStore(sql);
    this.triggerChanges = new TriggerChanges(sql, () => this.#exists);
  }

  get exists(): boolean {
    return this.#exists;
  }

  /** Called before the first run. */
  create(): void {
    if (this.#exists) return;
    upgradeSchema(this.#storage);
    this.#exists = true;
  }

  async removeEverything(): Promise<void> {
    this.#exists = false;
    this.runs.forgetVersions();
    this.triggerChanges.forget();
    await this.#storage.deleteAll();
  }

  /** The data of one step; null if the step has none, or it is no longer kept. */
  stepData(runKey: number, ordinal: number): StepJournalData | null {
    const datum = this.journal.data(runKey, ordinal, ordinal + 1).get(ordinal);
    return datum ? this.resolve(runKey, datum) : null;
  }

  /** Like `stepData`, with the data's size as JSON. */
  sizedStepData(runKey: number, ordinal: number): { datum: StepJournalData; bytes: number } | null {
    const datum = this.journal.data(runKey, ordinal, ordinal + 1).get(ordinal);
    if (!datum) return null;
    const bytes = datum.chunk === undefined ? JSON.stringify(datum).length : this.chunks.size(runKey, datum.chunk);
    return { datum: this.resolve(runKey, datum), bytes };
  }

  /** Reads the data from chunks if its values are stored there. */
  resolve(runKey: number, datum: StepJournalData): StepJournalData {
    if (datum.chunk === undefined) return datum;
    const json = this.chunks.read(runKey, datum.chunk);
    return json === null ? {} : (JSON.parse(json) as StepJournalData);
  }
}
