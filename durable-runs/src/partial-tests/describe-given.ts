import { type ResultSource, responseData, type StepData } from '@portage/contracts';
import type { StepValues } from '@portage/workflow';

/** Shows the result of a step that was not carried out to people: there was no request. */
export function describeGiven(values: StepValues, source: ResultSource): StepData {
  const response = responseData(values);
  return { source, ...(response ? { response } : {}) };
}
