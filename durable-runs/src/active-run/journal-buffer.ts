import type { StepRecord } from '../core/run-event.ts';
import { runLimits } from '../limits.ts';
import { alwaysChunk, exactChunk, stepChunk } from '../storage/chunk-names.ts';
import type { ChunkStore } from '../storage/chunk-store.ts';
import { type EncodedEntries, encodeEntries, type JournalEntry, type JournalStore } from '../storage/journal-store.ts';

/** Step records of one run that aren't on disk yet. Writing a batch of them costs one row. */
export class JournalBuffer {
  #entries = new Map<number, JournalEntry>();
  /** Data with the run's secrets, by ordinal, where the journal's version was redacted. */
  #exact = new Map<number, string>();
  /** Parameters that are logged in every mode (spec ENG-24), by ordinal, as JSON. */
  #always = new Map<number, string>();
  #chars = 0;
  /** Records below this ordinal are on disk. Changing one of them takes its own row. */
  #written: number;
  #since = 0;

  constructor(written: number) {
    this.#written = written;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  get chars(): number {
    return this.#chars;
  }

  /** Records from this ordinal on are only in memory. */
  get written(): number {
    return this.#written;
  }

  /**
   * @param dataJson what the step returned and did; null keeps the data of an earlier record with this ordinal.
   * @param exactJson the same with secrets, only for the engine.
   */
  add(record: StepRecord, dataJson: string | null, nowMs: number, exactJson: string | null = null): void {
    if (exactJson !== null) this.#exact.set(record.ordinal, exactJson);
    if (this.#entries.size === 0) this.#since = nowMs;
    const earlier = this.#entries.get(record.ordinal);
    this.#entries.set(record.ordinal, { record, dataJson: dataJson ?? earlier?.dataJson ?? null });
    this.#chars += record.path.length + (dataJson?.length ?? 0);
  }

  /** Spec ENG-24: kept even when the rest of a step's data is forgotten. */
  addAlways(ordinal: number, json: string): void {
    this.#always.set(ordinal, json);
  }

  isFull(nowMs: number): boolean {
    const { bufferedSteps, bufferedChars, bufferMs } = runLimits;
    return (
      this.#entries.size >= bufferedSteps || this.#chars >= bufferedChars || (this.#entries.size > 0 && nowMs - this.#since >= bufferMs)
    );
  }

  /** Spec ENG-23: the run succeeded, so only the data of steps that failed along the way is kept. */
  forgetData(): void {
    for (const entry of this.#entries.values()) if (entry.record.status !== 'Failed') entry.dataJson = null;
    this.#exact.clear();
  }

  /**
   * @param isWhole the run has ended, and nothing of it was written before.
   * @returns the run's whole journal, for its own row; null if the journal's rows have it
   */
  write(journal: JournalStore, chunks: ChunkStore, runKey: number, isWhole = false): EncodedEntries | null {
    const appended: JournalEntry[] = [];
    for (const entry of this.#entries.values()) {
      const { ordinal } = entry.record;
      if (entry.dataJson !== null && entry.dataJson.length > runLimits.inlineChars) {
        const chunk = stepChunk(ordinal);
        chunks.write(runKey, chunk, entry.dataJson);
        entry.dataJson = JSON.stringify({ chunk });
      }
      if (ordinal >= this.#written) appended.push(entry);
      else {
        journal.change(runKey, entry);
        // Drop the previous attempt's exact data, so that reads do not prefer it.
        if (entry.dataJson !== null && !this.#exact.has(ordinal)) chunks.remove(runKey, exactChunk(ordinal));
      }
    }
    for (const [ordinal, exactJson] of this.#exact) chunks.write(runKey, exactChunk(ordinal), exactJson);
    this.#exact.clear();
    for (const [ordinal, json] of this.#always) chunks.write(runKey, alwaysChunk(ordinal), json);
    this.#always.clear();
    appended.sort((left, right) => left.record.ordinal - right.record.ordinal);
    const fitsRow = isWhole && this.#chars <= runLimits.inlineChars;
    if (!fitsRow) journal.append(runKey, appended);
    const last = appended.at(-1);
    if (last) this.#written = last.record.ordinal + 1;
    this.#entries = new Map();
    this.#chars = 0;
    return fitsRow ? encodeEntries(appended) : null;
  }
}
