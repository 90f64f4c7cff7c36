import { newSchedule, normalizeSteps, type TriggerType, type WorkflowStep } from '@portage/workflow';

/** Type of the trigger step; null for a draft without a trigger. */
export function triggerTypeOf(steps: readonly WorkflowStep[]): TriggerType | null {
  const trigger = steps.find((step) => step.type === 'Trigger');
  return trigger?.triggerType ?? null;
}

/** Spec WFL-42, WFL-43, STEP-28: what a new workflow starts with. */
export function startingSteps(triggerType: TriggerType, now: Date, timeZone?: string): WorkflowStep[] {
  const schedule = triggerType === 'Scheduled' ? { schedule: newSchedule(now, timeZone) } : {};
  return [{ stepId: 'start', type: 'Trigger', triggerType, nextStepId: null, ...schedule }];
}

/**
 * Steps as they are stored. A step that comes without its `clientId` keeps the one that the step of the same name has, so
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
