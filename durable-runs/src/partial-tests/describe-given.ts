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
            ...(isHeaders(ResponseHeaders) ? { headers: shownHeaders(ResponseHeaders) } : {}),
          },
        }
      : {}),
  };
}

type GivenHeaders = Readonly<Record<string, string | readonly string[]>>;

function isHeaders(value: unknown): value is GivenHeaders {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => [one].flat().every((text) => typeof text === 'string'))
  );
}

/** Joins repeated headers, as the view of a real response does. */
function shownHeaders(headers: GivenHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : value.join(', ')]));
}
