import type { DataOperation, ParameterMapping } from '@portage/connectors/schema';
import type { WorkflowStep } from '@portage/workflow';
import { schemaProblems } from '../connector/schema-problems.ts';

/**
 * What a step lacks by what its system gives, in the words of the activation.
 *
 * @param operations of the system, by type of data; undefined: none is chosen, or they are not known yet
 */
export function dataProblems(
  stepType: WorkflowStep['type'],
  dataType: string,
  operations: readonly DataOperation[] | undefined,
  mappings: readonly ParameterMapping[],
): ReadonlyMap<string, string> {
  const operation = operations?.find((one) => one.dataType === dataType);
  // A dashboard also takes what the system has as an entity.
  if (operations && !operation && stepType === 'GetDataStep') {
    return new Map([['getDataDataType', `The connector gives no ${dataType}: select another type of data`]]);
  }
  return schemaProblems(false, operation?.requestSchema, mappings);
}
