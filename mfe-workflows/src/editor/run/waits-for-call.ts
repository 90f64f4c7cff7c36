import type { TriggerType, WorkflowStep } from '@portage/workflow';

/** Spec EDIT-72: these workflows are started by a call from outside, so Run waits for one. */
export function waitsForCall(steps: readonly WorkflowStep[]): boolean {
  const trigger = steps.find((step) => step.type === 'Trigger');
  return (['Webhook', 'ConnectorEvent'] satisfies TriggerType[] as TriggerType[]).includes(trigger?.triggerType ?? 'Manual');
}
