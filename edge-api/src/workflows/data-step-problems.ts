import { type ConnectorDocument, loadRequestSchema } from '@portage/connectors/openapi';
import { type ConnectionKey, missingMappings, withoutFilled } from '@portage/connectors/schema';
import { dataDefaults, syncDefaults, type WorkflowStep } from '@portage/workflow';
import { operationIdOfRole, syncOperations } from '../connectors/data-steps/data-operations.ts';

interface FieldProblem {
  field: string;
  message: string;
}

/**
 * What a step that moves one kind of data lacks according to its connector's document, in its form's words (spec STEP-41).
 *
 * @param connectorField the step's field with this connector
 */
export async function dataStepProblems(
  step: WorkflowStep,
  connectorField: string,
  { document, keys }: { document: ConnectorDocument; keys: readonly ConnectionKey[] },
): Promise<FieldProblem[]> {
  if (step.type === 'SyncStep') {
    const role = connectorField === 'sourceConnectorId' ? 'source' : 'target';
    const { syncType = syncDefaults.syncType, [`${role}ConnectorTypeRequestParameterMappings` as const]: mappings } = step;
    const operation = (await syncOperations(document, role, keys)).find(({ kind }) => kind === syncType);
    const missing = operation ? missingMappings(operation.requestSchema, mappings ?? []) : [];
    return missing.map(({ path, message }) => ({ field: `mapping:${role}:${path}`, message }));
  }
  if (step.type !== 'GetDataStep' && step.type !== 'DashboardStep') return [];
  const { getDataDataType: kind = dataDefaults.getDataDataType, requestParameterMappings = [] } = step;
  const operationId = operationIdOfRole(document, 'getData', kind);
  if (operationId !== null) {
    const schema = withoutFilled(await loadRequestSchema(document, operationId), keys);
    return missingMappings(schema, requestParameterMappings).map(({ path, message }) => ({ field: `mapping:${path}`, message }));
  }
  // A dashboard also accepts what the system has as an entity.
  if (step.type === 'DashboardStep') return [];
  return [{ field: 'getDataDataType', message: `The connector provides no ${kind}: select another type of data` }];
}
