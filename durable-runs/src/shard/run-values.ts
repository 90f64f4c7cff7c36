import type { StepValues } from '@portage/workflow';
import type { Frame } from '../core/run-state.ts';
import { aroundOf, turnOf } from '../core/step-path.ts';

/** A value with its size as JSON. */
export interface Held<Value> {
  value: Value;
  bytes: number;
}

/**
 * The values that the steps of a run have given so far, as later steps see them: `Steps["name"]`. The newest values of a step
 * stand. After a restart each value is read from the journal at its first use, so that a run's state stays small.
 */
export class RunValues {
  /** Own properties only, by step name. */
  readonly steps: Record<string, StepValues> = Object.create(null) as Record<string, StepValues>;
  /** The record that holds each step's newest values. */
  readonly ordinals = new Map<string, number>();
  /** Lists of open loops, by the record that holds the list. */
  readonly #lists = new Map<number, readonly unknown[]>();
  /** The data for fetching the next page, by the record that gave it. */
  readonly #nextPages = new Map<number, unknown>();
  /** Bytes of JSON, by step name. */
  readonly #bytesOfStep = new Map<string, number>();
  /** The same of lists, by the record that holds the list. */
  readonly #bytesOfList = new Map<number, number>();
  #bytes = 0;
  /** Results of open loops that collect them, by the loop's path. */
  readonly #results = new Map<string, unknown[]>();
  readonly #bytesOfResults = new Map<string, number>();
  /** Errors that came after the record itself had been written, by its ordinal: a list that turned out to be cut. */
  readonly #laterErrors = new Map<number, string>();

  /** Size of the values in memory, as bytes of JSON; a character counts as one. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param bytes of the values as JSON; 0 where something else that is counted holds them. */
  set(name: string, ordinal: number, values: StepValues, bytes = 0): void {
    this.ordinals.set(name, ordinal);
    this.#count(this.#bytesOfStep, name, bytes);
    Object.defineProperty(this.steps, name, { value: values, enumerable: true, configurable: true, writable: true });
  }

  /** Values of a step that the run does not have (a step tried alone). */
  give(name: string, values: StepValues): void {
    Object.defineProperty(this.steps, name, { value: values, enumerable: true, configurable: true, writable: true });
  }

  /** The values are read when they are first asked for. */
  setLazily(name: string, ordinal: number, read: () => Held<StepValues>): void {
    this.ordinals.set(name, ordinal);
    Object.defineProperty(this.steps, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const error = this.#laterErrors.get(ordinal);
        const { value, bytes } = read();
        const values = error === undefined ? value : { ...value, Error: error };
        this.set(name, ordinal, values, bytes);
        return values;
      },
    });
  }

  /** The newest values of a step say from now on that something went wrong after they were given. */
  addError(name: string, message: string): void {
    const ordinal = this.ordinals.get(name);
    if (ordinal === undefined) return;
    const values = this.steps[name];
    this.#laterErrors.set(ordinal, message);
    this.set(name, ordinal, { ...values, Error: message }, this.#bytesOfStep.get(name));
  }

  /** Errors of the values that still stand: a restart needs them. */
  get laterErrors(): [ordinal: number, message: string][] {
    if (this.#laterErrors.size === 0) return [];
    const standing = new Set(this.ordinals.values());
    for (const ordinal of [...this.#laterErrors.keys()]) if (!standing.has(ordinal)) this.#laterErrors.delete(ordinal);
    return [...this.#laterErrors];
  }

  restoreErrors(errors: readonly [ordinal: number, message: string][]): void {
    for (const [ordinal, message] of errors) this.#laterErrors.set(ordinal, message);
  }

  /** Kept by the newest record of each step, and by those of open loops. */
  setNextPage(ordinal: number, nextPage: unknown, frames: readonly Frame[]): void {
    const kept = new Set([...this.ordinals.values(), ...frames.map(listOrdinal)]);
    for (const old of [...this.#nextPages.keys()]) if (!kept.has(old)) this.#nextPages.delete(old);
    this.#nextPages.set(ordinal, nextPage);
  }

  nextPage(ordinal: number): unknown {
    return this.#nextPages.get(ordinal) ?? null;
  }

  openList(ordinal: number, { value, bytes }: Held<readonly unknown[]>): void {
    this.#lists.set(ordinal, value);
    this.#count(this.#bytesOfList, ordinal, bytes);
  }

  /** @param values what is left of the loop for later steps: its results, or the error of one that could not begin. */
  closeList(name: string, ordinal: number, values: StepValues = {}, bytes = 0): void {
    this.#forgetList(ordinal);
    this.set(name, ordinal, values, bytes);
  }

  /** From now on the loop's results are held; after a restart they are in the journal only. */
  openResults(loopPath: string): void {
    this.#results.set(loopPath, []);
  }

  /** @param path where a turn handed its result on */
  addResult(path: string, value: unknown, bytes: number): void {
    const turn = turnOf(aroundOf(path).at(-1) ?? '');
    const loopPath = turn && [...aroundOf(path).slice(0, -1), turn.loop].join('/');
    const results = loopPath === null ? undefined : this.#results.get(loopPath);
    if (!turn || loopPath === null || !results) return;
    results[turn.index] = value;
    this.#count(this.#bytesOfResults, loopPath, (this.#bytesOfResults.get(loopPath) ?? 0) + bytes);
  }

  /** What the turns of a loop have handed on, by turn; null: a restart has lost it. */
  resultsOf(loopPath: string): readonly unknown[] | null {
    return this.#results.get(loopPath) ?? null;
  }

  forgetResults(loopPath: string): void {
    this.#results.delete(loopPath);
    this.#count(this.#bytesOfResults, loopPath, 0);
  }

  /** Lets every open loop show the item it is at (spec ENG-12). */
  showItems(frames: readonly Frame[], readList: (ordinal: number) => Held<readonly unknown[]>): void {
    for (const frame of frames) {
      if (frame.kind !== 'loop') continue;
      const shown = this.ordinals.get(frame.stepId) === frame.ordinal ? this.steps[frame.stepId] : undefined;
      if (shown && shown.CurrentIndex === frame.index) continue;
      const ordinal = listOrdinal(frame);
      let items = this.#lists.get(ordinal);
      if (!items) {
        const read = readList(ordinal);
        items = read.value;
        this.openList(ordinal, read);
      }
      // A page that the loop is through with.
      if (this.#lists.size > frames.length) this.#forgetLists(frames);
      const item = items[frame.index - (frame.paging?.firstIndex ?? 0)] ?? null;
      this.set(frame.stepId, frame.ordinal, { CurrentItem: item, CurrentIndex: frame.index });
    }
  }

  #forgetLists(frames: readonly Frame[]): void {
    const open = new Set(frames.map(listOrdinal));
    for (const ordinal of [...this.#lists.keys()]) if (!open.has(ordinal)) this.#forgetList(ordinal);
  }

  #forgetList(ordinal: number): void {
    this.#lists.delete(ordinal);
    this.#count(this.#bytesOfList, ordinal, 0);
  }

  #count<Key>(counts: Map<Key, number>, key: Key, bytes: number): void {
    this.#bytes += bytes - (counts.get(key) ?? 0);
    if (bytes > 0) counts.set(key, bytes);
    else counts.delete(key);
  }
}

/** The record with the current items of an open loop; -1 for a step that is not a loop. */
function listOrdinal(frame: Frame): number {
  return frame.kind === 'loop' ? (frame.paging?.ordinal ?? frame.ordinal) : -1;
}
