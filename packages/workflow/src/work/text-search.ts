import type { WorkBudget } from './work-budget.ts';

/** Up to this length the engine's own search is linear in the text, whatever both contain. */
const SHORT_PART = 7;
const NATIVE_UNITS = 0.5;
const MATCHING_UNITS = 3;
const CALL_UNITS = 5;

/**
 * Finds a part of a text in time linear in both. `indexOf` multiplies the two lengths in the worst case: `aaa…` and a part such as
 * `aaa…baaa…`. This skips with `indexOf` to where the part may begin, and matches from there with Knuth-Morris-Pratt.
 */
export class TextSearch {
  readonly #part: string;
  readonly #work: WorkBudget;
  readonly #prefix: string;
  #borders: Int32Array | null = null;

  /** @param part not empty */
  constructor(part: string, work: WorkBudget) {
    this.#part = part;
    this.#work = work;
    this.#prefix = part.slice(0, SHORT_PART);
  }

  /** Where the part occurs next, or -1. @throws BudgetExceeded */
  next(text: string, from = 0): number {
    const { length } = this.#part;
    if (text.length - from < length) return -1;
    const start = this.#skip(text, from);
    return start < 0 || length <= SHORT_PART ? start : this.#match(text, start);
  }

  #skip(text: string, from: number): number {
    const found = text.indexOf(this.#prefix, from);
    this.#work.charge(CALL_UNITS + ((found < 0 ? text.length : found) - from) * NATIVE_UNITS);
    return found;
  }

  #match(text: string, start: number): number {
    const part = this.#part;
    const borders = this.#bordersOfPart();
    let matched = 0;
    let charged = start;
    for (let at = start; at < text.length; at += 1) {
      if (at - charged >= 4096) {
        this.#work.charge((at - charged) * MATCHING_UNITS);
        charged = at;
      }
      const code = text.charCodeAt(at);
      while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] as number;
      if (code === part.charCodeAt(matched)) matched += 1;
      if (matched === part.length) {
        this.#work.charge((at - charged) * MATCHING_UNITS);
        return at - matched + 1;
      }
      if (matched === 0) {
        this.#work.charge((at - charged) * MATCHING_UNITS);
        at = this.#skip(text, at + 1) - 1;
        if (at < 0) return -1;
        charged = at;
      }
    }
    return -1;
  }

  /** For each prefix of the part, the length of its longest proper prefix that is also its suffix. */
  #bordersOfPart(): Int32Array {
    if (this.#borders) return this.#borders;
    const part = this.#part;
    this.#work.charge(part.length * MATCHING_UNITS);
    const borders = new Int32Array(part.length);
    for (let at = 1, matched = 0; at < part.length; at += 1) {
      const code = part.charCodeAt(at);
      while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] as number;
      if (code === part.charCodeAt(matched)) matched += 1;
      borders[at] = matched;
    }
    this.#borders = borders;
    return borders;
  }
}
