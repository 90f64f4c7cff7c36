import type { ActiveRun } from '../active-run/active-run.ts';
import { runLimits } from '../limits.ts';

/** What a run's scripts, and its steps and expressions, used in its last slice. */
export type SliceUse = Pick<ActiveRun, 'sliceFuel' | 'sliceWork'>;

/** Runs that are ready for a slice, in order. Heavy runs are skipped while the most allowed are being run. */
export class ReadyRuns {
  readonly #runs: ActiveRun[] = [];
  #heavySlices = 0;

  add(run: ActiveRun): void {
    this.#runs.push(run);
  }

  remove(run: ActiveRun): void {
    const at = this.#runs.indexOf(run);
    if (at >= 0) this.#runs.splice(at, 1);
  }

  next(): ActiveRun | undefined {
    if (this.#heavySlices < runLimits.heavySlices) return this.#runs.shift();
    const at = this.#runs.findIndex((run) => !isHeavy(run));
    return at < 0 ? undefined : this.#runs.splice(at, 1)[0];
  }

  /** The run's slice begins. @returns a function to call at its end */
  sliceBegins(run: ActiveRun): () => void {
    if (!isHeavy(run)) return nothing;
    this.#heavySlices += 1;
    return () => {
      this.#heavySlices -= 1;
    };
  }
}

function nothing(): void {}

/** Its last slice used more than a slice should. */
export function isHeavy({ sliceFuel, sliceWork }: SliceUse): boolean {
  return sliceFuel >= runLimits.heavySliceFuel || sliceWork >= runLimits.heavySliceWork;
}
