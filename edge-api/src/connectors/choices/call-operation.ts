import { type ConnectorDocument, type ExtractedOperation, loadOperation } from '@portage/connectors/openapi';
import { type ListReading, nextPage, type PageTrail, PagingError, readPage, withPageSize } from '@portage/connectors/paging';
import {
  buildRequest,
  type ConnectorRequest,
  describeRefusal,
  findResponseFailure,
  RequestError,
  type RequestValues,
  readGraphQlResponse,
  readResponseMessage,
  resolveBaseUrl,
} from '@portage/connectors/requests';
import { type ConnectionKey, isConnectionKey } from '@portage/connectors/schema';
import { readXmlResponse } from '@portage/connectors/xml';
import type { ConnectorRecord } from '@portage/database';
import { parseExactJson } from '@portage/primitives/exact-json';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { connectionObject } from '../connection-object.ts';

/** A stand-in base address until the connection puts in its own: only it knows slug, sandbox and account. */
const BASE = 'https://connection.portage.internal';
const TIMEOUT_MS = 15_000;
/** A list with more pages can't be shown while a person waits. */
const MAX_PAGES = 100;

export interface OperationCall {
  connector: Pick<ConnectorRecord, 'id' | 'name'>;
  document: ConnectorDocument;
  /** Parameters that the connection puts on every call: the caller needn't give them, even if the operation requires them. */
  keys: readonly ConnectionKey[];
  operationId: string;
  values: RequestValues;
}

export interface ListCall extends OperationCall {
  list: ListReading;
  /** Pages are fetched until there are this many items; 1: one page. */
  maxItems: number;
}

/**
 * Calls an operation with a connector.
 *
 * @returns the response as JSON
 * @throws ApiProblem 400 if the document asks for something that can't be sent; 502 if the system refused, with its words.
 */
export async function callOperation(context: UserContext, call: OperationCall): Promise<unknown> {
  const { operation, requestOf } = await openOperation(call);
  return (await send(context, call, operation, await requestOf(call.values))).body;
}

/**
 * Reads a list, page by page.
 *
 * @throws ApiProblem as callOperation, and 502 for a page without its list
 */
export async function listItems(context: UserContext, { list, maxItems, ...call }: ListCall): Promise<unknown[]> {
  const { connector, document, values } = call;
  const { operation, requestOf } = await openOperation(call);
  const items: unknown[] = [];
  let pageValues = maxItems > 1 ? withPageSize(operation, values, maxItems) : values;
  let request = await requestOf(pageValues);
  let trail: PageTrail | undefined;
  for (let pages = 1; ; pages += 1) {
    const { headers, url, body, text, status } = await send(context, call, operation, request);
    try {
      const page = await readPage(document, operation, { status, body, text }, { ...list, pageNumber: pages });
      for (const item of page.items) items.push(item);
      if (items.length >= maxItems) return items;
      const next = nextPage(operation, { values: pageValues, url, trail }, { headers, body, page });
      if (next === null) return items;
      if (pages >= MAX_PAGES) throw new PagingError(`The list has more than ${MAX_PAGES} pages. Narrow it, or enter the value yourself.`);
      trail = next.trail;
      if (next.kind === 'values') pageValues = next.values;
      request = next.kind === 'values' ? await requestOf(next.values) : { ...request, url: withoutRedacted(next.url) };
    } catch (error) {
      if (error instanceof PagingError) throw new ApiProblem(502, 'system-refused', `“${connector.name}”: ${error.message}`);
      throw error;
    }
  }
}

/** Some systems include the key of the call in the next page's address, where it's redacted. Each call adds it again. */
function withoutRedacted(address: string): string {
  const url = new URL(address);
  const pairs = url.search.slice(1).split('&');
  url.search = pairs.filter((pair) => !/(?:\[|%5B)redacted(?:\]|%5D)/i.test(pair)).join('&');
  return url.href;
}

async function openOperation({ document, keys, operationId }: OperationCall) {
  const operation = besideConnection(
    await loadOperation(document, operationId).catch(() => {
      throw unusable(`This application’s document names "${operationId}", but doesn’t contain it.`);
    }),
    keys,
  );
  const settings = { baseUrl: resolveBaseUrl(document.summary, operation, BASE) ?? BASE };
  const requestOf = (pageValues: RequestValues) =>
    document
      .withSchemas((source) => buildRequest(source, operation, pageValues, settings))
      .catch((error: unknown) => {
        throw error instanceof RequestError ? unusable(error.message) : error;
      });
  return { operation, requestOf };
}

function besideConnection(operation: ExtractedOperation, keys: readonly ConnectionKey[]): ExtractedOperation {
  const parameters = operation.parameters.map((one) => (isConnectionKey(keys, one.place, one.name) ? { ...one, isRequired: false } : one));
  return { ...operation, parameters };
}

async function send(
  { env, user }: UserContext,
  { connector, document }: Pick<OperationCall, 'connector' | 'document'>,
  operation: ExtractedOperation,
  { method, url, headers, body }: ConnectorRequest,
) {
  const lowerHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const answer = await connectionObject(env, connector.id).call({
    ownerUserId: user.id,
    connectorId: connector.id,
    request: {
      method,
      url: url.startsWith(`${BASE}/`) ? url.slice(BASE.length) : url,
      headers: lowerHeaders,
      body,
      timeoutMs: TIMEOUT_MS,
    },
  });
  if (answer.outcome === 'refused') throw new ApiProblem(502, 'connection-refused', answer.message);
  const json = parsed(answer.body);
  if (answer.status >= 400) throw refusedBySystem(connector.name, answer.status, readResponseMessage(json ?? answer.body), json ?? null);
  const given = json === undefined ? await readXmlResponse(document, operation, answer.headers['content-type'] ?? '', answer.body) : json;
  const failure = findResponseFailure(operation, json ?? answer.body) ?? findResponseFailure(operation, given);
  if (failure !== null) throw refusedBySystem(connector.name, null, failure, given);
  if (json === undefined && given === answer.body) throw refusedBySystem(connector.name, answer.status, 'Its response is not JSON.');
  if (operation.graphQl === undefined) return { ...answer, body: given, text: answer.body };
  const graphQl = readGraphQlResponse(given);
  if (!graphQl.ok) throw refusedBySystem(connector.name, null, graphQl.message);
  return { ...answer, body: given, text: answer.body };
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? null : parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** A refusal of the connected system, in its words. */
class SystemRefusal extends ApiProblem {
  /** The response's status; null: the body contains the refusal. */
  readonly systemStatus: number | null;
  /** Null: it's no JSON. */
  readonly systemBody: unknown;

  constructor(name: string, status: number | null, said: string, body: unknown) {
    super(502, 'system-refused', describeRefusal(`“${name}”`, status, said));
    this.systemBody = body;
    this.systemStatus = status;
  }
}

function refusedBySystem(name: string, status: number | null, said: string, body: unknown = null): ApiProblem {
  return new SystemRefusal(name, status, said, body);
}

/** The body of a system's refusal; null if it's no JSON, or the error is another one. */
export function refusalBody(error: unknown): unknown {
  return error instanceof SystemRefusal ? error.systemBody : null;
}

/** Whether the system has nothing at the requested address. */
export function isNotThere(error: unknown): boolean {
  return error instanceof SystemRefusal && (error.systemStatus === 404 || error.systemStatus === 410);
}

/** For a document, not a person, that asks for something impossible. */
function unusable(message: string): ApiProblem {
  return new ApiProblem(400, 'document', message);
}
