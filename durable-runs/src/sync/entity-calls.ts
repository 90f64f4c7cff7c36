import { type EntityDefinition, type EntityField, entityTargetFields, refusedValues } from '@portage/connectors/entities';
import { textAt } from '@portage/connectors/events';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import type { ListReading } from '@portage/connectors/paging';
import { type MappedValue, RequestError, type RequestValues, valuesFromMappings } from '@portage/connectors/requests';
import { type FlowSide, parseChangedAtMs, type RefusedCall, type WriteResult } from '@portage/sync';
import type { ConnectorOperationStep, StepValues } from '@portage/workflow';
import { callOperation, type OperationPage } from '../operations/call-operation.ts';
import { type OperationCall, OperationRefused } from '../operations/operation-request.ts';
import type { StepContext, StepDetail } from '../step-context/step-handler.ts';

/** One system of a flow, ready to be called. */
export interface OpenSide {
  connectorId: string;
  connectorTypeId: string;
  typeName: string;
  entity: EntityDefinition;
  /** The document that describes it; null if there is none. */
  documentId: string | null;
  document: ConnectorDocument | null;
  /** Choices of the person who set the flow up, as placeholders: `parameter.locationId`. */
  fields: Readonly<Record<string, unknown>>;
}

/** Why a flow cannot be synchronised right now, in words for the person who set it up. */
export class FlowProblem extends Error {
  override readonly name = 'FlowProblem';
}

/**
 * The outcome of a call. `passes`: the same call may succeed later. `isSent`: it left for the system. `isUnsure`: the system
 * may have done what was asked.
 */
export type Called =
  | {
      ok: true;
      body: unknown;
      headers: Record<string, string>;
      page: OperationPage;
      /** The call, for a response that turns out to be a refusal. */
      call(): RefusedCall;
    }
  | FailedEntityCall;

export interface FailedEntityCall {
  ok: false;
  message: string;
  passes: boolean;
  isSent: boolean;
  isUnsure: boolean;
  retryAfterMs: number | null;
  status: number | null;
  /** Absent if nothing was sent. */
  call?: RefusedCall | undefined;
  /** A list was read, and the response isn't a page of it. */
  isOddPage?: boolean;
}

/** Items per page, if the system lets us choose. */
const PAGE_ITEMS = 250;

/** @throws FlowProblem if the connector, its document or the entity doesn't exist */
export async function openSide(side: FlowSide, context: StepContext): Promise<OpenSide> {
  const leased = await context.connection(side.connectorId).describe();
  if (leased.outcome === 'refused') throw new FlowProblem(leased.message);
  const { connectorTypeId, typeName, documentId } = leased.lease;
  const document = documentId === null ? null : await openDocument(context, documentId, typeName);
  if (!document) throw new FlowProblem(`${typeName} has no OpenAPI document, so none of its records can be synchronised.`);
  const entity = document.summary.entities?.find(({ name }) => name === side.entity);
  if (!entity) {
    const names = (document.summary.entities ?? []).map(({ name }) => name).join(', ');
    const others = names === '' ? '' : ` It has ${names}.`;
    throw new FlowProblem(`${typeName} has no records called “${side.entity}”.${others}`);
  }
  const fields = Object.fromEntries(Object.entries(side.parameters).map(([name, value]) => [`parameter.${name}`, value]));
  return { connectorId: side.connectorId, connectorTypeId, typeName, entity, documentId, document, fields };
}

async function openDocument(context: StepContext, documentId: string, typeName: string): Promise<ConnectorDocument | null> {
  try {
    return await context.document(documentId);
  } catch {
    throw new FlowProblem(`The document of ${typeName} could not be read right now. Please try again later.`);
  }
}

interface EntityCallOptions {
  /** The response must be a page of this list; absent: any response is accepted. */
  list?: ListReading;
  /** Requests long pages if the system lets us choose the page size. */
  isLong?: boolean;
  idempotencyKey?: string;
}

/** Calls an operation of a side once. A failure names the system, because messages of several systems are shown together. */
export async function callEntity(
  context: StepContext,
  side: Pick<OpenSide, 'connectorId' | 'typeName'> & Partial<Pick<OpenSide, 'document' | 'entity'>>,
  operationId: string,
  values: RequestValues | OperationCall,
  { list, isLong = list !== undefined, idempotencyKey = context.idempotencyKey }: EntityCallOptions = {},
): Promise<Called> {
  const { connectorId, typeName } = side;
  const step: ConnectorOperationStep = { stepId: 'sync', type: 'ConnectorOperation', connectorId, operationId };
  const asked: OperationCall = 'values' in values ? (values as OperationCall) : { values: values as RequestValues };
  context.countItems('call', 1);
  const page = await callOperation(step, asked, context, {
    wantedItems: isLong ? PAGE_ITEMS : null,
    list: list ?? null,
    idempotencyKey,
    isShown: false,
  });
  if (page.ok) {
    const { Response, ResponseHeaders } = page.values;
    const headers = (ResponseHeaders ?? {}) as Record<string, string>;
    return { ok: true, body: Response, headers, page, call: () => callAsRead(page.sent(), page.values) as RefusedCall };
  }
  const { outcome, values: given } = page.result;
  const status = typeof given?.ResponseHttpStatusCode === 'number' ? given.ResponseHttpStatusCode : null;
  if (outcome.kind !== 'failed') throw new Error('A call that failed has no failure');
  const call = callAsRead(page.result.detail, given);
  const isSent = call !== undefined;
  return {
    ok: false,
    message: page.problems ? refusedValues(page.problems, typeName, await getTargetFields(side)) : withName(outcome.message, typeName),
    passes: outcome.retryable === true,
    isSent,
    // No response, or a server error: the call may still have been carried out.
    isUnsure: outcome.retryable === true && (status === null || status >= 500) && isSent,
    retryAfterMs: outcome.retryAfterMs ?? null,
    status,
    call,
    ...(page.isOddPage ? { isOddPage: true } : {}),
  };
}

