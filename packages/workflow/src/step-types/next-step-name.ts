import { workflowLimits } from '../model/values.ts';
import type { StepType } from './workflow-step.ts';

const TRIES = 100;

/** A new step's name: its type and the first free number (spec STEP-11). After 100 tries it counts from the number of names. */
export function nextStepName(type: StepType, existingNames: Iterable<string>): string {
  return findFreeName((n) => `${type}${n}`, new Set(existingNames));
}

/** The name of a step that is chosen with its action: "List orders", then "List orders 2". */
export function nextActionName(action: string, existingNames: Iterable<string>): string {
  const taken = new Set(existingNames);
  const name = action.trim().slice(0, workflowLimits.nameLength - String(taken.size + TRIES).length - 1);
  return findFreeName((n) => (n === 1 ? name : `${name} ${n}`), taken);
}

function findFreeName(nameOf: (n: number) => string, taken: ReadonlySet<string>): string {
  for (let n = 1; n <= TRIES; n += 1) if (!taken.has(nameOf(n))) return nameOf(n);
  let n = Math.max(TRIES, taken.size) + 1;
  while (taken.has(nameOf(n))) n += 1;
  return nameOf(n);
}
