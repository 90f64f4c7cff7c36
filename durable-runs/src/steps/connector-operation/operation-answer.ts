import type { ExtractedOperation } from '@portage/connectors/openapi';
import { answerMessage, readGraphQlAnswer } from '@portage/connectors/requests';
import type { EgressAnswer } from '../../egress/egress-message.ts';
import { parseRetryAfterMs } from '../../egress/retry-after.ts';
import { readResponseBody } from '../http/response-body.ts';

type Answered = Extract<EgressAnswer, { ok: true }>;

/** An answer as the step understands it. `body` is what later steps see, also of a call that failed. */
export type OperationAnswer = { body: unknown } & (
  | { ok: true }
  | { ok: false; message: string; retryable: boolean; retryAfterMs: number | null }
);

const RETRYABLE = new Set([408, 425, 429]);

/**
 * Reads an answer of an operation: a status outside 200..299 is a failure, and so is a GraphQL answer with errors whatever its
 * status is. Data that came beside them is there all the same.
 *
 * @param connectorName for messages that say what to do about the connector.
 */
export function readOperationAnswer(
  operation: ExtractedOperation,
  { status, headers, body: bytes }: Answered,
  connectorName: string,
  nowMs: number,
): OperationAnswer {
  const body = readBody(operation, bytes, headers['content-type'] ?? '');
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'] ?? null, nowMs);
  const isFine = status >= 200 && status < 300;
  if (operation.graphQl) {
    const answer = readGraphQlAnswer(body);
    if (isFine && answer.ok) return { ok: true, body };
    const isErrors = !answer.ok && typeof body === 'object' && body !== null && 'errors' in body;
    if (isFine || (isErrors && !REFUSED_CREDENTIALS.has(status))) {
      const message = answer.ok ? messageOf(status, body, connectorName) : `The GraphQL server answered: ${answer.message}`;
      const retryable = (!answer.ok && answer.isThrottled) || isRetryable(status);
      return { ok: false, body, message, retryable, retryAfterMs };
    }
  }
  if (isFine) return { ok: true, body };
  return { ok: false, body, message: messageOf(status, body, connectorName), retryable: isRetryable(status), retryAfterMs };
}

const REFUSED_CREDENTIALS = new Set([401]);

function isRetryable(status: number): boolean {
  return RETRYABLE.has(status) || status >= 500;
}

function messageOf(status: number, body: unknown, connectorName: string): string {
  const said = answerMessage(body);
  if (status === 401) {
    const remedy = `Open Connectors and press Re-Connect on "${connectorName}", or enter its credentials anew.`;
    return `The server did not accept the connector's credentials (401)${said ? `: ${said}` : '.'} ${remedy}`;
  }
  if (status === 403) return `The server does not allow this to the connector "${connectorName}" (403)${said ? `: ${said}` : '.'}`;
  return `The server answered ${status}${said ? `: ${said}` : '.'}`;
}

/** What the document calls JSON is read as such, however the server labels it; what is none stays what it is. */
function readBody(operation: ExtractedOperation, bytes: Uint8Array, contentType: string): unknown {
  const isJson = operation.graphQl !== undefined || operation.responses.some(({ type }) => type !== undefined && /[/+]json\b/i.test(type));
  if (isJson && !/[/+]json\b/i.test(contentType) && bytes.length > 0) {
    const read = readResponseBody(bytes, contentType, 'Json');
    if (read.fault === undefined) return read.value;
  }
  return readResponseBody(bytes, contentType).value;
}
