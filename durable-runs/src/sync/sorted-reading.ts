import { findRestartPosition, type SortedReading } from '@portage/connectors/events';
import type { FlowDefinition } from '@portage/sync';
import type { OperationCall } from '../operations/operation-request.ts';
import type { OpenSide } from './entity-calls.ts';
import { firstCall, type RecordPage } from './read-records.ts';

/** The reading of a list since it last started over. */
export type ReadSoFar = Omit<SortedReading, 'beganAt'>;

/**
 * Systems give whole seconds, and may omit the very position that they are asked for. The cursor's own overlap is for the next sync: here
 * it would cause a busy list to be read many times over.
 */
const MOST_OVERLAP_SECONDS = 2;

/**
 * Where a reading continues after a page. If a record changes while a list sorted by change is read by numbered pages, it moves
 * to the list's end. The records behind its old position move up by one, and one of them moves onto a page that was already read.
 * So, like a reading of events, the reading starts over at the position it has reached whenever the next page could lack a record
 * that no later reading would see.
 */
export function nextCall(
  side: OpenSide,
  flow: Pick<FlowDefinition, 'source'>,
  page: RecordPage,
  before: ReadSoFar,
  beganAtMs: number,
): { call: OperationCall | null; read: ReadSoFar } {
  const { list } = side.entity;
  const read = { from: before.from, first: before.first ?? page.first, largest: larger(before.largest, page.largest) };
  if (!page.next || !page.isNumbered || !list?.cursor?.isSorted) return { call: page.next, read };
  const { cursor } = list;
  const overlapSeconds = Math.min(cursor.overlapSeconds, MOST_OVERLAP_SECONDS);
  const from = findRestartPosition({ of: 'items', ...cursor, overlapSeconds }, before.largest, { ...read, beganAt: beganAtMs });
  if (from === null) return { call: page.next, read };
  const narrowed: OpenSide = { ...side, entity: { ...side.entity, list: { ...list, cursor: { ...cursor, overlapSeconds } } } };
  return { call: firstCall(narrowed, flow, from, beganAtMs), read: { from, first: null, largest: null } };
}

function larger(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.max(left, right);
}
