import { listPointers, type VersionChange, type WorkflowStep } from '@portage/workflow';
import { fieldWords } from './field-words.ts';

/** One change in words: "work: URL changed", "Step “wait” added after “route”". @param steps of the newer version */
export function changeWords({ kind, stepId, path, value }: VersionChange, steps: readonly WorkflowStep[]): string {
  if (path === 'isSwitchedOff') return `Step “${stepId}” switched ${value === true ? 'off' : 'on'}`;
  if (path) return `${stepId}: ${fieldWords(path)} ${kind.toLowerCase()}`;
  if (kind !== 'Added') return `Step “${stepId}” ${kind.toLowerCase()}`;
  return `Step “${stepId}” added${describePosition(stepId, steps)}`;
}

function describePosition(stepId: string, steps: readonly WorkflowStep[]): string {
  for (const step of steps) {
    const pointer = listPointers(step).find(({ target }) => target === stepId);
    if (!pointer) continue;
    if (pointer.kind === 'next') return ` after “${step.stepId}”`;
    if (pointer.kind === 'body') return ` at the start of “${step.stepId}”`;
    if (step.type !== 'Branch') return ` in the error path of “${step.stepId}”`;
    const group = step.conditionGroups.find(({ nextStepId }) => nextStepId === stepId);
    return ` in “${group?.name ?? ''}” of “${step.stepId}”`;
  }
  return '';
}
