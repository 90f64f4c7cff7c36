import { hasErrorPath } from '../step-types/error-path.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';

export interface StepPointer {
  /** `next`: the chain continues; `body`: a loop's first step; `group`: the first step of a condition group or an error path. */
  kind: 'next' | 'body' | 'group';
  field: string;
  target: string;
}

/** The non-null pointers of a step, inner chains first. */
export function listPointers(step: WorkflowStep): StepPointer[] {
  const pointers: StepPointer[] = [];
  if (step.type === 'Loop' && step.loopFirstStepId) pointers.push({ kind: 'body', field: 'loopFirstStepId', target: step.loopFirstStepId });
  if (step.type === 'Branch') {
    for (const [index, group] of step.conditionGroups.entries()) {
      if (group.nextStepId) pointers.push({ kind: 'group', field: `conditionGroups[${index}].nextStepId`, target: group.nextStepId });
    }
  }
  if (hasErrorPath(step) && step.errorFirstStepId)
    pointers.push({ kind: 'group', field: 'errorFirstStepId', target: step.errorFirstStepId });
  if (step.nextStepId) pointers.push({ kind: 'next', field: 'nextStepId', target: step.nextStepId });
  return pointers;
}

/** A copy of the step with its pointers passed through `replace`. */
export function mapPointers<Step extends WorkflowStep>(step: Step, replace: (target: string) => string | null): Step {
  const swap = (target: string | null | undefined) => (target ? replace(target) : target);
  const mapped: WorkflowStep = step.nextStepId ? { ...step, nextStepId: replace(step.nextStepId) } : { ...step };
  if (mapped.type === 'Loop' && mapped.loopFirstStepId) mapped.loopFirstStepId = replace(mapped.loopFirstStepId);
  if (hasErrorPath(mapped) && mapped.errorFirstStepId) mapped.errorFirstStepId = replace(mapped.errorFirstStepId);
  if (mapped.type === 'Branch') {
    mapped.conditionGroups = mapped.conditionGroups.map((group) => {
      const nextStepId = swap(group.nextStepId);
      return nextStepId === undefined ? group : { ...group, nextStepId };
    });
  }
  return mapped as Step;
}
