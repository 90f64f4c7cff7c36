import type { ResultSource, StepData } from '@portage/contracts';
import type { StepValues } from '@portage/workflow';

/** Shows the result of a step that was not carried out to people: there was no request. */
export function describeGiven(values: StepValues, source: ResultSource): StepData {
  const { Response, ResponseHttpStatusCode, ResponseHeaders } = values;
  const hasAnswer = Response !== undefined || ResponseHttpStatusCode !== undefined;
  return {
    source,
    ...(hasAnswer
      ? {
          response: {
            ...(typeof ResponseHttpStatusCode === 'number' ? { responseHttpStatusCode: ResponseHttpStatusCode } : {}),
            body: Response,
            ...(isTexts(ResponseHeaders) ? { headers: ResponseHeaders } : {}),
          },
        }
      : {}),
  };
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
}
