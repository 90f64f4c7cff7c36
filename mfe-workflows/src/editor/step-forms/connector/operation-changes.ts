import type { OperationChoice } from '@portage/connectors/schema';
import { type ConnectorOperationStep, findPagingLoop, setAutoPaging, type WorkflowStep, workflowLimits } from '@portage/workflow';

type MakeId = () => string;

/** Changes the connector (spec STEP-42): the operation is of the previous one, so it is removed with its paging loop. */
export function withConnector(
  steps: readonly WorkflowStep[],
  stepId: string,
  connectorId: string,
  connectorTypeId: string | null,
  makeId: MakeId,
): WorkflowStep[] {
  return change(withoutOperation(steps, stepId, makeId), stepId, (step) => ({ ...step, connectorId, connectorTypeId }));
}

/** Removes the operation, with its mappings, script and paging (spec STEP-43). */
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

/** Changes the operation (spec STEP-43, STEP-47). It starts without mappings, and with auto paging if it supports it. */
export function withOperation(steps: readonly WorkflowStep[], stepId: string, operation: OperationChoice, makeId: MakeId): WorkflowStep[] {
  const chosen = change(withoutOperation(steps, stepId, makeId), stepId, (step) => ({
    ...step,
    operationId: operation.id,
    requestContentType: operation.contentTypes?.[0] ?? null,
  }));
  return operation.supportsPaging ? setAutoPaging(chosen, stepId, true, { makeId }) : chosen;
}

/** Switches auto paging (spec STEP-48, STEP-49): on adds a loop over the items after the step, off removes it. */
export function withPaging(steps: readonly WorkflowStep[], stepId: string, isOn: boolean, makeId: MakeId): WorkflowStep[] {
  return setAutoPaging(steps, stepId, isOn, { makeId });
}

/** Sets how many items a paged operation returns: the operation and its loop store the same number. */
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
