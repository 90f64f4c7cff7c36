import { entityCallValues } from '@portage/connectors/entities';
import { cursorText, parsePosition, textAt } from '@portage/connectors/events';
import type { FlowDefinition } from '@portage/sync';
import type { OperationCall } from '../operations/operation-request.ts';
import type { StepContext } from '../step-context/step-handler.ts';
import { callAfter, callEntity, FlowProblem, type OpenSide, readWithRetries, recordsAt, requestValues } from './entity-calls.ts';
import { wholeRecord } from './whole-record.ts';

export interface RecordPage {
  records: readonly unknown[];
  next: OperationCall | null;
  /** The next page is requested by its number, or by how many records were read. */
  isNumbered: boolean;
  /** The first and the largest cursor value on this page. */
  first: number | null;
  largest: number | null;
  /** When the page was requested, by the source's own clock if its response has one. */
  askedAtMs: number;
}

/** Where a reading begins. @param cursor null: at the source's beginning */
export function firstCall(
  { entity, fields }: OpenSide,
  flow: Pick<FlowDefinition, 'source'>,
  cursor: number | null,
  nowMs: number,
): OperationCall {
  const { list } = entity;
  if (!list) throw new FlowProblem(`${entity.title} can't be read, only written. Choose other records on the Settings tab.`);
  const from = cursor === null || !list.cursor ? {} : { cursor: cursorText({ of: 'items', ...list.cursor }, cursor) };
  const mapped = entityCallValues(list, { ...fields, ...from, now: new Date(nowMs).toISOString() });
  // Each value of the step's form has its own path: `query.LocationId`.
  const asked = Object.entries(flow.source.parameters).map(([toParameterPath, value]) => ({ toParameterPath, value }));
  return {
    values: requestValues([...mapped, ...asked.filter(({ toParameterPath }) => /^(path|query|header|body)\b/.test(toParameterPath))]),
  };
}

/** @throws FlowProblem in the source's words */
export async function readPage(side: OpenSide, call: OperationCall, context: StepContext): Promise<RecordPage> {
  const { list } = side.entity;
  if (!list) throw new FlowProblem(`${side.entity.title} cannot be read.`);
  const askedAtMs = Date.now();
  const called = await readWithRetries(context, () => callEntity(context, side, list.operation, call, { list: recordsAt(list) }));
  if (!called.ok && called.status !== null && list.emptyStatuses?.includes(called.status)) {
    return { records: [], next: null, isNumbered: false, first: null, largest: null, askedAtMs };
  }
  if (!called.ok) throw new FlowProblem(called.message);
  const records: unknown[] = [];
  for (const record of called.page.items) {
    records.push(await wholeRecord(side, record, context));
  }
  const style = called.page.operation.paging?.style;
  return {
    records,
    next: callAfter(called.page, side),
    isNumbered: style === 'page' || style === 'offset',
    ...findPositions(side, records),
    askedAtMs: askedAt(called.headers, askedAtMs),
  };
}

/** A response says when it was sent, and the request took some time before that. */
function askedAt({ date }: Record<string, string>, ownAskedAtMs: number): number {
  const answeredAtMs = Date.parse(date ?? '');
  return Number.isNaN(answeredAtMs) ? ownAskedAtMs : answeredAtMs - (Date.now() - ownAskedAtMs);
}

/**
 * How far a reading has come, which is never past its own beginning. A record that changed later may be behind the position that was read
 * at that time, so the next reading has to see it.
 */
export function getReachedPosition(
  { entity: { list } }: OpenSide,
  largest: number | null,
  beganAtMs: number,
  before: number | null,
): number | null {
  if (largest === null) return before;
  // A system's own numbers cannot be compared with a clock; their overlap covers the time of a reading.
  const within = list?.cursor?.format === 'number' ? largest : Math.min(largest, beganAtMs);
  return Math.max(within, before ?? within);
}

function findPositions({ entity: { list } }: OpenSide, records: readonly unknown[]): Pick<RecordPage, 'first' | 'largest'> {
  const cursor = list?.cursor;
  if (!cursor) return { first: null, largest: null };
  let first: number | null = null;
  let largest: number | null = null;
  for (const record of records) {
    const place = parsePosition({ of: 'items', ...cursor }, textAt(record, cursor.path));
    if (place === null) continue;
    first ??= place;
    largest = largest === null ? place : Math.max(largest, place);
  }
  return { first, largest };
}
