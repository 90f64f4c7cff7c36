import type { WorkflowInstance } from '@portage/contracts';
import type { RunRow, RunStore } from '../storage/run-store.ts';
import type { RunReader } from './run-reader.ts';

type TestedPart = NonNullable<WorkflowInstance['testedPart']>;

/** Runs whose parts are cached: a run's start data may take megabytes. */
const MOST_RUNS = 200;

export class TestedParts {
  readonly #runs: Pick<RunStore, 'trigger'>;
  readonly #known = new Map<number, TestedPart | null>();

  constructor(runs: Pick<RunStore, 'trigger'>) {
    this.#runs = runs;
  }

  /** Null: all of it. */
  of({ runKey }: RunRow): TestedPart | null {
    const known = this.#known.get(runKey);
    if (known !== undefined) return known;
    const { from = null, upTo = null } = this.#runs.trigger(runKey)?.test ?? {};
    const part = from === null && upTo === null ? null : { from, upTo };
    if (this.#known.size >= MOST_RUNS) this.#known.clear();
    this.#known.set(runKey, part);
    return part;
  }
}

/** Whether the part begins or ends at a step that the reader doesn't see. */
export function namesHidden(reader: RunReader, { from, upTo }: TestedPart): boolean {
  return [from, upTo].some((name) => name !== null && reader.hides({ name }));
}
