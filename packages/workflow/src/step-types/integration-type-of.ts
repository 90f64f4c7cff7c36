import type { WorkflowStep } from './workflow-step.ts';

/** The integration type that connects any two systems. */
export const GENERAL_INTEGRATION_TYPE = 'Integration';

/**
 * The integration type whose settings a step uses: a workflow has one set per type (spec INT-02).
 *
 * @returns null for a step that uses none, and for an Integration step whose type isn't chosen yet
 */
export function findIntegrationType(step: WorkflowStep): string | null {
  if (step.type === 'IntegrationStep') return step.implementationType || null;
  return usesIntegrationSettings(step) && step.type === 'SyncStep' ? step.integrationType || GENERAL_INTEGRATION_TYPE : null;
}

/** Whether the Settings tab sets up the sync of a step (spec INT-01, STEP-83). */
export function usesIntegrationSettings(step: WorkflowStep): boolean {
  return step.type === 'IntegrationStep' || (step.type === 'SyncStep' && step.syncType === 'IntegrationApplication');
}
