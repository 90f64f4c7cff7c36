import { type AbsentField, type EventCall, type EventFields, fillValue, MissingField } from '@portage/connectors/events';
import { type ConnectorDocument, type ExtractedOperation, loadOperation } from '@portage/connectors/openapi';
import { type ListReading, nextPage, type Page, type PageTrail, PagingError, readPage } from '@portage/connectors/paging';
import { buildRequest, RequestError, type RequestValues, resolveBaseUrl, valuesFromMappings } from '@portage/connectors/requests';
import { addressWithoutSecrets } from '../connection/address-without-secrets.ts';
import type { ConnectionLease } from '../connection/lease.ts';
import { type ConnectionPorts, sendWithConnection } from '../connection/send-with-connection.ts';
import type { DocumentLibrary } from '../documents/document-library.ts';
import type { EgressRequest, EgressResult } from '../egress/egress-message.ts';
import { readOperationResponse } from '../operations/operation-answer.ts';
import { besideConnection } from '../operations/operation-request.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { EventRefused } from './event-refused.ts';

export interface EventCallPorts {
  connection: ConnectionPorts['connection'];
  send(request: EgressRequest): Promise<EgressResult>;
  documents: DocumentLibrary;
  nowMs(): number;
}

/** The target of a call: a connection, and the document that contains its operation. */
export interface EventTarget {
  connectorId: string;
  documentId: string;
}

export interface CompletedCall {
  document: ConnectorDocument;
  operation: ExtractedOperation;
  values: RequestValues;
  url: string;
  status: number;
  headers: Record<string, string>;
  /** Secrets of the connection are redacted. */
  body: unknown;
  /** What the body was parsed from, with secrets. */
  text?: string | undefined;
  /** How the system names the next page, with secrets. Absent: as in the body. */
  unredacted?: { body: unknown; secrets: Pick<RunSecrets, 'isIn'> };
}

/** The longest wait for a system, because a person waits for an activation. */
const CALL_MS = 20_000;

/** Omits parameters that were left empty. The document says whether the operation can do without them. */
function absentField(field: string): AbsentField {
  if (field.startsWith('body.')) return 'empty';
  return field === 'cursor' ? 'left-out' : 'refused';
}

/** The values of a call. @throws EventRefused naming what is missing */
export function valuesOfCall(call: EventCall, fields: EventFields): RequestValues {
  try {
    const mapped = Object.entries(call.values).map(([toParameterPath, value]) => ({
      toParameterPath,
      value: fillValue(value, fields, absentField),
    }));
    return valuesFromMappings(mapped);
  } catch (error) {
    if (error instanceof MissingField)
      throw new EventRefused(`The event needs the connector's ${stripPrefix(error.field)}: enter it in the connector.`);
    if (error instanceof RequestError) throw new EventRefused(error.message);
    throw error;
  }
}

function stripPrefix(field: string): string {
  return field.replace(/^connector\.(customOptions\.)?/, '');
}

/**
 * Calls an operation for an event, with the connection's credential.
 *
 * @param page where to find the page; absent: the values say it
 * @throws EventRefused for any unsuccessful response, with the system's own message
 */
export async function callForEvent(
  ports: EventCallPorts,
  target: EventTarget,
  operationId: string,
  values: RequestValues,
  options: { url?: string | null; idempotencyKey?: string } = {},
): Promise<CompletedCall> {
  const document = await openDocument(ports, target);
  if (!document.summary.operations.some(({ id }) => id === operationId)) {
    throw new EventRefused(`The connector type's document has no operation "${operationId}" any more.`);
  }
  const operation = await loadOperation(document, operationId);
  let lease: ConnectionLease | null = null;
  const make = (given: ConnectionLease) => {
    lease = given;
    return prepareRequest(document, operation, values, given, options);
  };
  const sent = await sendWithConnection(ports, target.connectorId, make).catch((error: unknown) => {
    if (error instanceof RequestError) throw new EventRefused(error.message);
    throw error;
  });
  if (sent.kind === 'refused') throw new EventRefused(sent.message, sent);
  const { answer, secrets, url } = sent;
  if (!answer.ok) throw new EventRefused(secrets.redactText(answer.message), { retryable: answer.retryable });
  if (!lease) throw new Error('A call was answered that was not made');
  const { isExpired } = sent;
  const read = await readOperationResponse(document, operation, answer, { lease, nowMs: ports.nowMs(), isExpired });
  const body = secrets.redactValue(read.body);
  if (!read.ok) throw new EventRefused(secrets.redactText(read.message), { ...read, status: answer.status });
  const unredacted = { body: read.body, secrets };
  return { document, operation, values, url, status: answer.status, headers: answer.headers, body, text: read.text, unredacted };
}

/** The list in a response. @throws EventRefused if it has none */
export function readEventPage({ document, operation, status, body, text }: CompletedCall, reading: ListReading): Promise<Page> {
  return readPage(document, operation, { status, body, text }, reading).catch(refuse);
}

/** Another page of a list; `url` is null if the values lead to it. */
export interface FurtherPage {
  values: RequestValues;
  url: string | null;
  trail?: PageTrail;
}

/** @param asked how this page was requested; null: it's the first one @throws EventRefused if the next one must not be requested */
export function pageAfter(
  { operation, values, url, headers, body, unredacted }: CompletedCall,
  page: Page,
  asked: FurtherPage | null,
): FurtherPage | null {
  const answer = { headers, body: unredacted?.body ?? body, page };
  const next = refusedWherePagingFails(() => nextPage(operation, { values, url, trail: asked?.trail }, answer));
  if (next === null) return null;
  const { trail } = next;
  if (next.kind === 'values') return { values: next.values, url: null, trail };
  return { values, url: unredacted ? addressWithoutSecrets(next.url, unredacted.secrets) : next.url, trail };
}

/** @throws EventRefused if the work throws a PagingError */
export function refusedWherePagingFails<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  if (error instanceof PagingError) throw new EventRefused(error.message, { retryable: true });
  throw error;
}

async function openDocument(ports: EventCallPorts, { connectorId, documentId }: EventTarget): Promise<ConnectorDocument> {
  const open = (id: string) =>
    ports.documents.open(id).catch(() => {
      throw new EventRefused('The document of the connector type could not be read right now.', { retryable: true });
    });
  const document = await open(documentId);
  if (document) return document;
  // An old subscription may name a document the type no longer has. The current one has the same operations.
  const result = await ports.connection(connectorId).lease({});
  const presentId = result.outcome === 'leased' ? result.lease.documentId : null;
  const present = presentId === null || presentId === documentId ? null : await open(presentId);
  if (!present) throw new EventRefused('The OpenAPI document of the connector type is gone: upload it again.');
  return present;
}

async function prepareRequest(
  document: ConnectorDocument,
  operation: ExtractedOperation,
  values: RequestValues,
  lease: ConnectionLease,
  { url, idempotencyKey }: { url?: string | null; idempotencyKey?: string },
): Promise<EgressRequest> {
  const baseUrl = resolveBaseUrl(document.summary, operation, lease.baseUrl);
  if (baseUrl === null) throw new EventRefused(`${lease.typeName} has no base address: complete its connector type.`);
  const made = await document.withSchemas((source) => buildRequest(source, besideConnection(operation, lease), values, { baseUrl }));
  const headers = Object.fromEntries(Object.entries(made.headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method: made.method,
    url: url ?? made.url,
    headers: idempotencyKey && made.method === 'POST' ? { 'idempotency-key': idempotencyKey, ...headers } : headers,
    body: made.body,
    systemHeaders: {},
    timeoutMs: CALL_MS,
  };
}
