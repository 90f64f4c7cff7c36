import { findLane, type StepLane, type WorkflowStep } from '@portage/workflow';
import type { Box, LaidOutFlow } from '../../layout/laid-out-flow.ts';
import { keyOfStep, parseKey } from '../../layout/node-key.ts';
import { type Direction, walkFlow } from '../../layout/walk.ts';

/** Keys of the selected steps. */
export type Selection = ReadonlySet<string>;

export const noSelection: Selection = new Set();

export function listSelectedNames(steps: readonly WorkflowStep[], selection: Selection): Set<string> {
  return new Set(steps.filter((step) => selection.has(keyOfStep(step))).map(({ stepId }) => stepId));
}

/** The selected steps as one lane; null if they aren't consecutive. */
export function selectedLane(steps: readonly WorkflowStep[], selection: Selection): StepLane | null {
  return findLane(steps, listSelectedNames(steps, selection));
}

/** Adds the step, or removes it if it is selected. */
export function toggled(selection: Selection, key: string): Selection {
  const next = new Set(selection);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Extends the selection to the next step in a direction; going back shortens it. Null if there is no step. */
export function extended(
  layout: LaidOutFlow,
  selection: Selection,
  from: string,
  direction: Direction,
): { selection: Selection; to: string } | null {
  const walk = walkFlow(layout);
  let to = walk.step(from, direction);
  while (to !== null && parseKey(to).kind !== 'step') to = walk.step(to, direction);
  if (to === null) return null;
  const next = new Set(selection);
  if (next.has(to) && next.has(from)) next.delete(from);
  else next.add(from).add(to);
  return { selection: next, to };
}

/** The steps whose cards touch a box of the canvas. */
export function within({ cards }: LaidOutFlow, { x, y, width, height }: Box): Selection {
  const touched = cards.filter((card) => card.x < x + width && card.x + card.width > x && card.y < y + height && card.y + card.height > y);
  return new Set(touched.map(({ key }) => key));
}

/** Every step except the trigger, which can't be copied, moved or deleted. */
export function everyStep({ cards }: LaidOutFlow): Selection {
  return new Set(cards.filter(({ step }) => step.type !== 'Trigger').map(({ key }) => key));
}

export function stillThere(selection: Selection, steps: ReadonlyMap<string, WorkflowStep>): Selection {
  if ([...selection].every((key) => steps.has(key))) return selection;
  return new Set([...selection].filter((key) => steps.has(key)));
}
