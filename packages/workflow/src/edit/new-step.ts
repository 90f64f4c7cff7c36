import type { StepType, TriggerType } from '../model/values.ts';
import { workflowLimits } from '../model/values.ts';
import { nextStepName } from '../naming/next-step-name.ts';
import type { StepOf, WorkflowStep } from '../steps/registry.ts';
import type { Schedule } from '../steps/trigger.ts';
import { newConditionGroup } from './condition-groups.ts';

export interface NewStepSettings {
  /** Makes a new `clientId`. */
  makeId: () => string;
  now: () => Date;
}

/** What is known of the new step when it is made. */
export interface NewStepOptions {
  triggerType?: TriggerType;
  /** Of a connector's step (spec EDIT-39). */
  connectorTypeId?: string;
  connectorId?: string;
  /** Of an integration step (spec EDIT-38). */
  implementationType?: string;
}

/** Spec STEP-28. */
export function newSchedule(now: Date): Schedule {
  return { startAt: now.toISOString(), frequency: 1, period: 'OneTime' };
}

/** A step as the editor makes it: named by its type and a number (spec STEP-11), with the defaults of its type. */
export function newStep(
  type: StepType,
  existingNames: Iterable<string>,
  { makeId, now }: NewStepSettings,
  options: NewStepOptions = {},
): WorkflowStep {
  const common = { stepId: nextStepName(type, existingNames), clientId: makeId(), nextStepId: null };
  const defaults: { [Type in StepType]: () => Omit<StepOf<Type>, keyof typeof common> } = {
    Trigger: () => ({
      type: 'Trigger',
      triggerType: options.triggerType ?? 'Manual',
      ...(options.triggerType === 'Scheduled' ? { schedule: newSchedule(now()) } : {}),
    }),
    CustomScript: () => ({ type: 'CustomScript', script: '' }),
    // Spec STEP-58.
    Branch: () => ({ type: 'Branch', conditionGroups: [newConditionGroup('Yes'), newConditionGroup('No')] }),
    Loop: () => ({ type: 'Loop', listContextDataEntityName: '', loopFirstStepId: null }),
    // Spec STEP-71, STEP-72.
    HttpRequest: () => ({ type: 'HttpRequest', url: '', httpMethod: 'GET', headers: { 'content-type': 'application/json' } }),
    DataStorage: () => ({
      type: 'DataStorage',
      dataStorageOperation: 'Create',
      scope: 'CurrentRun',
      keyValues: [{ key: '', valueExpression: '' }],
    }),
    EndStep: () => ({ type: 'EndStep', endStepScope: 'Workflow' }),
    DelayStep: () => ({ type: 'DelayStep', delayValue: 1, delayType: 'Seconds' }),
    ConnectorOperation: () => ({
      type: 'ConnectorOperation',
      requestParametersSourceType: 'Mappings',
      requestParameterMappings: [],
      pagedItemsLimit: workflowLimits.pagedItemsDefault,
      ...connectorOf(options),
    }),
    SyncStep: () => ({ type: 'SyncStep', syncType: 'Products' }),
    GetDataStep: () => ({ type: 'GetDataStep', getDataDataType: 'Orders' }),
    DashboardStep: () => ({ type: 'DashboardStep', getDataDataType: 'Orders' }),
    DashboardItemStep: () => ({ type: 'DashboardItemStep', source: 'Airtable', itemType: 'Company', operation: 'Create' }),
    IntegrationStep: () => ({
      type: 'IntegrationStep',
      fieldsData: {},
      ...(options.implementationType === undefined ? {} : { implementationType: options.implementationType }),
    }),
  };
  return { ...common, ...defaults[type]() } as WorkflowStep;
}

function connectorOf({ connectorId, connectorTypeId }: NewStepOptions) {
  return { ...(connectorId === undefined ? {} : { connectorId }), ...(connectorTypeId === undefined ? {} : { connectorTypeId }) };
}
