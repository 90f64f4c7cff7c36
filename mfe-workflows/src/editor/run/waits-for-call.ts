import type { TriggerType, WorkflowStep } from '@portage/workflow';

/** Whether a call from outside starts the workflow, so that Run waits for one (spec EDIT-72). */
export function waitsForCall(steps: readonly WorkflowStep[]): boolean {
  const trigger = steps.find((step) => step.type === 'Trigger');
  return (['Webhook', 'ConnectorEvent'] satisfies TriggerType[] as TriggerType[]).includes(trigger?.triggerType ?? 'Manual');
}
