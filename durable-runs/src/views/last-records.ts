import type { WorkflowStep } from '@portage/workflow';
import type { StepRecord } from '../core/run-event.ts';
import { findFlowPath, isLoopPart } from '../core/step-path.ts';
import type { RunReader } from './run-reader.ts';

/** Records read at once, and the most looked through, from the run's end. */
const WINDOW = 2_000;
const MOST_RECORDS = 20_000;

interface LastRecord {
  clientId: string;
  record: StepRecord;
}

/**
 * The newest record of each of these steps, from the run's end.
 *
 * @param clientIds in the run's version
 * @param isLoopPartWanted by default, what a loop did for its iterations is left out
 */
export function* lastRecords(
  reader: RunReader,
  stepCount: number,
  steps: readonly WorkflowStep[],
  clientIds: readonly string[],
  isLoopPartWanted: (path: string) => boolean = () => false,
): Generator<LastRecord> {
  const asked = new Set(clientIds);
  const wanted = new Map(steps.flatMap(({ clientId, stepId }) => (clientId && asked.has(clientId) ? [[stepId, clientId] as const] : [])));
  for (let to = stepCount; to > Math.max(0, stepCount - MOST_RECORDS) && wanted.size > 0; to -= WINDOW) {
    for (const record of reader.records(Math.max(0, to - WINDOW), to).reverse()) {
      const clientId = wanted.get(record.name);
      if (clientId === undefined || findFlowPath(record) !== null) continue;
      if (isLoopPart(record.path) && !isLoopPartWanted(record.path)) continue;
      wanted.delete(record.name);
      yield { clientId, record };
    }
  }
}
