import { ERROR_PATH_INDEX, ERROR_PATH_NAME, hasErrorPath } from '../step-types/error-path.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { findTrigger, indexSteps } from './index-steps.ts';

/** One step in reading order; a branch has its groups, a loop its body, a step with an error path has that as its only group. */
export interface OutlineNode {
  step: WorkflowStep;
  groups?: { index: number; name: string; chain: OutlineNode[] }[];
  body?: OutlineNode[];
}

export interface Outline {
  chain: OutlineNode[];
  /** Steps that the trigger doesn't lead to, in list order. */
  unreached: WorkflowStep[];
}

/** The workflow as a tree. Chains stop at dangling pointers and repeated steps (spec EDIT-54), so every step is in it at most once. */
export function outlineSteps(steps: readonly WorkflowStep[]): Outline {
  const index = indexSteps(steps);
  const seen = new Set<WorkflowStep>();

  function chainFrom(firstName: string | null | undefined): OutlineNode[] {
    const chain: OutlineNode[] = [];
    let step = firstName ? index.get(firstName) : undefined;
    while (step && !seen.has(step)) {
      seen.add(step);
      chain.push(nodeOf(step));
      step = step.nextStepId ? index.get(step.nextStepId) : undefined;
    }
    return chain;
  }

  function nodeOf(step: WorkflowStep): OutlineNode {
    if (step.type === 'Loop') return { step, body: chainFrom(step.loopFirstStepId) };
    if (hasErrorPath(step)) {
      return { step, groups: [{ index: ERROR_PATH_INDEX, name: ERROR_PATH_NAME, chain: chainFrom(step.errorFirstStepId) }] };
    }
    if (step.type !== 'Branch') return { step };
    return { step, groups: step.conditionGroups.map((group, at) => ({ index: at, name: group.name, chain: chainFrom(group.nextStepId) })) };
  }

  const chain = chainFrom(findTrigger(steps)?.stepId);
  return { chain, unreached: steps.filter((step) => !seen.has(step)) };
}

/** The outline's steps from top to bottom with their depth, as a list shows them. */
export function flattenOutline(chain: readonly OutlineNode[], depth = 0): { step: WorkflowStep; depth: number }[] {
  return chain.flatMap((node) => [
    { step: node.step, depth },
    ...flattenOutline(node.body ?? [], depth + 1),
    ...(node.groups ?? []).flatMap((group) => flattenOutline(group.chain, depth + 1)),
  ]);
}
