import type { ExtractedOperation } from '@portage/connectors/openapi';
import { itemsOfPage, nextPage, PagingError } from '@portage/connectors/paging';
import { RequestError } from '@portage/connectors/requests';
import type { ConnectorOperationStep, StepValues } from '@portage/workflow';
import type { ConnectionLease } from '../../connection/lease.ts';
import { sendWithConnection } from '../../connection/send-with-connection.ts';
import type { StepOutcome } from '../../core/run-event.ts';
import type { EgressRequest } from '../../egress/egress-message.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import { failed, type StepContext, type StepDetail, type StepResult } from '../step-handler.ts';
import { readOperationAnswer } from './operation-answer.ts';
import {
  type OperationCall,
  OperationRefused,
  type OperationRequest,
  operationRequest,
  type RequestSettings,
} from './operation-request.ts';

const MOST_EMPTY_PAGES = 100;

/** One call that was made and answered well. */
export interface OperationPage {
  ok: true;
  operation: ExtractedOperation;
  values: StepValues;
  detail: StepDetail;
  /** Its list; empty where it has none. */
  items: readonly unknown[];
  /** How to get the page after it; null: it was the last one. @throws OperationRefused for one that must not be asked for */
  next(): OperationCall | null;
}

/**
 * Makes one call of the step's operation. What comes back has no secret of the connection in it: neither people nor later steps
 * see one.
 *
 * @returns `ok: false` with the step's result for whatever went wrong; nothing is thrown but faults of our own.
 */
export async function callOperation(
  step: ConnectorOperationStep,
  call: OperationCall,
  context: StepContext,
  settings: RequestSettings,
): Promise<OperationPage | { ok: false; result: StepResult }> {
  let made: (OperationRequest & { lease: ConnectionLease }) | null = null;
  const make = async (lease: ConnectionLease) => {
    made = { ...(await operationRequest(step, call, lease, context, settings)), lease };
    return made.request;
  };
  try {
    // Calls that are not shown to people are many.
    const send = (request: EgressRequest) => (settings.isShown === false ? context.sendOneOfMany(request) : context.send(request));
    const ports = { send, connection: (connectorId: string) => context.connection(connectorId) };
    const sent = await sendWithConnection(ports, step.connectorId ?? '', make);
    const known = made as (OperationRequest & { lease: ConnectionLease }) | null;
    if (sent.kind === 'refused') {
      const { message, retryable, retryAfterMs } = sent;
      return refusal({ kind: 'failed', message, retryable, retryAfterMs }, known ? detailOf(known) : {});
    }
    if (!known) throw new Error('A call was answered that was not made');
    const detail = { ...detailOf(known), requestUrl: sent.url };
    const { answer, secrets, isExpired } = sent;
    if (!answer.ok) {
      const { message, retryable } = answer;
      return redacted(refusal({ kind: 'failed', message, retryable }, detail), secrets);
    }
    const { operation, values, lease } = known;
    const read = readOperationAnswer(operation, answer, lease, context.nowMs, isExpired);
    const given: StepValues = {
      Response: read.body,
      ResponseHttpStatusCode: answer.status,
      ResponseHeaders: answer.headers,
      ...(read.isBase64 ? { ResponseIsBase64: true } : {}),
    };
    const shown: StepDetail = { ...detail, responseHeaders: answer.headers, responseUrl: answer.url };
    if (!read.ok) {
      if (read.isThrottled) await context.connection(lease.connectorId).reportRateLimit(read.retryAfterMs);
      const { message, retryable, retryAfterMs } = read;
      return redacted(refusal({ kind: 'failed', message, retryable, retryAfterMs }, shown, given), secrets);
    }
    const told = { values: given, detail: settings.isShown === false ? {} : shown };
    const clean = secrets.redactValue(told) as Pick<OperationPage, 'values' | 'detail'>;
    const items = itemsOfPage(operation, clean.values.Response);
    return {
      ok: true,
      operation,
      ...clean,
      items,
      next() {
        const { headers } = answer;
        const next = pageAfter(operation, { values, url: sent.url }, { headers, body: read.body }, secrets);
        return next && withEmptyPages(next, items.length === 0 ? (call.emptyPages ?? 0) + 1 : 0);
      },
    };
  } catch (error) {
    if (error instanceof OperationRefused) {
      return refusal({ kind: 'failed', message: error.message, retryable: error.retryable }, {});
    }
    if (error instanceof RequestError) return { ok: false, result: failed(error.message) };
    throw error;
  }
}

function refusal(
  outcome: Extract<StepOutcome, { kind: 'failed' }>,
  detail: StepDetail,
  values: StepValues = {},
): { ok: false; result: StepResult } {
  return { ok: false, result: { outcome, values: { ...values, Error: outcome.message }, detail } };
}

function redacted({ result }: { ok: false; result: StepResult }, secrets: RunSecrets): { ok: false; result: StepResult } {
  return { ok: false, result: secrets.redactValue(result) as StepResult };
}

function detailOf({ request, shownBody, alwaysLog }: OperationRequest): StepDetail {
  return {
    request: { method: request.method, headers: request.headers, body: shownBody },
    requestUrl: request.url,
    ...(Object.keys(alwaysLog).length > 0 ? { alwaysLog } : {}),
  };
}

function pageAfter(
  operation: ExtractedOperation,
  asked: { values: OperationCall['values']; url: string },
  answer: { headers: Record<string, string>; body: unknown },
  secrets: RunSecrets,
): OperationCall | null {
  try {
    const next = nextPage(operation, asked, answer);
    if (next === null) return null;
    return next.kind === 'values' ? { values: next.values } : { values: asked.values, url: withoutSecrets(next.url, secrets) };
  } catch (error) {
    if (error instanceof PagingError) throw new OperationRefused(error.message);
    throw error;
  }
}

/** A few pages may be empty (Salesforce, searches that filter afterwards); a server that has nothing but more pages is broken. */
function withEmptyPages(next: OperationCall, emptyPages: number): OperationCall {
  if (emptyPages > MOST_EMPTY_PAGES)
    throw new OperationRefused(`The list gave ${MOST_EMPTY_PAGES} pages without items one after the other.`);
  return emptyPages === 0 ? next : { ...next, emptyPages };
}

/** Some systems write the key they were called with into the next page's address; it is put on again with each call. */
function withoutSecrets(address: string, secrets: RunSecrets): string {
  const url = new URL(address);
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !secrets.isIn(pair) && !secrets.isIn(new URLSearchParams(pair).toString()));
  url.search = kept.join('&');
  return url.href;
}
