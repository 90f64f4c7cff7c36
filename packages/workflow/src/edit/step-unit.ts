import { indexSteps } from '../flow/index-steps.ts';
import { hasErrorPath } from '../step-types/error-path.ts';
import type { StepOf, WorkflowStep } from '../step-types/workflow-step.ts';

/** The loop that auto paging keeps directly after an operation (spec STEP-48); null: none. */
export function findPagingLoop(steps: readonly WorkflowStep[], step: WorkflowStep): StepOf<'Loop'> | null {
  return pagingLoopIn(indexSteps(steps), step);
}

function pagingLoopIn(index: ReadonlyMap<string, WorkflowStep>, step: WorkflowStep): StepOf<'Loop'> | null {
  if (step.type !== 'ConnectorOperation' || step.useAutoPaging !== true || !step.nextStepId) return null;
  const next = index.get(step.nextStepId);
  return next?.type === 'Loop' && typeof next.pagedItemsLimit === 'number' ? next : null;
}

/** Whether a step is another one's paging loop: it can't be moved, copied or deleted by itself (spec EDIT-57). */
export function isPagingLoop(steps: readonly WorkflowStep[], stepId: string): boolean {
  const before = steps.find((step) => step.type === 'ConnectorOperation' && step.nextStepId === stepId);
  return before !== undefined && findPagingLoop(steps, before)?.stepId === stepId;
}

/**
 * A step and everything that belongs to it, in reading order: the steps of its groups or body, and its paging loop. The step itself is
 * first. Stops at a repeated step, so that circles in a broken draft do no harm.
 */
export function collectUnit(steps: readonly WorkflowStep[], stepId: string): WorkflowStep[] {
  return unitOfAll(steps, [stepId]);
}

/** The same for consecutive steps of one lane. */
export function unitOfAll(steps: readonly WorkflowStep[], stepIds: readonly string[]): WorkflowStep[] {
  const index = indexSteps(steps);
  const asked = new Set(stepIds);
  const seen = new Set<WorkflowStep>();
  const unit: WorkflowStep[] = [];
  // A stack, because chains may have 2,000 steps; the last one pushed is read first.
  const waiting: { name: string; withNext: boolean }[] = stepIds.toReversed().map((name) => ({ name, withNext: false }));
  for (let top = waiting.pop(); top; top = waiting.pop()) {
    const step = index.get(top.name);
    if (!step || seen.has(step) || (step.type === 'Trigger' && !asked.has(step.stepId))) continue;
    seen.add(step);
    unit.push(step);
    const loop = pagingLoopIn(index, step);
    if (step.nextStepId && (top.withNext || loop)) waiting.push({ name: step.nextStepId, withNext: top.withNext });
    for (const name of innerChains(step).reverse()) waiting.push({ name, withNext: true });
  }
  return unit;
}

/** The names of the steps inside a step: those of its groups, its body, its paging loop (spec EDIT-56). Without the step itself. */
export function collectDescendantNames(steps: readonly WorkflowStep[], stepId: string): Set<string> {
  const names = new Set(collectUnit(steps, stepId).map((step) => step.stepId));
  names.delete(stepId);
  return names;
}

/** The last step of a unit's own chain: its paging loop, or the step itself. The step after the unit follows this one. */
export function lastOfUnit(steps: readonly WorkflowStep[], step: WorkflowStep): WorkflowStep {
  return findPagingLoop(steps, step) ?? step;
}

function innerChains(step: WorkflowStep): string[] {
  if (step.type === 'Loop') return step.loopFirstStepId ? [step.loopFirstStepId] : [];
  if (hasErrorPath(step)) return step.errorFirstStepId ? [step.errorFirstStepId] : [];
  return step.type === 'Branch' ? step.conditionGroups.flatMap((group) => group.nextStepId ?? []) : [];
}
