import type { WorkflowStep } from '@portage/workflow';
import type { LaidOutFlow } from './laid-out-flow.ts';

/** Describes a step's position for screen readers: "step 5 of 8, branch Yes". */
export function describeStepPosition(
  layout: LaidOutFlow,
  key: string,
  number: number,
  stepOf: (key: string) => WorkflowStep | undefined,
): string {
  const owner = layout.chainOf.get(key)?.chain.owner;
  const words = [`step ${number} of ${layout.cards.length}`];
  if (!owner) words.push('not connected');
  if (owner?.kind === 'body') words.push(`in loop ${stepOf(owner.key)?.stepId ?? ''}`);
  if (owner?.kind === 'group') {
    const branch = stepOf(owner.key);
    const group = branch?.type === 'Branch' ? branch.conditionGroups[owner.groupIndex] : undefined;
    words.push(`branch ${group?.name ?? ''}`);
  }
  return words.join(', ');
}
