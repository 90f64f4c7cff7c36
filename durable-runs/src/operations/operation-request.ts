import { type ConnectorDocument, type ExtractedOperation, findOperationId, loadOperation } from '@portage/connectors/openapi';
import { type ListReading, type PageTrail, withPageSize } from '@portage/connectors/paging';
import {
  alwaysLogged,
  buildRequest,
  type ConnectorRequest,
  type RequestValues,
  resolveBaseUrl,
  valueOfParameter,
} from '@portage/connectors/requests';
import { isConnectionKey, isIdempotencyHeader } from '@portage/connectors/schema';
import { runChainHeaders } from '@portage/contracts';
import { parseExactJson } from '@portage/primitives/exact-json';
import type { ConnectorOperationStep } from '@portage/workflow';
import type { ConnectionLease } from '../connection/lease.ts';
import type { EgressRequest } from '../egress/egress-message.ts';
import type { StepContext } from '../step-context/step-handler.ts';

/** One call of an operation: a page of a list, or everything at once. As JSON, it's what the engine stores for a page still to come. */
export interface OperationCall {
  values: RequestValues;
  /** The page's address from the previous response; absent: the values determine it. */
  url?: string;
  /** The pages before it; absent for the first page. */
  trail?: PageTrail;
}

/** A call as it's sent, without the credential. */
export interface OperationRequest {
  document: ConnectorDocument;
  operation: ExtractedOperation;
  /** Includes the page size, but nothing else that is specific to this call. */
  values: RequestValues;
  request: EgressRequest;
  shownBody(): unknown;
  alwaysLog: Record<string, unknown>;
}

export interface RequestSettings {
  /** How many items of a list are needed in total; null: it isn't a list, or no more pages are needed. */
  wantedItems: number | null;
  /**
   * The response must be a page of this list (`paged`: of the operation's paging, if it has one); anything else fails the call.
   * Null: any response is accepted.
   */
  list: ListReading | 'paged' | null;
  idempotencyKey: string;
  /** False: people don't see this call by itself, so details that only they read are left out. */
  isShown?: boolean;
}

/** Why the operation cannot be called, in words for the workflow's author. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
  readonly retryable: boolean;

  constructor(message: string, { retryable = false }: { retryable?: boolean } = {}) {
    super(message);
    this.retryable = retryable;
  }
}

/**
 * Makes the request of the step's operation as its document says.
 *
 * @throws OperationRefused, RequestError naming every field that is missing or cannot be sent
 */
export async function operationRequest(
  step: ConnectorOperationStep,
  call: OperationCall,
  lease: ConnectionLease,
  context: StepContext,
  { wantedItems, idempotencyKey, isShown = true }: RequestSettings,
): Promise<OperationRequest> {
  const document = await loadDocument(lease, context);
  const operation = besideConnection(await findOperation(document, step.operationId ?? '', lease), lease);
  const sized = wantedItems === null ? call.values : withPageSize(operation, call.values, wantedItems);
  const sent = withKey(operation, sized, idempotencyKey);
  const baseUrl = resolveBaseUrl(document.summary, operation, lease.baseUrl);
  if (baseUrl === null) throw new OperationRefused(`${lease.typeName} has no base address: complete its connector type.`);
  const graphQlQuery = step.overrideGraphQlQuery && operation.graphQl ? (step.graphQlQuery ?? '') : '';
  const contentType = step.requestContentType ?? undefined;
  const { made, alwaysLog } = await document.withSchemas((source) => ({
    made: buildRequest(source, operation, sent, {
      baseUrl,
      // Calls of a sync share the mappings of all operations that write a record.
      isOneOfSeveral: !isShown,
      ...(graphQlQuery ? { graphQlQuery } : {}),
      ...(contentType ? { contentType } : {}),
    }),
    alwaysLog: isShown ? alwaysLogged(source, operation, sent, contentType) : {},
  }));
  const headers = buildHeaders(made, operation, idempotencyKey);
  return {
    document,
    operation,
    values: sized,
    request: {
      method: made.method,
      url: call.url ?? made.url,
      headers,
      body: made.body,
      systemHeaders: runChainHeaders(context.chain),
    },
    shownBody: () => shownBody(made, sent),
    alwaysLog,
  };
}

async function loadDocument({ documentId, typeName }: ConnectionLease, context: StepContext): Promise<ConnectorDocument> {
  if (documentId === null) throw new OperationRefused(`${typeName} has no OpenAPI document, so it has no operations.`);
  let document: ConnectorDocument | null;
  try {
    document = await context.document(documentId);
  } catch {
    throw new OperationRefused(`The document of ${typeName} could not be read right now. Please try again later.`, { retryable: true });
  }
  if (!document) throw new OperationRefused(`The OpenAPI document of ${typeName} is gone: upload it again in its connector type.`);
  return document;
}

async function findOperation(document: ConnectorDocument, wanted: string, { typeName }: ConnectionLease): Promise<ExtractedOperation> {
  const id = findOperationId(document.summary, wanted);
  if (id !== null) return loadOperation(document, id);
  throw new OperationRefused(`${typeName} has no operation "${wanted}" any more: choose another one in the step.`);
}

/**
 * Parameters that the connection adds to every call (an API key, a site's id). They need no mapping, even if the document requires them.
 */
export function besideConnection(operation: ExtractedOperation, { extraKeys }: ConnectionLease): ExtractedOperation {
  const isGiven = ({ place, name }: ExtractedOperation['parameters'][number]) => isConnectionKey(extraKeys, place, name);
  if (!operation.parameters.some(isGiven)) return operation;
  const parameters = operation.parameters.map((parameter) => (isGiven(parameter) ? { ...parameter, isRequired: false } : parameter));
  return { ...operation, parameters };
}

/** If the document has a header for the key, it gets the key unless the author has set another value. */
function withKey({ parameters }: ExtractedOperation, values: RequestValues, key: string): RequestValues {
  const own = parameters.find(({ place, name }) => place === 'header' && isIdempotencyHeader(name));
  if (!own || valueOfParameter(values, own) !== undefined) return values;
  return { ...values, header: { ...values.header, [own.name]: key } };
}

function buildHeaders({ method, headers }: ConnectorRequest, { parameters }: ExtractedOperation, key: string): Record<string, string> {
  const written = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const hasKey = parameters.some(({ place, name }) => place === 'header' && isIdempotencyHeader(name));
  return isRead || hasKey ? written : { ...written, 'idempotency-key': key };
}

/** Shows a body to people: JSON as JSON, files as they were given. */
function shownBody({ body, headers }: ConnectorRequest, values: RequestValues): unknown {
  if (body === null) return null;
  if (typeof body !== 'string') return values.body ?? null;
  return /json/i.test(headers['Content-Type'] ?? '') ? parseExactJson(body) : body;
}
