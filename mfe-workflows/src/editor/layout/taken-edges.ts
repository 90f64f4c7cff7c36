import type { RunStatus } from '@portage/contracts';
import { ERROR_PATH_INDEX, hasErrorPath, isSwitchedOff, type WorkflowStep } from '@portage/workflow';
import type { FlowEdge } from './laid-out-flow.ts';

/**
 * The lines that a run took: between steps that both ran, past switched-off steps, on from a last step if the run continued after it, and
 * through a group without steps if no other group of its branch was taken.
 */
export function takenEdges(
  edges: readonly FlowEdge[],
  steps: readonly WorkflowStep[],
  statusOf: (step: WorkflowStep) => RunStatus | undefined,
): ReadonlySet<FlowEdge> {
  const statuses = new Map<string, RunStatus>();
  for (const step of steps) {
    const status = statusOf(step);
    if (status) statuses.set(step.stepId, status);
  }
  const byId = new Map(steps.map((step) => [step.stepId, step]));
  for (const stepId of passedOver(edges, byId, statuses)) statuses.set(stepId, 'Succeeded');
  const chosenEmpty = new Map(steps.map((step) => [step.stepId, emptyGroupTaken(step, statuses)]));
  return new Set(
    edges.filter(({ source, target, emptyGroup, isSuccessOnly }) => {
      if (source === null || !statuses.has(source)) return false;
      if (isSuccessOnly && statuses.get(source) !== 'Succeeded') return false;
      if (emptyGroup !== undefined) return chosenEmpty.get(source) === emptyGroup;
      if (target === null) return wentOn(byId.get(source), byId, statuses);
      return statuses.has(target);
    }),
  );
}

/** Switched-off steps between two that ran: the run skipped them. */
function passedOver(
  edges: readonly FlowEdge[],
  byId: ReadonlyMap<string, WorkflowStep>,
  statuses: ReadonlyMap<string, RunStatus>,
): string[] {
  return edges.flatMap(({ source, target }) => {
    if (source === null || target === null || !statuses.has(source)) return [];
    const passed: string[] = [];
    let next = byId.get(target);
    for (; next && isSwitchedOff(next) && !passed.includes(next.stepId); next = byId.get(next.nextStepId ?? '')) passed.push(next.stepId);
    return next && statuses.has(next.stepId) ? passed : [];
  });
}

/** Whether the run continued after a step: it succeeded, it continues on failure, or its error path completed. */
function wentOn(
  step: WorkflowStep | undefined,
  byId: ReadonlyMap<string, WorkflowStep>,
  statuses: ReadonlyMap<string, RunStatus>,
): boolean {
  const status = step && statuses.get(step.stepId);
  if (!step || step.type === 'EndStep') return false;
  if (status !== 'Failed') return status === 'Succeeded';
  if (!hasErrorPath(step)) return 'continueOnFailure' in step && step.continueOnFailure === true;
  let last: WorkflowStep | undefined;
  for (let next = byId.get(step.errorFirstStepId ?? ''); next; next = byId.get(next.nextStepId ?? '')) last = next;
  return last === undefined || wentOn(last, byId, statuses);
}

/** The group without steps that a branch must have taken; null if it took another one, or if several are possible. */
function emptyGroupTaken(step: WorkflowStep, statuses: ReadonlyMap<string, RunStatus>): number | null {
  if (hasErrorPath(step)) return !step.errorFirstStepId && statuses.get(step.stepId) === 'Failed' ? ERROR_PATH_INDEX : null;
  if (step.type !== 'Branch' || statuses.get(step.stepId) !== 'Succeeded') return null;
  if (step.conditionGroups.some((group) => group.nextStepId && statuses.has(group.nextStepId))) return null;
  const empty = step.conditionGroups.flatMap((group, index) => (group.nextStepId ? [] : [index]));
  return empty.length === 1 ? (empty[0] ?? null) : null;
}
