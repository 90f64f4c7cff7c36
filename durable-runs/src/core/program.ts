import { passOverSwitchedOff, type WorkflowStep } from '@portage/workflow';
import { endingAfter } from './ending-after.ts';

/** A version's steps, ready to run: no pointer leads to a step that is switched off. */
export interface Program {
  steps: ReadonlyMap<string, WorkflowStep>;
  /** The trigger, where every run starts (spec ENG-09). */
  firstStepId: string | null;
  /** Whether a step may wait for an answer from outside the run. */
  mayAwait: boolean;
}

const AWAITING: ReadonlySet<WorkflowStep['type']> = new Set(['CallWorkflow', 'WaitForApproval']);

/** @param upTo name of the step after which a test run ends; absent: the run goes to the end of the workflow. */
export function makeProgram(steps: readonly WorkflowStep[], upTo?: string): Program {
  const trigger = steps.find((step) => step.type === 'Trigger');
  const on = passOverSwitchedOff(steps);
  const walked = upTo === undefined ? on : endingAfter(on, upTo);
  return {
    steps: new Map(walked.map((step) => [step.stepId, step])),
    firstStepId: trigger?.stepId ?? null,
    mayAwait: steps.some(({ type }) => AWAITING.has(type)),
  };
}
