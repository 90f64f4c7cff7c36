import type { StepValues } from '@portage/workflow';
import type { Frame } from '../core/run-state.ts';
import { getEnclosingParts, parseIteration } from '../core/step-path.ts';

export interface Held<Value> {
  value: Value;
  bytes: number;
}

/**
 * The values that a run's steps have returned so far, as later steps see them: `Steps["name"]`. A step's newest values replace its
 * earlier ones. After a restart each value is read from the journal when first used, so that a run's state stays small.
 */
export class RunValues {
  /** By step name; has no prototype, so it only has own properties. */
  readonly steps: Record<string, StepValues> = Object.create(null) as Record<string, StepValues>;
  /** The record that holds each step's newest values. */
  readonly ordinals = new Map<string, number>();
  /** Lists of open loops, by the record that holds the list. */
  readonly #lists = new Map<number, readonly unknown[]>();
  /** The data for fetching the next page, by the record that returned it. */
  readonly #nextPages = new Map<number, unknown>();
  readonly #bytesOfStep = new Map<string, number>();
  /** Bytes of JSON of lists, by the record that holds the list. */
  readonly #bytesOfList = new Map<number, number>();
  #bytes = 0;
  /** Results of open loops that collect them, by the loop's path. */
  readonly #results = new Map<string, unknown[]>();
  readonly #bytesOfResults = new Map<string, number>();
  /** Errors that came after the record itself was written, by its ordinal: a list that turned out to be incomplete. */
  readonly #laterErrors = new Map<number, string>();

  /** Size of the values in memory, in bytes of JSON; a character counts as one. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param bytes size of the values as JSON; 0 if something else that is counted holds them. */
  set(name: string, ordinal: number, values: StepValues, bytes = 0): void {
    this.ordinals.set(name, ordinal);
    this.#count(this.#bytesOfStep, name, bytes);
    Object.defineProperty(this.steps, name, { value: values, enumerable: true, configurable: true, writable: true });
  }

  /** Values of a step that the run doesn't contain (a step is tested alone). */
  give(name: string, values: StepValues): void {
    Object.defineProperty(this.steps, name, { value: values, enumerable: true, configurable: true, writable: true });
  }

  /** The values are read when first needed. */
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

  /** From now on a step's newest values report an error that happened after they were returned. */
  addError(name: string, message: string): void {
    const ordinal = this.ordinals.get(name);
    if (ordinal === undefined) return;
    const values = this.steps[name];
    this.#laterErrors.set(ordinal, message);
    this.set(name, ordinal, { ...values, Error: message }, this.#bytesOfStep.get(name));
  }

  /** Errors on values that are still current; a restart needs them. */
  get laterErrors(): [ordinal: number, message: string][] {
    if (this.#laterErrors.size === 0) return [];
    const standing = new Set(this.ordinals.values());
    for (const ordinal of [...this.#laterErrors.keys()]) if (!standing.has(ordinal)) this.#laterErrors.delete(ordinal);
    return [...this.#laterErrors];
  }

  restoreErrors(errors: readonly [ordinal: number, message: string][]): void {
    for (const [ordinal, message] of errors) this.#laterErrors.set(ordinal, message);
  }

  /** Kept by the newest record of each step, and by the records of open loops. */
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

  /** @param values what later steps see of the loop: its results, or the error of a loop that could not begin. */
  closeList(name: string, ordinal: number, values: StepValues = {}, bytes = 0): void {
    this.#forgetList(ordinal);
    this.set(name, ordinal, values, bytes);
  }

  /** From now on the loop's results are held. After a restart they are only in the journal. */
  openResults(loopPath: string): void {
    this.#results.set(loopPath, []);
  }

  /** @param path where an iteration returned its result */
  addResult(path: string, value: unknown, bytes: number): void {
    const turn = parseIteration(getEnclosingParts(path).at(-1) ?? '');
    const loopPath = turn && [...getEnclosingParts(path).slice(0, -1), turn.loop].join('/');
    const results = loopPath === null ? undefined : this.#results.get(loopPath);
    if (!turn || loopPath === null || !results) return;
    results[turn.index] = value;
    this.#count(this.#bytesOfResults, loopPath, (this.#bytesOfResults.get(loopPath) ?? 0) + bytes);
  }

  /** The results of a loop's iterations, by iteration; null if a restart has lost them. */
  resultsOf(loopPath: string): readonly unknown[] | null {
    return this.#results.get(loopPath) ?? null;
  }

  forgetResults(loopPath: string): void {
    this.#results.delete(loopPath);
    this.#count(this.#bytesOfResults, loopPath, 0);
  }

  /** Makes every open loop show its current item (spec ENG-12). */
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
      // The loop has finished with this page.
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

/** The record with the current items of an open loop; -1 for a step that isn't a loop. */
function listOrdinal(frame: Frame): number {
  return frame.kind === 'loop' ? (frame.paging?.ordinal ?? frame.ordinal) : -1;
}
