import { indexSteps } from '../flow/index-steps.ts';
import { mapPointers } from '../flow/step-pointers.ts';
import { workflowLimits } from '../model/values.ts';
import { renameInStepTexts } from '../naming/rename-step.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { insertUnit } from './insert-step.ts';
import { canCopy } from './move-step.ts';
import type { StepPosition } from './place.ts';
import { collectUnit, lastOfUnit } from './step-unit.ts';

export interface CopySettings {
  /** Makes a new `clientId`. */
  makeId: () => string;
}

export interface CopySource {
  /** The trigger's name there; references to it become references to the trigger here. */
  triggerName?: string | undefined;
}

/** Copies a step with what belongs to it to another place. A forbidden copy changes nothing (spec EDIT-56). */
export function copyStep(steps: readonly WorkflowStep[], stepId: string, place: StepPosition, settings: CopySettings): WorkflowStep[] {
  if (!canCopy(steps, stepId, place)) return [...steps];
  return pasteSteps(steps, place, stepsToCopy(steps, stepId), settings);
}

/** A step with everything that belongs to it, detached from its successors, for the clipboard. The step itself is first. */
export function stepsToCopy(steps: readonly WorkflowStep[], stepId: string): WorkflowStep[] {
  const unit = collectUnit(steps, stepId);
  const last = unit[0] && lastOfUnit(steps, unit[0]).stepId;
  return unit.map((step) => (step.stepId === last ? { ...step, nextStepId: null } : step));
}

/**
 * Pastes copies of steps that belong together at a place, with new names and ids. Their references to each other, in pointers, expressions
 * and scripts, follow the new names; references to other steps stay.
 *
 * @param copied from stepsToCopy or laneToCopy, of this workflow or another.
 * @throws RangeError if the place doesn't exist.
 */
export function pasteSteps(
  steps: readonly WorkflowStep[],
  place: StepPosition,
  copied: readonly WorkflowStep[],
  { makeId, triggerName }: CopySettings & CopySource,
): WorkflowStep[] {
  const [first] = copied;
  if (!first) return [...steps];
  const names = freshNames(steps, copied);
  const trigger = steps.find(({ type }) => type === 'Trigger')?.stepId;
  const isOtherTrigger = trigger !== undefined && triggerName !== undefined && !steps.some(({ stepId }) => stepId === triggerName);
  const said = isOtherTrigger && !names.has(triggerName) ? new Map([...names, [triggerName, trigger]]) : names;
  const unit = copied.map((step) => {
    const pointed = mapPointers(step, (target) => names.get(target) ?? null);
    return { ...renameInStepTexts(pointed, said), stepId: names.get(step.stepId) ?? step.stepId, clientId: makeId() };
  });
  return insertUnit(steps, place, unit, names.get(lastOfChain(copied, first).stepId));
}

/** The end of the chain that copied steps begin. */
function lastOfChain(copied: readonly WorkflowStep[], first: WorkflowStep): WorkflowStep {
  const index = indexSteps(copied);
  const seen = new Set<WorkflowStep>();
  let last = first;
  for (
    let step: WorkflowStep | undefined = first;
    step && !seen.has(step);
    step = step.nextStepId ? index.get(step.nextStepId) : undefined
  ) {
    seen.add(step);
    last = step;
  }
  return last;
}

/** A free name for each copied step: its own if it is free, otherwise the same with the next number. */
function freshNames(steps: readonly WorkflowStep[], copied: readonly WorkflowStep[]): Map<string, string> {
  const taken = new Set(steps.map((step) => step.stepId));
  // A copy must not get an original's number: references would become ambiguous.
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
