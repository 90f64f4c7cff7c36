import type { StepNotes } from '../core/step-notes.ts';
import type { NoteStore } from '../storage/note-store.ts';

/** The notes of the current part of a step (spec ENG-06): stored at once, removed when the part has ended. */
export class RunNotes implements StepNotes {
  readonly #store: NoteStore;
  readonly #runKey: number;
  #notes: Map<string, unknown> | null = null;
  #isOver = false;
  /** Most runs never note anything, and cost no statement. */
  #hasAny: boolean;

  constructor(store: NoteStore, runKey: number, mayHaveSome: boolean) {
    this.#store = store;
    this.#runKey = runKey;
    this.#hasAny = mayHaveSome;
  }

  get(name: string): unknown {
    return this.#read().get(name);
  }

  put(entries: readonly (readonly [name: string, value: unknown])[]): void {
    for (const [name, value] of entries) this.#read().set(name, value);
    this.#store.put(this.#runKey, entries);
    this.#hasAny = true;
  }

  get count(): number {
    return this.#read().size;
  }

  /** Ends the part: its notes are removed with the run's next write. */
  end(): void {
    this.#isOver = true;
    this.#notes = new Map();
  }

  save(): void {
    if (this.#isOver && this.#hasAny) {
      this.#store.removeAll(this.#runKey);
      this.#hasAny = false;
    }
    this.#isOver = false;
  }

  #read(): Map<string, unknown> {
    this.#notes ??= this.#hasAny ? this.#store.read(this.#runKey) : new Map();
    return this.#notes;
  }
}
