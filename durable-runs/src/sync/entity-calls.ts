import { type EntityDefinition, type EntityField, entityTargetFields, refusedValues } from '@portage/connectors/entities';
import { textAt } from '@portage/connectors/events';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import type { ListReading } from '@portage/connectors/paging';
import { type MappedValue, RequestError, type RequestValues, valuesFromMappings } from '@portage/connectors/requests';
import { changedAtMsOf, type FlowSide, type RefusedCall, type WriteResult } from '@portage/sync';
import type { ConnectorOperationStep, StepValues } from '@portage/workflow';
import { callOperation, type OperationPage } from '../steps/connector-operation/call-operation.ts';
import { type OperationCall, OperationRefused } from '../steps/connector-operation/operation-request.ts';
import type { StepContext, StepDetail } from '../steps/step-handler.ts';

/** One system of a flow, ready to be called. */
export interface OpenSide {
  connectorId: string;
  connectorTypeId: string;
  typeName: string;
  entity: EntityDefinition;
  /** What describes it; null: nothing does. */
  documentId: string | null;
  document: ConnectorDocument | null;
  /** Answers of the person who set the flow up, as placeholders: `parameter.locationId`. */
  fields: Readonly<Record<string, unknown>>;
}

/** Why a flow cannot be synchronised now, in words for the person who set it up. */
export class FlowProblem extends Error {
  override readonly name = 'FlowProblem';
}

/**
 * How a call came out. `passes`: the same call may go well later. `isSent`: it left for the system. `isUnsure`: the system may have done what
 * it was asked.
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
  /** Absent: nothing was sent. */
  call?: RefusedCall | undefined;
  /** A list was read, and the response isn't a page of it. */
  isOddPage?: boolean;
}

/** Items of a page where the system lets one choose. */
const PAGE_ITEMS = 250;

/** @throws FlowProblem where the connector, its document or the entity is not there */
export async function openSide(side: FlowSide, context: StepContext): Promise<OpenSide> {
  const leased = await context.connection(side.connectorId).describe();
  if (leased.outcome === 'refused') throw new FlowProblem(leased.message);
  const { connectorTypeId, typeName, documentId } = leased.lease;
  const document = documentId === null ? null : await openDocument(context, documentId, typeName);
  if (!document) throw new FlowProblem(`${typeName} has no OpenAPI document, so nothing of it can be synchronised.`);
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
    throw new FlowProblem(`The document of ${typeName} could not be read just now. Please try again later.`);
  }
}

interface EntityCallOptions {
  /** The response is a page of this list; absent: it is whatever comes. */
  list?: ListReading;
  /** Where the system lets one choose how many entries a page has, it has many. */
  isLong?: boolean;
  idempotencyKey?: string;
}

/** Calls an operation of a side once. A failure names the system: its words stand where those of several systems do. */
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
    message: page.problems ? refusedValues(page.problems, typeName, await fieldsOf(side)) : `${typeName}: ${outcome.message}`,
    passes: outcome.retryable === true,
    isSent,
    // An answer that never came, or one that came from a fault: it may have been done.
    isUnsure: outcome.retryable === true && (status === null || status >= 500) && isSent,
    retryAfterMs: outcome.retryAfterMs ?? null,
    status,
    call,
    ...(page.isOddPage ? { isOddPage: true } : {}),
  };
}

const knownFields = new WeakMap<EntityDefinition, Promise<EntityField[]>>();

/** Fields as people map them: many records may be refused for the same reason. */
function fieldsOf({ document, entity }: Partial<Pick<OpenSide, 'document' | 'entity'>>): Promise<EntityField[]> | EntityField[] {
  if (!document || !entity) return [];
  const fields = knownFields.get(entity) ?? entityTargetFields(document, entity).catch(() => []);
  knownFields.set(entity, fields);
  return fields;
}

/** @returns undefined: nothing was sent */
function callAsRead({ request, requestUrl }: StepDetail = {}, values: StepValues = {}): RefusedCall | undefined {
  if (requestUrl === undefined) return undefined;
  const { method, body = null } = request as { method: string; body?: unknown };
  const { ResponseHttpStatusCode: status, Response: response = null } = values;
  return { method, url: requestUrl, body, status: typeof status === 'number' ? status : null, response };
}

/** What becomes of a record whose call failed. */
export function refusedBy({ message, passes, call }: FailedEntityCall): Extract<WriteResult, { kind: 'failed' }> {
  return { kind: 'failed', message, passes, call };
}

/** Whether what was asked may have been done without an answer. A system that is busy and says when to come back has done nothing. */
export function mayBeDone({ isUnsure, status, retryAfterMs }: Extract<Called, { ok: false }>): boolean {
  return isUnsure && !(status === 503 && retryAfterMs !== null);
}

/** When a record had last changed by its system's clock; null: it does not say. */
export function changedAtOf({ entity }: OpenSide, record: unknown): number | null {
  return entity.changedAtPath === undefined ? null : changedAtMsOf(textAt(record, entity.changedAtPath));
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

/** Attempts of one call within a run; after that the item waits for the next sync. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
/** A system that asks for longer than this gets its time: the item is tried in a later sync. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Makes a call until it is answered or refused for good. `again` is asked before each further attempt and may settle the matter
 * (the record is found although the answer was lost).
 */
export async function callWithRetries<Settled>(
  context: StepContext,
  call: () => Promise<Called>,
  again: (failure: FailedEntityCall) => Promise<Settled | null>,
): Promise<{ called: Called } | { settled: Settled }> {
  for (let attempt = 1; ; attempt += 1) {
    const called = await call();
    // A page that isn't one is reported at once: it says nothing of when it will be.
    if (called.ok || called.isOddPage || !called.passes || attempt >= ATTEMPTS || context.signal.aborted) return { called };
    const pauseMs = called.retryAfterMs ?? FIRST_PAUSE_MS * 3 ** (attempt - 1);
    if (pauseMs > LONGEST_PAUSE_MS) return { called };
    await context.pause(pauseMs);
    const settled = await again(called);
    if (settled !== null) return { settled };
  }
}

/** The same where nothing can settle it but the answer. */
export async function readWithRetries(context: StepContext, call: () => Promise<Called>): Promise<Called> {
  const result = await callWithRetries<never>(context, call, async () => null);
  if ('settled' in result) throw new Error('Nothing settles a reading');
  return result.called;
}

/** A list of an entity's records, told apart by their ids. */
export function recordsAt({ itemsPath }: { itemsPath?: string | undefined }): ListReading {
  return { itemsPath, isRecords: true };
}

/** How to get the page after one; null: it was the last one. @throws FlowProblem for one that must not be asked for */
export function callAfter(page: Pick<OperationPage, 'next'>, { typeName }: Pick<OpenSide, 'typeName'>): OperationCall | null {
  try {
    return page.next();
  } catch (error) {
    if (error instanceof OperationRefused) throw new FlowProblem(`${typeName}: ${error.message}`);
    throw error;
  }
}
