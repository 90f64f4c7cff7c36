import type { StepBrief } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { findFlowPath, isLoopPart } from '../core/step-path.ts';
import { briefOfStep } from './brief-of-step.ts';
import type { RunReader } from './run-reader.ts';

/** Records read at once, and the most looked through, from the run's end. */
const WINDOW = 2_000;
const MOST_RECORDS = 20_000;

/** The newest record of each step in a few words, as the reader may see it. */
export function collectBriefs(
  reader: RunReader,
  stepCount: number,
  steps: readonly WorkflowStep[],
  clientIds: readonly string[],
): StepBrief[] {
  const asked = new Set(clientIds);
  const wanted = new Map(steps.flatMap(({ clientId, stepId }) => (clientId && asked.has(clientId) ? [[stepId, clientId] as const] : [])));
  const briefs: StepBrief[] = [];
  for (let to = stepCount; to > Math.max(0, stepCount - MOST_RECORDS) && wanted.size > 0; to -= WINDOW) {
    for (const record of reader.records(Math.max(0, to - WINDOW), to).reverse()) {
      const clientId = wanted.get(record.name);
      if (clientId === undefined || isLoopPart(record.path) || findFlowPath(record) !== null) continue;
      wanted.delete(record.name);
      const stepInstanceId = String(record.ordinal);
      const { stepData = null } = reader.step(stepInstanceId) ?? {};
      briefs.push({ clientId, stepInstanceId, status: record.status, text: stepData ? briefOfStep(record.stepType, stepData) : '' });
    }
  }
  return briefs;
}
