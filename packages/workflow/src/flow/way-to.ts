import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { type OutlineNode, outlineSteps } from './outline.ts';

/** A step that contains another one. */
export interface Holder {
  step: WorkflowStep;
  /** The condition group, or the error path; null: a loop's body. */
  group: string | null;
}

export interface WayTo {
  /** The steps around it, outermost first. */
  holders: Holder[];
  /** The steps before it in its chain and in those around it, without their contents. */
  passed: WorkflowStep[];
  /** What the steps of `passed` contain. */
  inside: WorkflowStep[];
}

/** Null if the trigger doesn't lead to the step. */
export function wayTo(steps: readonly WorkflowStep[], stepId: string): WayTo | null {
  return wayIn(outlineSteps(steps).chain, stepId);
}

function wayIn(chain: readonly OutlineNode[], stepId: string): WayTo | null {
  const passed: WorkflowStep[] = [];
  const inside: WorkflowStep[] = [];
  for (const node of chain) {
    if (node.step.stepId === stepId) return { holders: [], passed, inside };
    for (const { group, chain: inner } of listInnerChains(node)) {
      const way = wayIn(inner, stepId);
      if (!way) continue;
      return {
        holders: [{ step: node.step, group }, ...way.holders],
        passed: [...passed, ...way.passed],
        inside: [...inside, ...way.inside],
      };
    }
    passed.push(node.step);
    for (const { chain: inner } of listInnerChains(node)) inside.push(...stepsIn(inner));
  }
  return null;
}

function listInnerChains({ body, groups = [] }: OutlineNode): { group: string | null; chain: readonly OutlineNode[] }[] {
  return [...(body ? [{ group: null, chain: body }] : []), ...groups.map(({ name, chain }) => ({ group: name, chain }))];
}

function stepsIn(chain: readonly OutlineNode[]): WorkflowStep[] {
  return chain.flatMap((node) => [node.step, ...listInnerChains(node).flatMap(({ chain: inner }) => stepsIn(inner))]);
}
