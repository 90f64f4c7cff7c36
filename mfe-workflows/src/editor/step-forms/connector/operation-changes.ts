import type { OperationChoice } from '@portage/connectors/schema';
import { type ConnectorOperationStep, findPagingLoop, setAutoPaging, type WorkflowStep, workflowLimits } from '@portage/workflow';

type MakeId = () => string;

/** Spec STEP-42: another connector has other resources, operations and parameters. Its paging loop is removed with the operation. */
export function withConnector(
  steps: readonly WorkflowStep[],
  stepId: string,
  connectorId: string,
  connectorTypeId: string | null,
  makeId: MakeId,
): WorkflowStep[] {
  return change(withoutOperation(steps, stepId, makeId), stepId, (step) => ({ ...step, connectorId, connectorTypeId }));
}

/** Spec STEP-43: without an operation there are no mappings, no script, no paging. */
export function withoutOperation(steps: readonly WorkflowStep[], stepId: string, makeId: MakeId): WorkflowStep[] {
  return change(setAutoPaging(steps, stepId, false, { makeId }), stepId, (step) => ({
    ...step,
    operationId: null,
    script: null,
    requestParametersSourceType: 'Mappings',
    requestParameterMappings: [],
    dynamicAdvancedParameters: [],
    playbookParameters: [],
    overrideGraphQlQuery: false,
    graphQlQuery: null,
    requestContentType: null,
    pagedItemsLimit: workflowLimits.pagedItemsDefault,
  }));
}

/** Spec STEP-43, STEP-47: another operation starts without mappings, and with auto paging if it supports it. */
export function withOperation(steps: readonly WorkflowStep[], stepId: string, operation: OperationChoice, makeId: MakeId): WorkflowStep[] {
  const chosen = change(withoutOperation(steps, stepId, makeId), stepId, (step) => ({
    ...step,
    operationId: operation.id,
    requestContentType: operation.contentTypes?.[0] ?? null,
  }));
  return operation.supportsPaging ? setAutoPaging(chosen, stepId, true, { makeId }) : chosen;
}

/** Auto paging adds a loop over the items after the step, and removes it when it is switched off (spec STEP-48, STEP-49). */
export function withPaging(steps: readonly WorkflowStep[], stepId: string, isOn: boolean, makeId: MakeId): WorkflowStep[] {
  return setAutoPaging(steps, stepId, isOn, { makeId });
}

/** How many items a paged operation returns: the operation and its loop store the same number. */
export function withMaxItems(steps: readonly WorkflowStep[], stepId: string, pagedItemsLimit: number): WorkflowStep[] {
  const step = steps.find((one) => one.stepId === stepId);
  const loop = step && findPagingLoop(steps, step);
  return steps.map((one) => {
    if (one === loop) return { ...one, pagedItemsLimit } as WorkflowStep;
    return one === step && one.type === 'ConnectorOperation' ? { ...one, pagedItemsLimit } : one;
  });
}

function change(
  steps: readonly WorkflowStep[],
  stepId: string,
  edit: (step: ConnectorOperationStep) => ConnectorOperationStep,
): WorkflowStep[] {
  return steps.map((step) => (step.stepId === stepId && step.type === 'ConnectorOperation' ? edit(step) : step));
}
