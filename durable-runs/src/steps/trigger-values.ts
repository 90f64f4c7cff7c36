import type { RunTrigger } from '@portage/contracts';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import type { StepValues } from '@portage/workflow';

/** The values that the trigger step offers to later steps (docs/workflow-format.md). */
export function triggerValues({ payload, headers, query, method, rawBody }: RunTrigger): StepValues {
  return { Payload: payload ?? null, ...withoutUndefined({ Headers: headers, Query: query, Method: method, RawBody: rawBody }) };
}
