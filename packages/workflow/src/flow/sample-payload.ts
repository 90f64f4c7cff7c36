import type { WorkflowStep } from '../steps/registry.ts';

/**
 * What the trigger's sample says a call brings (spec HOOK-05), for trying a workflow without a caller.
 *
 * @returns undefined when there is no sample, or none that is JSON.
 */
export function samplePayloadOf(steps: readonly WorkflowStep[]): unknown {
  const sample = steps.find((step) => step.type === 'Trigger')?.payloadSampleJson?.trim();
  if (!sample) return undefined;
  try {
    return JSON.parse(sample);
  } catch {
    return undefined;
  }
}
