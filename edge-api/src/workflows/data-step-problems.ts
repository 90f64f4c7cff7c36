import { type ConnectorDocument, loadRequestSchema } from '@portage/connectors/openapi';
import { type ConnectionKey, missingMappings, withoutFilled } from '@portage/connectors/schema';
import { dataDefaults, type WorkflowStep } from '@portage/workflow';
import { operationIdOfRole } from '../connectors/data-steps/data-operations.ts';

interface FieldProblem {
  field: string;
  message: string;
}

/** What a step that gets data of one kind lacks by the document of its connector, in the words of its form (spec STEP-41). */
export async function dataStepProblems(
  step: WorkflowStep,
  { document, keys }: { document: ConnectorDocument; keys: readonly ConnectionKey[] },
): Promise<FieldProblem[]> {
  // A sync step comes with mappings of its own.
  if (step.type !== 'GetDataStep' && step.type !== 'DashboardStep') return [];
  const { getDataDataType: kind = dataDefaults.getDataDataType, requestParameterMappings = [] } = step;
  const operationId = operationIdOfRole(document, 'getData', kind);
  if (operationId !== null) {
    const schema = withoutFilled(await loadRequestSchema(document, operationId), keys);
    return missingMappings(schema, requestParameterMappings).map(({ path, message }) => ({ field: `mapping:${path}`, message }));
  }
  // A dashboard also takes what the system has as an entity.
  if (step.type === 'DashboardStep') return [];
  return [{ field: 'getDataDataType', message: `The connector gives no ${kind}: select another type of data` }];
}
