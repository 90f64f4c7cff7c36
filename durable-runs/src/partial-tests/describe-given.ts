import { type ResultSource, responseData, type StepData } from '@portage/contracts';
import type { StepValues } from '@portage/workflow';

/** Describes the result of a step that wasn't carried out: there was no request. */
export function describeGiven(values: StepValues, source: ResultSource): StepData {
  const response = responseData(values);
  return { source, ...(response ? { response } : {}) };
}
