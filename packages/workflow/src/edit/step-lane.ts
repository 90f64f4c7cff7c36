import { type OutlineNode, outlineSteps } from '../flow/outline.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { takeOut } from './delete-step.ts';
import { insertUnit } from './insert-step.ts';
import { createLaneMoveCheck } from './move-step.ts';
import type { StepPosition } from './place.ts';
import { isPagingLoop, lastOfUnit, unitOfAll } from './step-unit.ts';

/** Names of consecutive steps of one chain, in order. Their paging loops belong to them and aren't named. */
export type StepLane = readonly [string, ...string[]];

/**
 * The lanes formed by the selected steps, in reading order. A step inside another selected step belongs to that step's lane. The trigger
 * and a paging loop whose operation isn't selected are left out: they can't be moved, copied or deleted (spec EDIT-57).
 */
export function collectLanes(steps: readonly WorkflowStep[], chosen: ReadonlySet<string>): StepLane[] {
  const lanes: [string, ...string[]][] = [];
  const { chain, unreached } = outlineSteps(steps);
  const waiting: (readonly OutlineNode[])[] = [chain];
  for (let nodes = waiting.pop(); nodes; nodes = waiting.pop()) {
    const inner: (readonly OutlineNode[])[] = [];
    let lane: [string, ...string[]] | null = null;
    let pagedBy: WorkflowStep | null = null;
    for (const { step, groups = [], body } of nodes) {
      // A paging loop goes with its operation, and never by itself.
      const isPaging: boolean = pagedBy !== null && isPagingLoop([pagedBy, step], step.stepId);
      const goesAlong: boolean = isPaging && lane !== null && lane.at(-1) === pagedBy?.stepId;
      pagedBy = step;
      if (goesAlong) continue;
      if (chosen.has(step.stepId) && step.type !== 'Trigger' && !isPaging) {
        if (lane) lane.push(step.stepId);
        else {
          lane = [step.stepId];
          lanes.push(lane);
        }
        continue;
      }
      lane = null;
      inner.push(...(body ? [body] : []), ...groups.map((group) => group.chain));
    }
    waiting.push(...inner.reverse());
  }
  for (const { stepId, type } of unreached) if (chosen.has(stepId) && type !== 'Trigger') lanes.push([stepId]);
  return lanes;
}

/** The lane of all selected steps, so that they can be copied and moved together; null if none is selected or they are apart. */
export function findLane(steps: readonly WorkflowStep[], chosen: ReadonlySet<string>): StepLane | null {
  const [lane, ...others] = collectLanes(steps, chosen);
  return lane && others.length === 0 ? lane : null;
}

/** Deletes the selected steps with what belongs to them, wherever they are; the steps after them follow the steps before them. */
export function deleteSteps(steps: readonly WorkflowStep[], chosen: ReadonlySet<string>): WorkflowStep[] {
  return collectLanes(steps, chosen).reduce<WorkflowStep[]>((left, lane) => takeOut(left, lane).rest, [...steps]);
}

/** The steps of a lane with everything that belongs to them, detached from their successors, for the clipboard. */
export function laneToCopy(steps: readonly WorkflowStep[], lane: StepLane): WorkflowStep[] {
  const lastTop = steps.find(({ stepId }) => stepId === lane.at(-1));
  const last = lastTop && lastOfUnit(steps, lastTop).stepId;
  return unitOfAll(steps, lane).map((step) => (step.stepId === last ? { ...step, nextStepId: null } : step));
}

/** Moves a lane to a place outside of it. A forbidden move changes nothing. */
export function moveLane(steps: readonly WorkflowStep[], lane: StepLane, place: StepPosition): WorkflowStep[] {
  if (!createLaneMoveCheck(steps, lane)(place)) return [...steps];
  const { unit, rest, lastName } = takeOut(steps, lane);
  return insertUnit(rest, place, unit, lastName);
}
