import type { RunStatus } from '@portage/contracts';
import { collectDescendantNames, type WorkflowStep } from '@portage/workflow';
import { keyOfStep } from '../../layout/node-key.ts';
import type { StatusOf } from '../canvas-types.ts';
import type { FlowState } from '../flow-store.ts';

/** Whether a step is a loop, a branch, or a step with an error path. */
export function canFold(steps: readonly WorkflowStep[], stepId: string): boolean {
  return collectDescendantNames(steps, stepId).size > 0;
}

export function foldableKeys({ layout, stepByKey }: Pick<FlowState, 'layout' | 'stepByKey'>): ReadonlySet<string> {
  const keys = new Set(layout.folds.keys());
  for (const { owner, keys: inside } of layout.chains) {
    if (owner.kind !== 'main' && inside.length > 0 && stepByKey.has(owner.key)) keys.add(owner.key);
  }
  return keys;
}

/** The folded steps around a step; empty if it is visible. */
export function foldsAround({ layout }: Pick<FlowState, 'layout'>, key: string): string[] {
  return [...layout.folds].filter(([, inside]) => inside.some((step) => keyOfStep(step) === key)).map(([fold]) => fold);
}

const WORDS: readonly [RunStatus, string][] = [
  ['Failed', 'failed'],
  ['InProgress', 'running'],
  ['Delayed', 'waiting'],
  ['Cancelled', 'cancelled'],
];

/** Says what a folded step contains: `5 steps`, in a run also their results. Empty if it isn't folded. */
export function foldWords({ layout, statusOf }: Pick<FlowState, 'layout' | 'statusOf'>, key: string): string {
  const inside = layout.folds.get(key);
  if (!inside) return '';
  const count = inside.length === 1 ? '1 step' : `${inside.length} steps`;
  return statusOf ? `${count}: ${stateWords(inside, statusOf)}` : count;
}

function stateWords(inside: readonly WorkflowStep[], statusOf: StatusOf): string {
  const statuses = inside.map((step) => statusOf(step)?.status);
  const counted = WORDS.flatMap(([status, word]) => {
    const count = statuses.filter((one) => one === status).length;
    return count > 0 ? [`${count} ${word}`] : [];
  });
  const done = statuses.filter((status) => status === 'Succeeded').length;
  if (counted.length > 0) return counted.join(', ');
  return done === inside.length ? 'all done' : `${done} done`;
}

/** The worst status inside a folded step, for its color. */
export function foldStatus({ layout, statusOf }: Pick<FlowState, 'layout' | 'statusOf'>, key: string): RunStatus | undefined {
  const inside = statusOf ? layout.folds.get(key) : undefined;
  const statuses = new Set(inside?.map((step) => statusOf?.(step)?.status));
  return WORDS.map(([status]) => status).find((status) => statuses.has(status)) ?? (statuses.has('Succeeded') ? 'Succeeded' : undefined);
}

export function foldProblem({ layout, problems }: Pick<FlowState, 'layout' | 'problems'>, key: string): string | undefined {
  for (const { stepId } of layout.folds.get(key) ?? []) {
    const problem = problems.get(stepId);
    if (problem) return `${stepId}: ${problem}`;
  }
  return undefined;
}
