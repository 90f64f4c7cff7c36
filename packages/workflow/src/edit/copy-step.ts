import { mapPointers } from '../flow/step-pointers.ts';
import { workflowLimits } from '../model/values.ts';
import { renameInStepTexts } from '../naming/rename-step.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { insertUnit } from './insert-step.ts';
import { canCopy } from './move-step.ts';
import type { Place } from './place.ts';
import { lastOfUnit, unitOf } from './step-unit.ts';

export interface CopySettings {
  /** Makes a new `clientId`. */
  makeId: () => string;
}

/** Copies a step with what belongs to it to another place. A copy that is not allowed changes nothing (spec EDIT-56). */
export function copyStep(steps: readonly WorkflowStep[], stepId: string, place: Place, settings: CopySettings): WorkflowStep[] {
  if (!canCopy(steps, stepId, place)) return [...steps];
  return pasteSteps(steps, place, stepsToCopy(steps, stepId), settings);
}

/** A step with everything that belongs to it, cut from its successors, for the clipboard. The step itself is first. */
export function stepsToCopy(steps: readonly WorkflowStep[], stepId: string): WorkflowStep[] {
  const unit = unitOf(steps, stepId);
  const last = unit[0] && lastOfUnit(steps, unit[0]).stepId;
  return unit.map((step) => (step.stepId === last ? { ...step, nextStepId: null } : step));
}

/**
 * Puts copies of steps that belong together at a place, under names and ids of their own. What they say of one another, in
 * pointers, expressions and scripts, follows the new names; what they say of others stays.
 *
 * @param copied as stepsToCopy gives them, of this workflow or another.
 * @throws RangeError when there is no such place.
 */
export function pasteSteps(
  steps: readonly WorkflowStep[],
  place: Place,
  copied: readonly WorkflowStep[],
  { makeId }: CopySettings,
): WorkflowStep[] {
  const [first] = copied;
  if (!first) return [...steps];
  const names = freshNames(steps, copied);
  const unit = copied.map((step) => {
    const pointed = mapPointers(step, (target) => names.get(target) ?? null);
    return { ...renameInStepTexts(pointed, names), stepId: names.get(step.stepId) ?? step.stepId, clientId: makeId() };
  });
  const last = lastOfUnit(copied, first).stepId;
  return insertUnit(steps, place, unit, names.get(last));
}

/** A free name for each copied step: its own where that is free, else the same with the next number. */
function freshNames(steps: readonly WorkflowStep[], copied: readonly WorkflowStep[]): Map<string, string> {
  const taken = new Set(steps.map((step) => step.stepId));
  // A number that an original has must not become another one's copy: references could no longer be told apart.
  const originals = new Set(copied.map((step) => step.stepId));
  const names = new Map<string, string>();
  for (const { stepId } of copied) {
    if (names.has(stepId)) continue;
    const name = taken.has(stepId) ? numbered(stepId, (candidate) => taken.has(candidate) || originals.has(candidate)) : stepId;
    taken.add(name);
    names.set(stepId, name);
  }
  return names;
}

function numbered(name: string, isTaken: (candidate: string) => boolean): string {
  const base = name.replace(/\d+$/, '').slice(0, workflowLimits.nameLength - 8) || name.slice(0, workflowLimits.nameLength - 8);
  let n = 2;
  while (isTaken(`${base}${n}`)) n += 1;
  return `${base}${n}`;
}
