import { namesSwitchedOff, type WorkflowStep } from '@portage/workflow';

const cachedNames = new WeakMap<readonly WorkflowStep[], ReadonlySet<string>>();

/** Names of the steps that runs skip; computed once for each list of steps. */
export function switchedOffIn(steps: readonly WorkflowStep[]): ReadonlySet<string> {
  const names = cachedNames.get(steps) ?? namesSwitchedOff(steps);
  cachedNames.set(steps, names);
  return names;
}
