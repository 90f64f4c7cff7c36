import type { StepData, WorkflowVersionSnapshot } from '@portage/contracts';
import type { StepValues, WorkflowStep } from '@portage/workflow';

/** The data of a branch, without the name of a chosen hidden group and without what the groups' scripts logged. */
export function withoutHiddenGroup(step: WorkflowStep, data: StepData): StepData {
  if (!hasHiddenGroup(step)) return data;
  const { log: _log, ...rest } = data;
  return isHiddenGroupName(step, data.response?.body) ? { ...rest, response: { body: null } } : rest;
}

/** Like `withoutHiddenGroup`, for the values that later steps see. */
export function withoutHiddenGroupName({ steps }: WorkflowVersionSnapshot, name: string, values: StepValues): StepValues {
  const step = steps.find(({ stepId }) => stepId === name);
  return step && isHiddenGroupName(step, values.Response) ? { ...values, Response: null } : values;
}

function hasHiddenGroup(step: WorkflowStep): boolean {
  return step.type === 'Branch' && step.conditionGroups.some((group) => group.isHiddenFromCustomer);
}

function isHiddenGroupName(step: WorkflowStep, name: unknown): boolean {
  return step.type === 'Branch' && step.conditionGroups.some((group) => group.isHiddenFromCustomer && group.name === name);
}