function withName(message: string, typeName: string): string {
  return message.startsWith(`${typeName} `) ? message : `${typeName}: ${message}`;
}

const cachedFields = new WeakMap<EntityDefinition, Promise<EntityField[]>>();

/** Fields as people map them. Cached, because many records may be refused for the same reason. */
function getTargetFields({ document, entity }: Partial<Pick<OpenSide, 'document' | 'entity'>>): Promise<EntityField[]> | EntityField[] {
  if (!document || !entity) return [];
  const fields = cachedFields.get(entity) ?? entityTargetFields(document, entity).catch(() => []);
  cachedFields.set(entity, fields);
  return fields;
}

/** @returns undefined if nothing was sent */
function callAsRead({ request, requestUrl }: StepDetail = {}, values: StepValues = {}): RefusedCall | undefined {
  if (requestUrl === undefined) return undefined;
  const { method, body = null } = request as { method: string; body?: unknown };
  const { ResponseHttpStatusCode: status, Response: response = null } = values;
  return { method, url: requestUrl, body, status: typeof status === 'number' ? status : null, response };
}

/** The result for a record whose call failed. */
export function refusedBy({ message, passes, call }: FailedEntityCall): Extract<WriteResult, { kind: 'failed' }> {
  return { kind: 'failed', message, passes, call };
}

/**
 * Whether the call may have been carried out although its response was lost. A busy system that says when to come back has done nothing.
 */
export function mayBeDone({ isUnsure, status, retryAfterMs }: Extract<Called, { ok: false }>): boolean {
  return isUnsure && !(status === 503 && retryAfterMs !== null);
}

/** When a record last changed, by its system's clock; null if it doesn't say. */
export function readChangedAt({ entity }: OpenSide, record: unknown): number | null {
  return entity.changedAtPath === undefined ? null : parseChangedAtMs(textAt(record, entity.changedAtPath));
}

/** @throws FlowProblem for a path that no request has */
export function requestValues(mapped: readonly MappedValue[]): RequestValues {
  try {
    return valuesFromMappings(mapped);
  } catch (error) {
    if (error instanceof RequestError) throw new FlowProblem(error.message);
    throw error;
  }
}

/** Attempts of one call within a run. After that the item waits for the next sync. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
/** If a system asks for a longer pause, the item is retried in a later sync. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Repeats a call until it succeeds or is permanently refused. `again` is asked before each retry and may settle the matter (the record is
 * found although the response was lost).
 */
export async function callWithRetries<Settled>(
  context: StepContext,
  call: () => Promise<Called>,
  again: (failure: FailedEntityCall) => Promise<Settled | null>,
): Promise<{ called: Called } | { settled: Settled }> {
  for (let attempt = 1; ; attempt += 1) {
    const called = await call();
    // A response that isn't a page is reported at once, because nothing says when that will change.
    if (called.ok || called.isOddPage || !called.passes || attempt >= ATTEMPTS || context.signal.aborted) return { called };
    const pauseMs = called.retryAfterMs ?? FIRST_PAUSE_MS * 3 ** (attempt - 1);
    if (pauseMs > LONGEST_PAUSE_MS) return { called };
    await context.pause(pauseMs);
    const settled = await again(called);
    if (settled !== null) return { settled };
  }
}

/** Like `callWithRetries`, for calls whose outcome only their response shows. */
export async function readWithRetries(context: StepContext, call: () => Promise<Called>): Promise<Called> {
  const result = await callWithRetries<never>(context, call, async () => null);
  if ('settled' in result) throw new Error('Nothing settles a reading');
  return result.called;
}

/** A list of an entity's records, told apart by their ids. */
export function recordsAt({ itemsPath }: { itemsPath?: string | undefined }): ListReading {
  return { itemsPath, isRecords: true };
}

/** How to get the next page; null if this was the last. @throws FlowProblem for a page that must not be requested */
export function callAfter(page: Pick<OperationPage, 'next'>, { typeName }: Pick<OpenSide, 'typeName'>): OperationCall | null {
  try {
    return page.next();
  } catch (error) {
    if (error instanceof OperationRefused) throw new FlowProblem(`${typeName}: ${error.message}`);
    throw error;
  }
}
