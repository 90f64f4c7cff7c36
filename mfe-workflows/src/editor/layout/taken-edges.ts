import type { RunStatus } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import type { FlowEdge } from './laid-out-flow.ts';

/**
 * The lines that a run went along: between steps that both ran, on from a last step that succeeded, and through a group
 * without steps when no other group of its branch was taken.
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
  const chosenEmpty = new Map(steps.map((step) => [step.stepId, emptyGroupTaken(step, statuses)]));
  return new Set(
    edges.filter(({ source, target, emptyGroup }) => {
      if (source === null || !statuses.has(source)) return false;
      if (emptyGroup !== undefined) return chosenEmpty.get(source) === emptyGroup;
      if (target === null) return statuses.get(source) === 'Succeeded';
      return statuses.has(target);
    }),
  );
}

/** The group without steps that a branch must have taken; null when another one was, or it could be several. */
function emptyGroupTaken(step: WorkflowStep, statuses: ReadonlyMap<string, RunStatus>): number | null {
  if (step.type !== 'Branch' || statuses.get(step.stepId) !== 'Succeeded') return null;
  if (step.conditionGroups.some((group) => group.nextStepId && statuses.has(group.nextStepId))) return null;
  const empty = step.conditionGroups.flatMap((group, index) => (group.nextStepId ? [] : [index]));
  return empty.length === 1 ? (empty[0] ?? null) : null;
}
