import { evaluateExpression, evaluateTemplate, type HttpRequestStep, type StepValues, textOfValue } from '@portage/workflow';
import type { EgressAnswer, EgressRequest } from '../egress/egress-message.ts';
import { HOPS_HEADER } from '../egress/hops.ts';
import { parseRetryAfterMs } from '../egress/retry-after.ts';
import { readResponseBody } from './http-response-body.ts';
import { failed, type StepContext, type StepHandler, type StepResult } from './step-handler.ts';

/** Runs that set one another off by HTTP calls end here. */
const MOST_HOPS = 10;
const retryableStatuses = new Set([408, 429]);

/**
 * Spec STEP-68. A status outside 200..299 fails the step; with `continueOnFailure` the run goes on and later steps see the
 * status and the body. Retries (ENG-15) follow network errors, 408, 429 and 5xx.
 */
export const httpRequestStep: StepHandler<HttpRequestStep> = {
  actsOutside: () => true,
  async run(step, context) {
    if (step.connectorId) return failed('Authentication by a connector is not available in this version of Portage.');
    if (context.hops >= MOST_HOPS) {
      return failed(`The run was set off by a chain of ${context.hops} runs that call one another; it makes no further call.`);
    }
    const request = makeRequest(step, context);
    const detail = { request: { method: request.method, headers: request.headers, body: request.body }, requestUrl: request.url };
    const answer = await context.send(request);
    if (!answer.ok) {
      return {
        outcome: { kind: 'failed', message: answer.message, retryable: answer.retryable },
        values: { Error: answer.message },
        detail,
      };
    }
    return finish(answer, detail, context.nowMs);
  },
  describe(_step, values, detail) {
    const { request, requestUrl, responseUrl, responseHeaders } = detail;
    return {
      request,
      ...(requestUrl === undefined ? {} : { requestUrl }),
      ...(values.ResponseHttpStatusCode === undefined
        ? {}
        : {
            response: {
              responseHttpStatusCode: values.ResponseHttpStatusCode as number,
              body: values.Response,
              headers: responseHeaders ?? {},
              attributes: responseUrl === undefined ? {} : { url: responseUrl },
            },
          }),
    };
  },
};

function makeRequest(step: HttpRequestStep, context: StepContext): EgressRequest {
  const { scope } = context;
  const method = (step.httpMethod ?? 'GET').toUpperCase();
  const headers: Record<string, string> = {};
  for (const [name, expression] of Object.entries(step.headers ?? {})) {
    headers[name.toLowerCase()] = textOfValue(evaluateExpression(expression, scope));
  }
  const withoutBody = method === 'GET' || method === 'HEAD' || !step.body;
  // Spec STEP-71: JSON unless the headers say otherwise.
  if (!withoutBody) headers['content-type'] ??= 'application/json';
  const isJson = /[/+]json\b/i.test(headers['content-type'] ?? '');
  const body = withoutBody ? null : evaluateTemplate(step.body ?? '', scope, isJson ? { escape: 'json' } : {});
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') headers['idempotency-key'] ??= context.idempotencyKey;
  return {
    method,
    url: evaluateTemplate(step.url, scope).trim(),
    headers,
    body,
    systemHeaders: { [HOPS_HEADER]: String(context.hops + 1) },
  };
}

function finish(answer: Extract<EgressAnswer, { ok: true }>, detail: object, nowMs: number): StepResult {
  const { status, headers, url } = answer;
  const values: StepValues = {
    Response: readResponseBody(answer.body, headers['content-type'] ?? ''),
    ResponseHttpStatusCode: status,
    ResponseHeaders: headers,
  };
  const shown = { ...detail, responseHeaders: headers, responseUrl: url };
  if (status >= 200 && status < 300) return { outcome: { kind: 'succeeded' }, values, detail: shown };
  const message = `The server answered ${status}.`;
  const retryable = retryableStatuses.has(status) || status >= 500;
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'] ?? null, nowMs);
  return { outcome: { kind: 'failed', message, retryable, retryAfterMs }, values: { ...values, Error: message }, detail: shown };
}
