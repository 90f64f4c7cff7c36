import type { ExtractedOperation } from '@portage/connectors/openapi';
import { type AskedPage, nextPage, type Page, PageError, type PageResponse, PagingError, readPage } from '@portage/connectors/paging';
import { type FieldProblem, RequestError } from '@portage/connectors/requests';
import type { ConnectorOperationStep, StepValues } from '@portage/workflow';
import { addressWithoutSecrets } from '../connection/address-without-secrets.ts';
import type { ConnectionLease } from '../connection/lease.ts';
import { sendWithConnection } from '../connection/send-with-connection.ts';
import type { StepOutcome } from '../core/run-event.ts';
import { type EgressRequest, responseHeaders } from '../egress/egress-message.ts';
import { retryReason } from '../egress/retryable-status.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { failed, type StepContext, type StepDetail, type StepResult } from '../step-context/step-handler.ts';
import { readOperationResponse } from './operation-answer.ts';
import {
  type OperationCall,
  OperationRefused,
  type OperationRequest,
  operationRequest,
  type RequestSettings,
} from './operation-request.ts';

/** One successful call. */
export interface OperationPage {
  ok: true;
  operation: ExtractedOperation;
  values: StepValues;
  detail: StepDetail;
  /** The call as it was made, even if `detail` leaves it out. */
  sent(): StepDetail;
  /** Items of the list that the settings name; empty if they name none. */
  items: readonly unknown[];
  /** How to get the next page; null if this was the last. @throws OperationRefused for a page that must not be requested */
  next(): OperationCall | null;
}

export interface FailedCall {
  ok: false;
  result: StepResult;
  /** The response isn't the page that the document declares. */
  isOddPage?: true;
  /** The values can't be turned into a request. */
  problems?: readonly FieldProblem[];
}

/**
 * Makes one call of the step's operation. The result contains no secret of the connection, because people and
 * later steps must not see one.
 *
 * @returns `ok: false` with the step's result for whatever went wrong; only bugs of our own are thrown.
 */
export async function callOperation(
  step: ConnectorOperationStep,
  call: OperationCall,
  context: StepContext,
  settings: RequestSettings,
): Promise<OperationPage | FailedCall> {
  let made: (OperationRequest & { lease: ConnectionLease }) | null = null;
  const make = async (lease: ConnectionLease) => {
    made = { ...(await operationRequest(step, call, lease, context, settings)), lease };
    return made.request;
  };
  try {
    // There are many calls that aren't shown to people.
    const send = (request: EgressRequest) => (settings.isShown === false ? context.sendOneOfMany(request) : context.send(request));
    const ports = { send, connection: (connectorId: string) => context.connection(connectorId) };
    const sent = await sendWithConnection(ports, step.connectorId ?? '', make);
    const known = made as (OperationRequest & { lease: ConnectionLease }) | null;
    if (sent.kind === 'refused') {
      const { message, retryable, retryAfterMs } = sent;
      return refusal({ kind: 'failed', message, retryable, retryAfterMs }, known ? buildDetail(known) : {});
    }
    if (!known) throw new Error('A call was answered that was not made');
    const { answer, secrets, isExpired } = sent;
    const detail = (): StepDetail => ({ ...buildDetail(known), requestUrl: sent.url });
    if (!answer.ok) {
      const { message, retryable } = answer;
      return redacted(refusal({ kind: 'failed', message, retryable, reason: retryReason(answer) }, detail()), secrets);
    }
    const { document, operation, values, lease } = known;
    const read = await readOperationResponse(document, operation, answer, { lease, nowMs: context.nowMs, isExpired });
    const { body } = read;
    const given: StepValues = {
      Response: body,
      ResponseHttpStatusCode: answer.status,
      ResponseHeaders: responseHeaders(answer),
      ...(read.isBase64 ? { ResponseIsBase64: true } : {}),
    };
    const shown = (): StepDetail => ({ ...detail(), responseUrl: answer.url });
    if (!read.ok) {
      if (read.isThrottled) await context.connection(lease.connectorId).reportRateLimit(read.retryAfterMs);
      const { message, retryable, retryAfterMs } = read;
      const reason = retryReason(answer);
      return redacted(refusal({ kind: 'failed', message, retryable, reason, retryAfterMs }, shown(), given), secrets);
    }
    const told = { values: given, detail: settings.isShown === false ? {} : shown() };
    const clean = {
      ...(secrets.redactValue(told) as Pick<OperationPage, 'values' | 'detail'>),
      sent: () => secrets.redactValue(detail()) as StepDetail,
    };
    const list = settings.list === 'paged' ? (operation.paging ? {} : null) : settings.list;
    if (list === null) return { ok: true, operation, ...clean, items: [], next: () => null };
    const pageNumber = (call.trail?.pages ?? 0) + 1;
    const pageIn = (body: unknown): Promise<Page> =>
      readPage(document, operation, { status: answer.status, body, text: read.text }, { ...list, pageNumber });
    let page: Page;
    try {
      page = await pageIn(clean.values.Response);
    } catch (error) {
      if (!(error instanceof PageError)) throw error;
      return {
        ...refusal(
          { kind: 'failed', message: error.message, retryable: true },
          settings.isShown === false ? clean.sent() : clean.detail,
          clean.values,
        ),
        isOddPage: true,
      };
    }
    // A cursor may be among the values that are removed for people.
    const whole = clean.values.Response === body ? page : await pageIn(body);
    return {
      ok: true,
      operation,
      ...clean,
      items: page.items,
      next: () =>
        pageAfter(operation, { values, url: sent.url, trail: call.trail }, { headers: answer.headers, body, page: whole }, secrets),
    };
  } catch (error) {
    if (error instanceof OperationRefused) {
      return refusal({ kind: 'failed', message: error.message, retryable: error.retryable }, {});
    }
    if (error instanceof RequestError) return { ok: false, result: failed(error.message), problems: error.problems };
    throw error;
  }
}

function refusal(outcome: Extract<StepOutcome, { kind: 'failed' }>, detail: StepDetail, values: StepValues = {}): FailedCall {
  return { ok: false, result: { outcome, values: { ...values, Error: outcome.message }, detail } };
}

function redacted({ result }: FailedCall, secrets: RunSecrets): FailedCall {
  return { ok: false, result: secrets.redactValue(result) as StepResult };
}

function buildDetail({ request, shownBody, alwaysLog }: OperationRequest): StepDetail {
  return {
    request: { method: request.method, headers: request.headers, body: shownBody() },
    requestUrl: request.url,
    ...(Object.keys(alwaysLog).length > 0 ? { alwaysLog } : {}),
  };
}

function pageAfter(operation: ExtractedOperation, asked: AskedPage, response: PageResponse, secrets: RunSecrets): OperationCall | null {
  try {
    const next = nextPage(operation, asked, response);
    if (next === null) return null;
    const { trail } = next;
    if (next.kind === 'values') return { values: next.values, trail };
    return { values: asked.values, url: addressWithoutSecrets(next.url, secrets), trail };
  } catch (error) {
    if (error instanceof PagingError) throw new OperationRefused(error.message);
    throw error;
  }
}
