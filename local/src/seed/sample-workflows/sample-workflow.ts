import type { WorkflowStep } from '@portage/workflow';

export interface SampleWorkflow {
  name: string;
  description: string;
  steps: WorkflowStep[];
  /** One run each. */
  payloads: unknown[];
}
