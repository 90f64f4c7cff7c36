import type { WorkflowStep } from '@portage/workflow';

/**
 * What steps were called in an earlier version, by the name that they have now. A step is told by its `clientId`.
 *
 * @param wanted names of today
 */
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
