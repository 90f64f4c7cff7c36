import { withoutUndefined } from '@portage/primitives/without-undefined';
import { type ConnectorOperationStep, dataDefaults, type GetDataStep } from '@portage/workflow';
import { operationOfData } from '../operations/data-operation.ts';
import { failed, type StepHandler } from '../step-context/step-handler.ts';
import { connectorOperationStep } from './connector-operation-step.ts';

/** The most records that one step reads; a connector step in a loop reads more. */
const MOST_RECORDS = 1_000;

/** Spec STEP-93: a system's records of one kind, as a connector step with auto paging would return them. */
export const getDataStep: StepHandler<GetDataStep> = {
  actsOutside: () => true,
  async run(step, context) {
    const dataType = step.getDataDataType ?? dataDefaults.getDataDataType;
    const found = await operationOfData(step.connectorId ?? '', dataType, context);
    if (!found.ok) return failed(found.message);
    return connectorOperationStep.run(readingStep(step, found.operationId), context);
  },
  describe: (step, values, detail) => connectorOperationStep.describe?.(readingStep(step, ''), values, detail) ?? {},
};

function readingStep(
  { stepId, connectorId, connectorTypeId, requestParameterMappings }: GetDataStep,
  operationId: string,
): ConnectorOperationStep {
  return {
    stepId,
    type: 'ConnectorOperation',
    operationId,
    useAutoPaging: true,
    pagedItemsLimit: MOST_RECORDS,
    ...withoutUndefined({ connectorId, connectorTypeId, requestParameterMappings }),
  };
}
