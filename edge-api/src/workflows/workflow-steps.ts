import { newSchedule, normalizeSteps, type TriggerType, type WorkflowStep } from '@portage/workflow';

/** Type of the trigger step; null for a draft without a trigger. */
export function findTriggerType(steps: readonly WorkflowStep[]): TriggerType | null {
  const trigger = steps.find((step) => step.type === 'Trigger');
  return trigger?.triggerType ?? null;
}

/** Spec WFL-42, WFL-43, STEP-28: a new workflow's steps. */
export function startingSteps(triggerType: TriggerType, now: Date, timeZone?: string): WorkflowStep[] {
  const schedule = triggerType === 'Scheduled' ? { schedule: newSchedule(now, timeZone) } : {};
  return [{ stepId: 'start', type: 'Trigger', triggerType, nextStepId: null, ...schedule }];
}

/**
 * Steps in stored form. A step without its `clientId` keeps the one of the stored step with the same name, so
 * that saving the same steps again changes nothing.
 */
export function stepsToStore(steps: readonly WorkflowStep[], stored: readonly WorkflowStep[], makeId: () => string): WorkflowStep[] {
  const storedIds = new Map(stored.map(({ stepId, clientId }) => [stepId, clientId]));
  const givenIds = new Set(steps.map(({ clientId }) => clientId));
  const known = steps.map((step) => {
    const clientId = storedIds.get(step.stepId);
    return step.clientId || !clientId || givenIds.has(clientId) ? step : { ...step, clientId };
  });
  return normalizeSteps(known, { makeId });
}
