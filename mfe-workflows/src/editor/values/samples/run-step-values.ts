import { withoutUndefined } from '@portage/primitives/without-undefined';
import type { StepValues } from '@portage/workflow';
import type { StepDetail } from '../../../api-types.ts';

/** The results of a finished run's step, in the members that references use (docs/guide/expressions.md). */
export function runStepValues({ stepType, stepData }: Pick<StepDetail, 'stepType' | 'stepData'>): StepValues {
  if (!stepData) return {};
  if (stepType === 'Trigger') {
    const { method, headers, query } = objectOf(stepData.request);
    return withoutUndefined({ Payload: stepData.payload, Method: method, Headers: headers, Query: query });
  }
  const { response, error } = stepData;
  return withoutUndefined({
    Response: response?.body,
    ResponseHttpStatusCode: response?.responseHttpStatusCode,
    ResponseHeaders: response?.headers,
    Error: error,
  });
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
