import type { WorkflowStep } from './workflow-step.ts';

/** Steps that may have an error path: all that can fail by themselves. Branches and loops use that slot for their own steps. */
export type GuardedStep = Extract<WorkflowStep, { useErrorPath?: boolean }>;

const guardedTypes: readonly GuardedStep['type'][] = [
  'HttpRequest',
  'ConnectorOperation',
  'CustomScript',
  'DataStorage',
  'SyncStep',
  'GetDataStep',
  'DashboardStep',
  'DashboardItemStep',
  'IntegrationStep',
  'CallWorkflow',
  'WaitForApproval',
];

export function mayHaveErrorPath(step: WorkflowStep): step is GuardedStep {
  return guardedTypes.some((type) => type === step.type);
}

/** The name of a step's error path, also in the paths of a run, where the groups of a branch have their names. */
export const ERROR_PATH_NAME = 'On error';

/** The error path's index among the groups of its step: it is the only one. */
export const ERROR_PATH_INDEX = 0;

/** Whether a failure of the step follows another path instead of ending the run. */
export function hasErrorPath(step: WorkflowStep): step is GuardedStep & { useErrorPath: true } {
  return mayHaveErrorPath(step) && step.useErrorPath === true;
}
