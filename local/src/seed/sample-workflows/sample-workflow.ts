import type { WorkflowStep } from '@portage/workflow';

export interface SampleWorkflow {
  name: string;
  description: string;
  steps: WorkflowStep[];
  /** Each payload starts one run. */
  payloads: unknown[];
}
