import { type WorkflowStep, wayTo } from '@portage/workflow';

/** In place of the next step's name: the run ends here. No step has this name. */
export const END_OF_TEST = '';

/**
 * The steps of a run that ends once this step, with all that it holds, has run: in a loop, the first time it does. Where the run
 * takes another way, nothing that comes after the step runs either.
 */
export function endingAfter(steps: readonly WorkflowStep[], stepId: string): readonly WorkflowStep[] {
  const holders = new Set(wayTo(steps, stepId)?.holders.map(({ step }) => step.stepId));
  return steps.map((step) => {
    if (step.stepId === stepId) return { ...step, nextStepId: END_OF_TEST };
    if (holders.has(step.stepId)) return { ...step, nextStepId: null };
    return leavesByEnd(steps, step, stepId) ? { ...step, endStepScope: 'Workflow' } : step;
  });
}

/** An End step inside the last step that ends a loop around it would go on with that loop, past the place where the run ends. */
function leavesByEnd(steps: readonly WorkflowStep[], step: WorkflowStep, lastStepId: string): boolean {
  if (step.type !== 'EndStep') return false;
  const around = wayTo(steps, step.stepId)?.holders.map((holder) => holder.step) ?? [];
  const last = around.findIndex((holder) => holder.stepId === lastStepId);
  const isLoop = ({ type }: WorkflowStep) => type === 'Loop';
  return last >= 0 && around.slice(0, last).some(isLoop) && !around.slice(last).some(isLoop);
}
