import type { RunTrigger } from '@portage/contracts';
import type { StepValues } from '@portage/workflow';

/** The values that the trigger step offers to later steps (docs/workflow-format.md). */
export function triggerValues({ payload, headers, query, method, rawBody }: RunTrigger): StepValues {
  return {
    Payload: payload ?? null,
    ...(headers ? { Headers: headers } : {}),
    ...(query ? { Query: query } : {}),
    ...(method === undefined ? {} : { Method: method }),
    ...(rawBody === undefined ? {} : { RawBody: rawBody }),
  };
}
