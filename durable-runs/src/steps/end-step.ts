import type { RunResponse } from '@portage/contracts';
import { isJsonType } from '@portage/primitives/wire';
import {
  type EndResponse,
  type EndStep,
  type ExpressionScope,
  endDefaults,
  evaluateExpression,
  evaluateTemplate,
  isAnswerStatus,
  textOfValue,
} from '@portage/workflow';
import { failed, type StepHandler } from './step-handler.ts';

const STANDARD_STATUS = 200;
const LINE_BREAK = /[\r\n\0]/;
/** A caller must not choose the target of a redirect (HOSTILE 45). */
const FIXED_HOST = /^\s*https?:\/\/[^/\s$?#@\\]+([/?#]|$)/i;
const PLAIN_JSON = 'application/json; charset=utf-8';
const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** Ends the run, the loop or this turn of the loop (spec ENG-17, STEP-81), and says what a waiting webhook answers. */
export const endStep: StepHandler<EndStep> = {
  actsOutside: () => false,
  run(step, { scope }) {
    const endScope = step.endStepScope ?? endDefaults.endStepScope;
    const outcome = { kind: 'end', scope: endScope } as const;
    if (!step.response || endScope !== 'Workflow') return { outcome };
    const made = makeResponse(step.response, scope);
    return typeof made === 'string' ? failed(made) : { outcome, values: { Response: made } };
  },
  describe: (step, values) => ({
    request: { endStepScope: step.endStepScope ?? endDefaults.endStepScope },
    ...(values.Response === undefined ? {} : { response: { body: values.Response } }),
  }),
};

/** @returns the answer, or a message that says what is wrong with it. @throws ExpressionError */
function makeResponse({ status, headers, body }: EndResponse, scope: ExpressionScope): RunResponse | string {
  const statusText = status?.trim() ? textOfValue(evaluateExpression(status, scope)).trim() : '';
  const statusNumber = statusText === '' ? STANDARD_STATUS : Number(statusText);
  if (!isAnswerStatus(statusNumber)) return `The answer's status must be from 200 to 599, not "${statusText.slice(0, 40)}".`;
  const evaluated: Record<string, string> = {};
  for (const { name, valueExpression } of headers ?? []) {
    if (name.trim().toLowerCase() === 'location' && !FIXED_HOST.test(valueExpression ?? '')) {
      return 'The address of a redirect must begin with https:// and a fixed host.';
    }
    const value = textOfValue(evaluateExpression(valueExpression ?? '', scope)).trim();
    if (LINE_BREAK.test(value)) return `The answer's header ${name} must not contain line breaks.`;
    if (value !== '') evaluated[name.trim().toLowerCase()] = value;
  }
  const made = makeBody(body ?? '', evaluated['content-type'], scope);
  return { status: statusNumber, headers: { ...evaluated, 'content-type': made.contentType }, body: made.body };
}

/** Without a content type, a body that is JSON goes out as JSON, and any other as plain text. */
function makeBody(template: string, contentType: string | undefined, scope: ExpressionScope): { contentType: string; body: string } {
  const asJson = () => evaluateTemplate(template, scope, { escape: 'json' });
  const asText = () => evaluateTemplate(template, scope);
  if (contentType !== undefined) return { contentType, body: isJsonType(contentType) ? asJson() : asText() };
  const json = asJson();
  return json === '' || isJson(json) ? { contentType: PLAIN_JSON, body: json } : { contentType: PLAIN_TEXT, body: asText() };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
