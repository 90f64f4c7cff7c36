import type { StepNotes } from '../core/step-notes.ts';
import type { NoteStore } from '../storage/note-store.ts';

/** The notes of the current part of a step (spec ENG-06): stored at once, removed when the part has ended. */
export class RunNotes implements StepNotes {
  readonly #store: NoteStore;
  readonly #runKey: number;
  /** Null: not read yet. Most runs never note anything, and cost no statement. */
  #notes: Map<string, unknown> | null;
  /** Keys of their entries in the store. */
  readonly #keys: string[] = [];
  #isOver = false;

  constructor(store: NoteStore, runKey: number, mayHaveSome: boolean) {
    this.#store = store;
    this.#runKey = runKey;
    this.#notes = mayHaveSome ? null : new Map();
  }

  get(name: string): unknown {
    return this.#read().get(name);
  }

  put(entries: readonly (readonly [name: string, value: unknown])[]): void {
    const notes = this.#read();
    for (const [name, value] of entries) notes.set(name, value);
    const key = this.#store.put(this.#runKey, entries);
    if (key !== null) this.#keys.push(key);
  }

  get count(): number {
    return this.#read().size;
  }

  /** Ends the part: its notes are removed with the run's next write. */
  end(): void {
    const notes = this.#read();
    // Clearing an empty map allocates another one.
    if (notes.size > 0) notes.clear();
    this.#isOver = true;
  }

  save(): void {
    if (this.#isOver) this.#store.remove(this.#keys.splice(0));
    this.#isOver = false;
  }

  #read(): Map<string, unknown> {
    if (this.#notes === null) {
      const { notes, keys } = this.#store.read(this.#runKey);
      this.#notes = notes;
      this.#keys.push(...keys);
    }
    return this.#notes;
  }
}
