import type { LoopTurns, StepFilter } from '@portage/contracts';
import type { StepRecord } from '../core/run-event.ts';
import { getEnclosingParts, isLoopPart, loopOfResults, parseIteration } from '../core/step-path.ts';

/** Failed loop iterations listed one by one. */
const NAMED_FAILURES = 200;

/** Picks one page of the wanted steps from records passed in order. */
export class FilteredSteps {
  readonly page: StepRecord[] = [];
  readonly loops = new Map<string, LoopTurns>();
  totalCount = 0;
  readonly #filter: StepFilter;
  readonly #name: string;
  readonly #from: number;
  readonly #to: number;

  /** @param from index of the first wanted match, from 0; up to `to`, exclusive. */
  constructor(filter: StepFilter, from: number, to: number) {
    // The outermost level is written as `/`, because an empty query parameter counts as absent.
    this.#filter = { ...filter, ...(filter.within === '/' ? { within: '' } : {}) };
    this.#name = filter.name?.trim().toLowerCase() ?? '';
    this.#from = from;
    this.#to = to;
  }

  take(record: StepRecord): void {
    if (!this.#isOnLevel(record) || !this.#isWanted(record)) return;
    if (this.totalCount >= this.#from && this.totalCount < this.#to) this.page.push(record);
    this.totalCount += 1;
  }

  #isWanted({ name, status, syncRecord }: StepRecord): boolean {
    if (this.#filter.status !== undefined && status !== this.#filter.status) return false;
    return [name, syncRecord?.name ?? ''].some((text) => text.toLowerCase().includes(this.#name));
  }

  #isOnLevel(record: StepRecord): boolean {
    const { within } = this.#filter;
    if (within === undefined) return true;
    if (!record.path.startsWith(within)) return false;
    let path = within;
    for (const part of getEnclosingParts(record.path.slice(within.length))) {
      const turn = parseIteration(part);
      if (turn) {
        this.#count(path + turn.loop, turn.index, record.status === 'Failed');
        return false;
      }
      path += `${part}/`;
    }
    // Pages a loop fetched successfully, and results of its iterations, are part of it, not steps.
    const isPart = isLoopPart(record.path) && loopOfResults(record.path) === null;
    return !(isPart && record.status === 'Succeeded');
  }

  #count(loopPath: string, index: number, isFailed: boolean): void {
    let turns = this.loops.get(loopPath);
    if (!turns) {
      turns = { count: 0, failedCount: 0, failed: [] };
      this.loops.set(loopPath, turns);
    }
    turns.count = Math.max(turns.count, index + 1);
    // Iterations come one after another: a failed one is counted at its first failed step.
    if (!isFailed || this.#lastFailed.get(loopPath) === index) return;
    this.#lastFailed.set(loopPath, index);
    turns.failedCount += 1;
    if (turns.failed.length < NAMED_FAILURES) turns.failed.push(index);
  }

  readonly #lastFailed = new Map<string, number>();
}
