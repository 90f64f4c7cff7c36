import { responseData, type StepData } from '@portage/contracts';
import type { StepValues } from '@portage/workflow';
import type { StepDetail } from '../step-context/step-handler.ts';

/** Shows a call to people (spec ENG-08). */
export function describeCall(values: StepValues, { request, requestUrl, responseUrl }: StepDetail): StepData {
  const response = values.ResponseHttpStatusCode === undefined ? undefined : responseData(values);
  const attributes = responseUrl === undefined ? {} : { url: responseUrl };
  return {
    request,
    ...(requestUrl === undefined ? {} : { requestUrl }),
    ...(response ? { response: { ...response, attributes } } : {}),
  };
}
