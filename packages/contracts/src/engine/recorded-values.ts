import { isObject } from '@portage/primitives/json';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import type { StepValues } from '@portage/workflow';
import { responseValues, type SeenResponse } from './response-values.ts';

/** A step's record, as people see it. */
interface SeenStep {
  stepType: string;
  stepData: (SeenResponse & { payload?: unknown; request?: unknown }) | null;
  path?: string;
}

/** The values of a finished run's step, under the names that references use (docs/guide/expressions.md). */
export function recordedValues({ stepType, stepData, path = '' }: SeenStep): StepValues {
  if (!stepData) return {};
  if (stepType === 'Trigger') {
    const { method, headers, query } = isObject(stepData.request) ? stepData.request : {};
    return withoutUndefined({ Payload: stepData.payload, Method: method, Headers: headers, Query: query });
  }
  // A record of one iteration of a loop isn't what later steps read.
  if (stepType === 'Loop')
    return path.endsWith('/%result') ? {} : withoutUndefined({ Results: stepData.response?.body, Error: stepData.error });
  return responseValues(stepData);
}
