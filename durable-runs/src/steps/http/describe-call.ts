import type { StepData } from '@portage/contracts';
import type { StepValues } from '@portage/workflow';
import type { StepDetail } from '../step-handler.ts';

/** Shows a call to people (spec ENG-08). */
export function describeCall(values: StepValues, { request, requestUrl, responseUrl, responseHeaders }: StepDetail): StepData {
  return {
    request,
    ...(requestUrl === undefined ? {} : { requestUrl }),
    ...(values.ResponseHttpStatusCode === undefined
      ? {}
      : {
          response: {
            responseHttpStatusCode: values.ResponseHttpStatusCode as number,
            body: values.Response,
            headers: responseHeaders ?? {},
            attributes: responseUrl === undefined ? {} : { url: responseUrl },
          },
        }),
  };
}
