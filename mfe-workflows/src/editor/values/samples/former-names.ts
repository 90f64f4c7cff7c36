import type { WorkflowStep } from '@portage/workflow';

/** The names that steps had in an earlier version, by their current names. Steps match by `clientId`. @param wanted current names */
export function formerNames(
  steps: readonly WorkflowStep[],
  earlier: readonly WorkflowStep[],
  wanted: readonly string[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const name of wanted) {
    const clientId = steps.find((step) => step.stepId === name)?.clientId;
    const before = clientId === undefined ? undefined : earlier.find((step) => step.clientId === clientId);
    if (before && before.stepId !== name) names.set(name, before.stepId);
  }
  return names;
}
