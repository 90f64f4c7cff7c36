import { describeRefusal, readResponseMessage } from '@portage/connectors/requests';
import { runChainHeaders } from '@portage/contracts';
import { evaluateAddress, evaluateExpression, evaluateName, type HttpRequestStep, type StepValues, textOfValue } from '@portage/workflow';
import { requireBelowBase } from '../connection/below-base.ts';
import { sendWithConnection } from '../connection/send-with-connection.ts';
import { type EgressRequest, type EgressResult, responseHeaders } from '../egress/egress-message.ts';
import { hopsRefusal } from '../egress/hops.ts';
import { parseRetryAfterMs } from '../egress/retry-after.ts';
import { isRetryableStatus, retryReason } from '../egress/retryable-status.ts';
import { bodyRefusal } from '../egress/send-outside.ts';
import { describeCall } from '../http/describe-call.ts';
import { makeRequestBody } from '../http/request-body.ts';
import { readResponseBody } from '../http/response-body.ts';
import { failed, type StepContext, type StepDetail, type StepHandler, type StepResult } from '../step-context/step-handler.ts';

/**
 * Spec STEP-68. A status outside 200..299 fails the step. With `continueOnFailure` the run continues, and later steps see the status and
 * the body. Network errors and the statuses of `isRetryableStatus` are retried (ENG-15).
 */
export const httpRequestStep: StepHandler<HttpRequestStep> = {
  actsOutside: () => true,
  async run(step, context) {
    const refusal = hopsRefusal(context.chain.hops - 1);
    if (refusal !== null) return failed(refusal);
    const made = makeRequest(step, context);
    if (!made.ok) return failed(made.message);
    const { request, shownBody, leadingValue } = made;
    const detail = { request: { method: request.method, headers: request.headers, body: shownBody }, requestUrl: request.url };
    if (step.connectorId) return sendConnected(step, step.connectorId, { request, leadingValue }, detail, context);
    return toStepResult(step, await context.send(request), { detail, nowMs: context.nowMs, system: 'The server' });
  },
  describe: (_step, values, detail) => describeCall(values, detail),
};

type MadeRequest = { ok: true; request: EgressRequest; shownBody: unknown; leadingValue: string | null } | { ok: false; message: string };

function makeRequest(step: HttpRequestStep, context: StepContext): MadeRequest {
  const { scope } = context;
  const method = (step.httpMethod ?? 'GET').toUpperCase();
  const { address, leadingValue } = evaluateAddress(step, scope);
  const headers: Record<string, string> = {};
  for (const [written, expression] of Object.entries(step.headers ?? {})) {
    const name = evaluateName(written, scope)?.trim();
    if (!name) return { ok: false, message: `The header name "${written}" is empty.` };
    const lower = name.toLowerCase();
    if (Object.hasOwn(headers, lower)) return { ok: false, message: `The header ${name} is set twice. Remove one of them.` };
    headers[lower] = textOfValue(evaluateExpression(expression, scope));
  }
  if ((method === 'GET' || method === 'HEAD') && step.body?.trim()) return { ok: false, message: bodyRefusal(method) };
  const withoutBody = method === 'GET' || method === 'HEAD' || !step.body;
  const made = withoutBody ? null : makeRequestBody(step, headers['content-type'], scope, context.idempotencyKey);
  if (made && !made.ok) return made;
  if (made) headers['content-type'] = made.contentType;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') headers['idempotency-key'] ??= context.idempotencyKey;
  const request: EgressRequest = {
    method,
    url: address,
    headers,
    body: made?.body ?? null,
    systemHeaders: runChainHeaders(context.chain),
    ...(step.timeoutSeconds === undefined ? {} : { timeoutMs: step.timeoutSeconds * 1_000 }),
    ...(step.followRedirects === undefined ? {} : { followRedirects: step.followRedirects }),
  };
  return { ok: true, request, shownBody: made?.shown ?? null, leadingValue };
}

/** Spec ENG-20. The connector's secrets are never kept, even if the response echoes them, so later steps don't see them either. */
async function sendConnected(
  step: HttpRequestStep,
  connectorId: string,
  { request, leadingValue }: Pick<Extract<MadeRequest, { ok: true }>, 'request' | 'leadingValue'>,
  detail: StepDetail,
  context: StepContext,
): Promise<StepResult> {
  const sent = await sendWithConnection(context, connectorId, request, (lease) => requireBelowBase(lease, leadingValue));
  if (sent.kind === 'refused') {
    const { message, retryable, retryAfterMs } = sent;
    return { outcome: { kind: 'failed', message, retryable, retryAfterMs }, values: { Error: message }, detail };
  }
  const result = toStepResult(step, sent.answer, {
    detail: { ...detail, requestUrl: sent.url },
    nowMs: context.nowMs,
    system: sent.typeName,
  });
  return sent.secrets.redactValue(sent.isExpired ? expired(result, sent.typeName) : result) as StepResult;
}

/** A success status is still a failure if the response says that the credential has expired. */
function expired(result: StepResult, system: string): StepResult {
  if (result.outcome.kind !== 'succeeded') return result;
  const message = `${system} responded with ${result.values?.ResponseHttpStatusCode}, but says that the connector's credentials are not accepted. Renew them under Connectors.`;
  return { ...result, outcome: { kind: 'failed', message }, values: { ...result.values, Error: message } };
}

interface CallCircumstances {
  detail: StepDetail;
  nowMs: number;
  /** Its name begins the message of a refusal. */
  system: string;
}

function toStepResult(step: HttpRequestStep, answer: EgressResult, { detail, nowMs, system }: CallCircumstances): StepResult {
  if (!answer.ok) {
    const { message, retryable } = answer;
    return { outcome: { kind: 'failed', message, retryable, reason: retryReason(answer) }, values: { Error: message }, detail };
  }
  const { status, headers, url } = answer;
  const body = readResponseBody(answer.body, headers['content-type'] ?? '', step.responseType);
  const values: StepValues = {
    Response: body.value,
    ResponseHttpStatusCode: status,
    ResponseHeaders: responseHeaders(answer),
    ...(body.isBase64 ? { ResponseIsBase64: true } : {}),
  };
  const shown = { ...detail, responseUrl: url };
  const isWanted = (status >= 200 && status < 300) || (step.followRedirects === false && status >= 300 && status < 400);
  if (isWanted && body.fault === undefined) return { outcome: { kind: 'succeeded' }, values, detail: shown };
  const said = body.isBase64 ? '' : readResponseMessage(body.value);
  const message = isWanted && body.fault !== undefined ? body.fault : describeRefusal(system, status, said);
  const retryable = isRetryableStatus(status);
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'] ?? null, nowMs);
  const outcome = { kind: 'failed', message, retryable, reason: retryReason(answer), retryAfterMs } as const;
  return { outcome, values: { ...values, Error: message }, detail: shown };
}
