import type { WorkflowStep } from '../step-types/workflow-step.ts';

/**
 * The payload of a call according to the trigger's sample (spec HOOK-05), for testing a workflow without a caller.
 *
 * @returns undefined if there is no sample, or it isn't JSON.
 */
export function readSamplePayload(steps: readonly WorkflowStep[]): unknown {
  const sample = steps.find((step) => step.type === 'Trigger')?.payloadSampleJson?.trim();
  if (!sample) return undefined;
  try {
    return JSON.parse(sample);
  } catch {
    return undefined;
  }
}
