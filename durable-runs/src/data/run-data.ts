import type { StorageScope } from '@portage/workflow';
import type { ChunkStore } from '../storage/chunk-store.ts';

const PREFIX = 'data/';

/** `$Data` of one run: its own values, on top of the values its workflow's runs share. */
export class RunData {
  readonly #inRun = new Map<string, unknown>();
  #inWorkflow: Map<string, unknown> | null = null;
  #merged: Record<string, unknown> | null = null;
  /** JSON size by key: the run's own values on disk, and the workflow's as they were read. */
  readonly #bytesInRun = new Map<string, number>();
  #bytesInWorkflow = 0;
  readonly #unsaved = new Set<string>();
  #isStored = false;
  /** Entries the current step has set in the run's view; null means removed. */
  #changes: [string, unknown][] = [];

  get isLoaded(): boolean {
    return this.#inWorkflow !== null;
  }

  /** Size of the values in memory, in bytes of JSON. */
  get bytes(): number {
    let sum = this.#bytesInWorkflow;
    for (const bytes of this.#bytesInRun.values()) sum += bytes;
    return sum;
  }

  get keepsAnything(): boolean {
    return this.#inRun.size > 0;
  }

  /** As steps see it. A new object after every change; never mutated. */
  get view(): Readonly<Record<string, unknown>> {
    if (!this.#merged) {
      this.#merged = Object.create(null) as Record<string, unknown>;
      for (const source of [this.#inWorkflow, this.#inRun]) for (const [key, value] of source ?? []) this.#merged[key] = value;
    }
    return this.#merged;
  }

  useWorkflowData({ values, bytes }: { values: Map<string, unknown>; bytes: number }): void {
    this.#inWorkflow = values;
    this.#bytesInWorkflow = bytes;
    this.#merged = null;
  }

  scopeOf(key: string): StorageScope | null {
    if (this.#inRun.has(key)) return 'CurrentRun';
    return this.#inWorkflow?.has(key) ? 'Workflow' : null;
  }

  setInRun(key: string, value: unknown): void {
    this.#inRun.set(key, value);
    this.#unsaved.add(key);
    this.#note(key, value);
  }

  removeFromRun(key: string): void {
    this.#inRun.delete(key);
    this.#unsaved.add(key);
    this.#note(key, this.#inWorkflow?.get(key) ?? null);
  }

  /** Called when PostgreSQL has the value, so that the run sees its own write. */
  noteWorkflowValue(key: string, value: unknown): void {
    this.#inWorkflow?.set(key, value);
    if (!this.#inRun.has(key)) this.#note(key, value);
  }

  /** Takes the current value: another run may have changed it since this one read it. */
  refreshWorkflowValue(key: string, value: unknown): void {
    if (value === undefined) this.#inWorkflow?.delete(key);
    else this.#inWorkflow?.set(key, value);
    this.#merged = null;
  }

  noteWorkflowRemoval(key: string): void {
    this.#inWorkflow?.delete(key);
    if (!this.#inRun.has(key)) this.#note(key, null);
  }

  takeChanges(): [string, unknown][] {
    const changes = this.#changes;
    if (changes.length > 0) this.#changes = [];
    return changes;
  }

  load(chunks: ChunkStore, runKey: number): void {
    for (const name of chunks.names(runKey, PREFIX)) {
      this.#isStored = true;
      const json = chunks.read(runKey, name);
      if (json === null) continue;
      const key = name.slice(PREFIX.length);
      this.#inRun.set(key, JSON.parse(json));
      this.#bytesInRun.set(key, json.length);
    }
    this.#merged = null;
  }

  save(chunks: ChunkStore, runKey: number): void {
    if (this.#unsaved.size > 0) this.#isStored = true;
    for (const key of this.#unsaved) {
      if (this.#inRun.has(key)) {
        const json = JSON.stringify(this.#inRun.get(key) ?? null);
        chunks.write(runKey, PREFIX + key, json);
        this.#bytesInRun.set(key, json.length);
      } else {
        chunks.remove(runKey, PREFIX + key);
        this.#bytesInRun.delete(key);
      }
    }
    this.#unsaved.clear();
  }

  /** For a run that can't continue: values are stored unredacted, secrets included. */
  dropStored(chunks: ChunkStore, runKey: number): void {
    if (this.#isStored) chunks.removeAllOf(runKey, PREFIX);
    this.#isStored = false;
  }

  #note(key: string, value: unknown): void {
    this.#changes.push([key, value]);
    this.#merged = null;
  }
}
