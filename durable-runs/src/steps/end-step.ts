import type { RunResponse } from '@portage/contracts';
import { toBase64 } from '@portage/primitives/base64';
import { HEADER_VALUE } from '@portage/primitives/http';
import { isObject } from '@portage/primitives/json';
import { isJsonType } from '@portage/primitives/wire';
import {
  type EndResponse,
  type EndStep,
  type ExpressionScope,
  endDefaults,
  evaluateExpression,
  evaluateName,
  evaluateTemplate,
  hasResponseBody,
  isRepeatableResponseHeader,
  isResponseStatus,
  parseExpression,
  responseHeaderProblem,
  textOfValue,
} from '@portage/workflow';
import { fromBase64 } from '../encoding/base64.ts';
import { readFile, type SentFile } from '../http/multipart-form.ts';
import { BINARY_TYPE } from '../http/request-body.ts';
import { failed, type StepHandler } from '../step-context/step-handler.ts';

const STANDARD_STATUS = 200;
const LINE_BREAK = /[\r\n\0]/;
/** A caller must not choose the target of a redirect (HOSTILE 45). */
const FIXED_HOST = /^\s*https?:\/\/[^/\s$?#@\\]+([/?#]|$)/i;
const PLAIN_JSON = 'application/json; charset=utf-8';
const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** Ends the run, the loop or this iteration of the loop (spec ENG-17, STEP-81), and sets the response for a waiting webhook. */
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

/** @returns the response, or a message that says what is wrong with it. @throws ExpressionError */
function makeResponse({ status, headers, body }: EndResponse, scope: ExpressionScope): RunResponse | string {
  const statusText = status?.trim() ? textOfValue(evaluateExpression(status, scope)).trim() : '';
  const statusNumber = statusText === '' ? STANDARD_STATUS : Number(statusText);
  if (!isResponseStatus(statusNumber)) return `The response status must be from 200 to 599, not "${statusText.slice(0, 40)}".`;
  const evaluated = makeHeaders(headers ?? [], scope);
  if (typeof evaluated === 'string') return evaluated;
  const made = makeBody(body ?? '', evaluated['content-type'], scope);
  if (typeof made === 'string') return made;
  const { contentType, ...rest } = made;
  if (rest.body !== '' && !hasResponseBody(statusNumber)) {
    return `A response with status ${statusNumber} has no body. Empty the body, or choose another status such as 200.`;
  }
  return { status: statusNumber, headers: { ...evaluated, 'content-type': contentType }, ...rest };
}

/** A header without a value is left out. @returns a message if a header can't be sent */
function makeHeaders(rows: NonNullable<EndResponse['headers']>, scope: ExpressionScope): Record<string, string> | string {
  const made: Record<string, string> = {};
  for (const { name: expression, valueExpression } of rows) {
    const written = evaluateName(expression, scope) ?? '';
    const name = written.trim().toLowerCase();
    if (name === 'location' && !FIXED_HOST.test(valueExpression ?? '')) {
      return 'The address of a redirect must begin with https:// and a fixed host.';
    }
    const value = textOfValue(evaluateExpression(valueExpression ?? '', scope)).trim();
    if (value === '') continue;
    const problem = responseHeaderProblem(written, value);
    if (problem !== null) return `${problem}.`;
    if (LINE_BREAK.test(value)) return `The response's header ${written} must not contain line breaks.`;
    if (!HEADER_VALUE.test(value)) return `The response's header ${written} contains characters that a header can't carry. Encode them.`;
    const before = made[name];
    if (before !== undefined && !isRepeatableResponseHeader(name))
      return `A response can have only one ${written} header: remove the other.`;
    made[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return made;
}

type MadeBody = Omit<RunResponse, 'status' | 'headers'> & { contentType: string };

/**
 * A file is sent as its bytes. Without a content type, a JSON body is sent as JSON and any other body as plain text. With a binary
 * content type, base64 is sent as the bytes that it encodes.
 */
function makeBody(template: string, contentType: string | undefined, scope: ExpressionScope): MadeBody | string {
  const file = isJsonType(contentType ?? '') || parseExpression(template).single === null ? null : fileAt(template, scope);
  if (file) return fileBody(file, contentType);
  const asJson = () => evaluateTemplate(template, scope, { escape: 'json' });
  const asText = () => evaluateTemplate(template, scope);
  if (contentType !== undefined) {
    if (isJsonType(contentType)) return { contentType, body: asJson() };
    const text = asText();
    const bytes = BINARY_TYPE.test(contentType) && text !== '' ? fromBase64(text) : null;
    return bytes ? { contentType, body: toBase64(bytes), isBase64: true } : { contentType, body: text };
  }
  const json = asJson();
  return json === '' || isJson(json) ? { contentType: PLAIN_JSON, body: json } : { contentType: PLAIN_TEXT, body: asText() };
}

/** A file only if the object has no members other than a file's. */
function fileAt(template: string, scope: ExpressionScope): SentFile | null {
  const value = evaluateExpression(template, scope);
  const isOnlyFile = isObject(value) && Object.keys(value).every((name) => FILE_MEMBERS.has(name));
  return isOnlyFile ? readFile(value) : null;
}

const FILE_MEMBERS: ReadonlySet<string> = new Set(['fileName', 'filename', 'contentType', 'base64', 'text', 'encoding', 'content']);

function fileBody({ content, fileName, contentType: own }: SentFile, contentType: string = own): MadeBody | string {
  if (content === null) return "The body is a file whose content isn't base64.";
  if (!HEADER_VALUE.test(contentType)) return "The content type of the file in the body can't be sent.";
  const named = fileName === null ? {} : { fileName };
  return typeof content === 'string'
    ? { contentType, body: content, ...named }
    : { contentType, body: toBase64(content), isBase64: true, ...named };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
