import { responseValues } from '@portage/contracts';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import type { StepValues } from '@portage/workflow';
import type { StepDetail } from '../../../api-types.ts';

/** The values of a finished run's step, under the names that references use (docs/guide/expressions.md). */
export function runStepValues({
  stepType,
  stepData,
  path = '',
}: Pick<StepDetail, 'stepType' | 'stepData'> & { path?: string }): StepValues {
  if (!stepData) return {};
  if (stepType === 'Trigger') {
    const { method, headers, query } = toRecord(stepData.request);
    return withoutUndefined({ Payload: stepData.payload, Method: method, Headers: headers, Query: query });
  }
  // A record of one iteration of a loop isn't what later steps read.
  if (stepType === 'Loop')
    return path.endsWith('/%result') ? {} : withoutUndefined({ Results: stepData.response?.body, Error: stepData.error });
  return responseValues(stepData);
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
