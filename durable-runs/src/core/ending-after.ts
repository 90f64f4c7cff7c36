import { type WorkflowStep, wayTo } from '@portage/workflow';

/** Replaces the next step's name where the run ends. No step has this name. */
export const END_OF_TEST = '';

/**
 * The steps of a run that ends after this step and everything inside it; in a loop, after the first iteration that runs it. If the run
 * takes another path, nothing that follows the step runs either.
 */
export function endingAfter(steps: readonly WorkflowStep[], stepId: string): readonly WorkflowStep[] {
  const holders = new Set(wayTo(steps, stepId)?.holders.map(({ step }) => step.stepId));
  return steps.map((step) => {
    if (step.stepId === stepId) return { ...step, nextStepId: END_OF_TEST };
    if (holders.has(step.stepId)) return { ...step, nextStepId: null };
    return leavesByEnd(steps, step, stepId) ? { ...step, endStepScope: 'Workflow' } : step;
  });
}

/** An End step inside the last step that ends a surrounding loop would continue with that loop, past the point where the run should end. */
function leavesByEnd(steps: readonly WorkflowStep[], step: WorkflowStep, lastStepId: string): boolean {
  if (step.type !== 'EndStep') return false;
  const around = wayTo(steps, step.stepId)?.holders.map((holder) => holder.step) ?? [];
  const last = around.findIndex((holder) => holder.stepId === lastStepId);
  const isLoop = ({ type }: WorkflowStep) => type === 'Loop';
  return last >= 0 && around.slice(0, last).some(isLoop) && !around.slice(last).some(isLoop);
}
