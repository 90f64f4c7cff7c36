import type { WorkflowStep } from '@portage/workflow';
import type { StepDetailData } from '../../api-types.ts';
import { sampleSizeProblem } from '../step-forms/fields/sample-size.ts';

type SampleField = 'payloadSampleJson' | 'responseSampleJson';

/** The field that contains the step's sample; null if the step type has none. */
export function getSampleField(step: WorkflowStep): SampleField | null {
  if (step.type === 'Trigger') return step.triggerType === 'Webhook' ? 'payloadSampleJson' : null;
  return step.type === 'HttpRequest' ? 'responseSampleJson' : null;
}

/** The step with its input or output of a run as its sample; null if it takes no sample, or the sample would be too long. */
export function withSample<Step extends WorkflowStep>(step: Step, { payload, response }: StepDetailData): Step | null {
  const field = getSampleField(step);
  const value = field === 'payloadSampleJson' ? payload : response?.body;
  if (field === null || value === undefined) return null;
  const text = JSON.stringify(value, null, 2);
  return sampleSizeProblem(text, () => step) !== null ? null : { ...step, [field]: text };
}
