import type { TriggerType, WorkflowStep } from '@portage/workflow';

/** Spec EDIT-72: a call from outside starts these workflows, so Run waits for one. */
export function waitsForCall(steps: readonly WorkflowStep[]): boolean {
  const trigger = steps.find((step) => step.type === 'Trigger');
  return (['Webhook', 'ConnectorEvent'] satisfies TriggerType[] as TriggerType[]).includes(trigger?.triggerType ?? 'Manual');
}
