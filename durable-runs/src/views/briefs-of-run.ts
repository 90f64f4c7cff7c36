import type { StepBrief } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { briefOfStep } from './brief-of-step.ts';
import { lastRecords } from './last-records.ts';
import type { RunReader } from './run-reader.ts';

/** The newest record of each step in a few words, as the reader may see it. */
export function collectBriefs(
  reader: RunReader,
  stepCount: number,
  steps: readonly WorkflowStep[],
  clientIds: readonly string[],
): StepBrief[] {
  return [...lastRecords(reader, stepCount, steps, clientIds)].map(({ clientId, record }) => {
    const stepInstanceId = String(record.ordinal);
    const { stepData = null } = reader.step(stepInstanceId) ?? {};
    return { clientId, stepInstanceId, status: record.status, text: stepData ? briefOfStep(record.stepType, stepData) : '' };
  });
}
