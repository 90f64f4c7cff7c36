import type { StepType } from './workflow-step.ts';

const TRIES = 100;

/** A new step's name: its type and the first free number (spec STEP-11). After 100 tries it counts from the number of names. */
export function nextStepName(type: StepType, existingNames: Iterable<string>): string {
  const taken = new Set(existingNames);
  for (let n = 1; n <= TRIES; n += 1) if (!taken.has(`${type}${n}`)) return `${type}${n}`;
  let n = Math.max(TRIES, taken.size) + 1;
  while (taken.has(`${type}${n}`)) n += 1;
  return `${type}${n}`;
}
