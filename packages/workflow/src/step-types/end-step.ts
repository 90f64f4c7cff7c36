import { literalText } from '../expressions/parse-expression.ts';
import { requireText } from './check-fields.ts';
import type { EndStep } from './end-step-schema.ts';
import { fillIn } from './fill-in.ts';
import { mapMembers } from './map-texts.ts';
import { hasResponseBody, isRepeatableResponseHeader, responseHeaderProblem } from './response-headers.ts';
import type { StepDefinition } from './step-definition.ts';

export const endDefaults = { endStepScope: 'Workflow' } as const;

const WRITTEN_NUMBER = /^\s*\d+\s*$/;

/** validation/check-flow.ts checks whether an end of a loop is inside one. */
export const endStep = {
  label: 'End Step',
  waitsOutside: false,
  create: () => ({ type: 'EndStep', ...endDefaults }),
  withDefaults: (step) => fillIn(step, endDefaults),
  check({ response }, report) {
    const status = response?.status ?? '';
    if (WRITTEN_NUMBER.test(status) && !isResponseStatus(Number(status))) report('response.status', 'The status must be from 200 to 599');
    if (WRITTEN_NUMBER.test(status) && !hasResponseBody(Number(status)) && response?.body?.trim()) {
      report('response.body', `A response with status ${status.trim()} has no body: empty it, or choose another status such as 200`);
    }
    const singles = new Set<string>();
    for (const [index, { name, valueExpression }] of (response?.headers ?? []).entries()) {
      const field = `response.headers[${index}].name`;
      requireText(name, field, 'Name', report);
      if (name.trim() === '' || literalText(name) === null) continue;
      const problem = responseHeaderProblem(name, valueExpression ?? '');
      const lower = name.trim().toLowerCase();
      if (problem !== null) report(field, problem);
      else if (singles.has(lower)) report(field, `A response can have only one ${name.trim()} header: remove the other`);
      else if (!isRepeatableResponseHeader(lower)) singles.add(lower);
    }
  },
  mapTexts(step, visit) {
    if (!step.response) return step;
    const response = mapMembers(step.response, ['status', 'body'], 'expression', 'response.', visit);
    const headers = response.headers?.map((row, index) =>
      mapMembers(row, ['name', 'valueExpression'], 'expression', `response.headers[${index}].`, visit),
    );
    return { ...step, response: headers ? { ...response, headers } : response };
  },
  offers: () => [],
} satisfies StepDefinition<EndStep>;

/** Statuses that a response can have; lower ones don't end a call. */
export function isResponseStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599;
}
