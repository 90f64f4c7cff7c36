import type { StepValues } from '@portage/workflow';
import type { StepDetail } from '../../../api-types.ts';

/** The results of a finished run's step, in the members that references use (docs/guide/expressions.md). */
export function runStepValues({ stepType, stepData }: Pick<StepDetail, 'stepType' | 'stepData'>): StepValues {
  if (!stepData) return {};
  if (stepType === 'Trigger') {
    const { method, headers, query } = objectOf(stepData.request);
    return defined({ Payload: stepData.payload, Method: method, Headers: headers, Query: query });
  }
  const { response, error } = stepData;
  return defined({
    Response: response?.body,
    ResponseHttpStatusCode: response?.responseHttpStatusCode,
    ResponseHeaders: response?.headers,
    Error: error,
  });
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function defined(values: Record<string, unknown>): StepValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
