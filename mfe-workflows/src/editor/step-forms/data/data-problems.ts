import type { DataOperation, ParameterMapping } from '@portage/connectors/schema';
import type { WorkflowStep } from '@portage/workflow';
import { schemaProblems } from '../parameters/schema-problems.ts';

/** The same messages as at activation. @param operations by type of data; undefined if no system is chosen or they haven't loaded */
export function dataProblems(
  stepType: WorkflowStep['type'],
  dataType: string,
  operations: readonly DataOperation[] | undefined,
  mappings: readonly ParameterMapping[],
): ReadonlyMap<string, string> {
  const operation = operations?.find((one) => one.dataType === dataType);
  // A dashboard also accepts the system's entities.
  if (operations && !operation && stepType === 'GetDataStep') {
    return new Map([['getDataDataType', `The connector provides no ${dataType}: select another type of data`]]);
  }
  return schemaProblems(false, operation?.requestSchema, mappings);
}
