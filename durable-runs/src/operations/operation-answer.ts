import type { ConnectorDocument, ExtractedOperation } from '@portage/connectors/openapi';
import { describeRefusal, findResponseFailure, readGraphQlResponse, readResponseMessage } from '@portage/connectors/requests';
import { readXmlResponse } from '@portage/connectors/xml';
import { isJsonType } from '@portage/primitives/wire';
import type { ConnectionLease } from '../connection/lease.ts';
import { isLimited } from '../connection/send-with-connection.ts';
import type { EgressResult } from '../egress/egress-message.ts';
import { parseRetryAfterMs } from '../egress/retry-after.ts';
import { isRetryableStatus } from '../egress/retryable-status.ts';
import { type ResponseBody, readResponseBody } from '../http/response-body.ts';

type EgressResponse = Extract<EgressResult, { ok: true }>;

/**
 * A response as the step understands it. `body` is what later steps see, even after a failed call; `text` is what it was parsed from.
 */
export type OperationResponse = { body: unknown; isBase64: boolean } & (
  | { ok: true; text: string | undefined }
  /** `isThrottled`: only the body says so, so the connection isn't aware of it yet. */
  | { ok: false; message: string; retryable: boolean; retryAfterMs: number | null; isThrottled: boolean }
);

export interface ResponseCircumstances {
  lease: ConnectionLease;
  nowMs: number;
  isExpired: boolean;
}

/**
 * Reads a response of an operation, in JSON or XML as its document describes it. Failures are: a status outside 200..299, a GraphQL response with errors whatever its status, and a
 * response that the document calls a failure. A failure keeps the data that came with it.
 */
export async function readOperationResponse(
  document: ConnectorDocument,
  operation: ExtractedOperation,
  answer: EgressResponse,
  { lease, nowMs, isExpired }: ResponseCircumstances,
): Promise<OperationResponse> {
  const { status, headers, body: bytes } = answer;
  const isLimit = isLimited(lease, answer);
  const contentType = headers['content-type'] ?? '';
  const { value: body, isBase64 = false, fault, json } = readBody(operation, bytes, contentType);
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'] ?? null, nowMs);
  const isFine = status >= 200 && status < 300;
  const failure = { ok: false as const, body, isBase64, retryable: isLimit || isRetryableStatus(status), retryAfterMs, isThrottled: false };
  if (operation.graphQl) {
    const read = readGraphQlResponse(body);
    const isErrors = !read.ok && typeof body === 'object' && body !== null && 'errors' in body;
    if (!read.ok && (isFine || (isErrors && status !== 401))) {
      const { isThrottled } = read;
      return {
        ...failure,
        message: describeRefusal(lease.typeName, null, read.message),
        retryable: failure.retryable || isThrottled,
        retryAfterMs: retryAfterMs ?? read.retryAfterMs,
        isThrottled: isThrottled && !isLimit,
      };
    }
  }
  if (!isFine) return { ...failure, message: describeFailure(status, body, lease) };
  // Some systems report an expired credential with a success status.
  if (isExpired) return { ...failure, message: refusedCredentials(status, body, lease) };
  if (fault !== undefined) return { ...failure, message: fault, retryable: false };
  const read = isBase64 ? body : await readXmlResponse(document, operation, contentType, body);
  const said = findResponseFailure(operation, body) ?? findResponseFailure(operation, read);
  const text = json ?? (typeof body === 'string' && read !== body ? body : undefined);
  return said === null ? { ok: true, body: read, text, isBase64 } : { ...failure, message: describeRefusal(lease.typeName, null, said) };
}

function describeFailure(status: number, body: unknown, lease: ConnectionLease): string {
  const { connectorName, typeName } = lease;
  const said = readResponseMessage(body);
  if (status === 401) return refusedCredentials(status, body, lease);
  if (status === 403) return `${typeName} doesn't allow this for the connector "${connectorName}" (403)${said ? `: ${said}` : '.'}`;
  return describeRefusal(typeName, status, said);
}

function refusedCredentials(status: number, body: unknown, { connectorName, typeName, hasSignIn }: ConnectionLease): string {
  const said = readResponseMessage(body);
  const remedy = hasSignIn
    ? `Open Connectors and press Re-Connect on "${connectorName}".`
    : `Open the connector "${connectorName}" and enter its credentials again.`;
  return `${typeName} didn't accept the connector's credentials (${status})${said ? `: ${said}` : '.'} ${remedy}`;
}

/** Reads a response that the document calls JSON as JSON, however the server labels it. A response that can't be parsed stays text. */
function readBody(operation: ExtractedOperation, bytes: Uint8Array, contentType: string): ResponseBody {
  const isJson = operation.graphQl !== undefined || operation.responses.some(({ type }) => type !== undefined && isJsonType(type));
  if (isJson && !isJsonType(contentType) && bytes.length > 0) {
    const read = readResponseBody(bytes, contentType, 'Json');
    if (read.fault === undefined) return read;
  }
  return readResponseBody(bytes, contentType);
}
