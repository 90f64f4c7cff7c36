import {
  askedFrom,
  capPosition,
  cursorText,
  type EventReading,
  findRestartPosition,
  firstAt,
  readItem,
  sheetRows,
  textAt,
} from '@portage/connectors/events';
import type { ExtractedOperation } from '@portage/connectors/openapi';
import { type Page, saysMore } from '@portage/connectors/paging';
import { type CompletedCall, callForEvent, pageAfter, readEventPage, refusedWherePagingFails, valuesOfCall } from './event-call.ts';
import { EventRefused } from './event-refused.ts';
import type { ReadingState, Round, Subscription } from './event-state.ts';
import { fieldsOfSubscription, type SubscriptionPorts } from './subscriptions.ts';

/** Receives the events of a page. A page is stored in one go, together with the poll's progress. */
export interface NewsSink {
  /** @returns false if it was seen before. */
  see(key: string, place: number | null): boolean;
  forgetSeenBefore(place: number): void;
  add(key: string, payload: unknown): void;
}

type ItemsCursor = Extract<EventReading['cursor'], { of: 'items' }>;
type ResponseCursor = Extract<EventReading['cursor'], { of: 'answer' }>;

/** The poll's state after a page. Its `round` is null if the poll is done; `goesOn` means there is more to read at once. */
interface TakenPage {
  state: ReadingState;
  goesOn: boolean;
}

export interface NewsPage {
  asked: Round;
  answer: CompletedCall;
  page: Page;
  /** By the system's own clock, if its response has one. */
  answeredAtMs: number | null;
}

export function newReading(fingerprint: string): ReadingState {
  return {
    fingerprint,
    startedAt: null,
    reached: null,
    cursor: null,
    hasBegun: false,
    round: null,
    lastReadMs: null,
    nextReadMs: null,
    failures: 0,
    message: null,
  };
}

/** Requests the next page. @throws EventRefused */
export async function fetchPage(
  subscription: Subscription,
  reading: EventReading,
  state: ReadingState,
  ports: SubscriptionPorts,
): Promise<NewsPage> {
  const asked: Round = state.round ?? {
    from: state.reached ?? getInitialPosition(reading, ports.nowMs()),
    page: null,
    exact: null,
    beganAt: null,
    first: null,
    largest: null,
  };
  const values = asked.page?.values ?? valuesOfCall(reading, await fieldsOfReading(subscription, reading, state, asked, ports));
  const response = await callForEvent(ports, subscription, reading.operation, values, { url: asked.page?.url ?? null });
  const pageNumber = (asked.page?.trail?.pages ?? 0) + 1;
  // Rows of a sheet are identified by their numbers, other items by an id.
  const isRecords = reading.rows === undefined && reading.idPath !== '';
  const page = await readEventPage(response, { itemsPath: reading.itemsPath, isRecords, pageNumber });
  const date = Date.parse(response.headers.date ?? '');
  return { asked, answer: response, page, answeredAtMs: Number.isNaN(date) ? null : date };
}

/** Instants start now, rows with the first one. The start of ids and cursors isn't known yet. */
function getInitialPosition({ cursor, rows }: EventReading, nowMs: number): number | null {
  if (rows) return 1;
  return cursor.of === 'items' && cursor.format !== 'number' ? nowMs : null;
}

async function fieldsOfReading(
  subscription: Subscription,
  reading: EventReading,
  { cursor }: ReadingState,
  { from, exact }: Round,
  ports: SubscriptionPorts,
) {
  const fields = await fieldsOfSubscription(subscription, reading, ports);
  if (reading.cursor.of === 'answer') return cursor === null ? fields : { ...fields, cursor };
  if (exact !== null) return { ...fields, cursor: cursorText({ ...reading.cursor, overlapSeconds: 0 }, exact) };
  return from === null ? fields : { ...fields, cursor: cursorText(reading.cursor, from) };
}

/**
 * Processes a page: new items go into the sink.
 *
 * @throws EventRefused for a next page that must not be requested
 */
export function takePage(reading: EventReading, state: ReadingState, page: NewsPage, sink: NewsSink, nowMs: number): TakenPage {
  const { answer } = page;
  const list = page.page.items;
  const firstRow = page.asked.exact ?? page.asked.from ?? 1;
  if (reading.rows && list.length === 0 && firstRow > 1) return { state: recounted(state, sink), goesOn: true };
  const items = reading.rows ? sheetRows(list, headersIn(answer.body, reading.rows), firstRow) : list;
  const taking: Taking = { reading, before: state, page, items, sink, nowMs };
  return reading.cursor.of === 'answer' ? takeByResponse(reading.cursor, taking) : takeByItems(reading.cursor, taking);
}

interface Taking {
  reading: EventReading;
  before: ReadingState;
  page: NewsPage;
  items: readonly unknown[];
  sink: NewsSink;
  nowMs: number;
}

function headersIn(body: unknown, { headersPath }: NonNullable<EventReading['rows']>): unknown {
  return headersPath === undefined ? undefined : (firstAt(body, headersPath) ?? []);
}

/** The last known row is gone: counts the remaining rows again. Only rows below them are new. */
export function recounted(state: ReadingState, sink: Pick<NewsSink, 'forgetSeenBefore'>): ReadingState {
  sink.forgetSeenBefore(Number.MAX_SAFE_INTEGER);
  return { ...state, reached: null, hasBegun: false, round: null };
}

function takeByItems(cursor: ItemsCursor, { reading, before, page, items, sink, nowMs }: Taking): TakenPage {
  const { asked, answer, answeredAtMs } = page;
  const isFirst = !before.hasBegun;
  // Reading starts at the system's own time, from its first response: the clocks may differ.
  const isTimed = cursor.format !== 'number';
  const startedAt = before.startedAt ?? (asked.from === null || !isTimed ? null : (answeredAtMs ?? asked.from));
  const isSkipped = isFirst && !isTimed && reading.first === 'skip';
  let largest = asked.largest;
  let isAscending = true;
  let last: number | null = null;
  for (const item of items) {
    const read = readItem(reading, item);
    if (!read) continue;
    if (read.at !== null) {
      if (last !== null && read.at < last) isAscending = false;
      last = read.at;
      largest = Math.max(largest ?? read.at, read.at);
    }
    if (startedAt !== null && read.at !== null && read.at < startedAt) continue;
    if (sink.see(read.key, read.at) && !isSkipped) sink.add(read.key, item);
  }
  const state = { ...before, startedAt, lastReadMs: nowMs };
  const next = pageAfter(answer, page.page, asked.page);
  const beganAt = asked.beganAt ?? answeredAtMs ?? nowMs;
  const round: Round = { ...asked, beganAt, first: asked.first ?? findFirstPosition(reading, items), largest, page: next };
  const from = next && isAscending && isNumbered(answer.operation) ? findRestartPosition(cursor, asked.largest, round) : null;
  if (next && from === null) return { state: { ...state, round }, goesOn: true };
  const onward = next ? null : findUnpagedPosition(cursor, answer.operation, round, last);
  if (onward !== null) return { state: { ...state, round: { ...round, page: null, exact: onward } }, goesOn: true };
  const known = before.reached ?? startedAt;
  // Items that turned up behind the current position during the poll are found next time.
  const largestRead = from ?? capPosition(cursor, largest, round);
  const reached = largestRead === null ? known : Math.max(largestRead, known ?? largestRead);
  if (reached !== null) sink.forgetSeenBefore(askedFrom(cursor, reached));
  return { state: { ...state, reached, round: null, hasBegun: from === null || before.hasBegun }, goesOn: from !== null };
}

function findFirstPosition(reading: EventReading, items: readonly unknown[]): number | null {
  for (const item of items) {
    const at = readItem(reading, item)?.at ?? null;
    if (at !== null) return at;
  }
  return null;
}

/**
 * An endpoint without pages may truncate its response. This asks again from the last item, without the overlap window, which could
 * otherwise fill the response again and again.
 *
 * @returns null: nothing more can come
 */
function findUnpagedPosition(
  cursor: ItemsCursor,
  { paging }: ExtractedOperation,
  { from, exact }: Round,
  last: number | null,
): number | null {
  if (paging || last === null) return null;
  const plain = { ...cursor, overlapSeconds: 0 };
  const asked = exact !== null ? askedFrom(plain, exact) : from === null ? Number.NEGATIVE_INFINITY : askedFrom(cursor, from);
  return askedFrom(plain, last) > asked ? last : null;
}

function takeByResponse({ path, hasMorePath }: ResponseCursor, { reading, before, page, items, sink, nowMs }: Taking): TakenPage {
  const { answer } = page;
  const said = textAt(answer.body, path);
  const hasMore =
    hasMorePath === undefined ? items.length > 0 : refusedWherePagingFails(() => saysMore(firstAt(answer.body, hasMorePath)) === true);
  const isStuck = hasMorePath !== undefined && hasMore && (said ?? before.cursor) === before.cursor;
  if ((said === null && items.length > 0) || isStuck) throw new EventRefused(cursorProblem(path, said, items), { retryable: true });
  const cursor = said ?? before.cursor;
  const isSkipped = !before.hasBegun && reading.first === 'skip';
  for (const [at, item] of items.entries()) {
    // The cursor alone says what is new. If it didn't move, the position in the list would prove nothing.
    const key = `${before.cursor ?? ''}/${at}/${textAt(item, reading.idPath) ?? ''}`;
    if (cursor !== before.cursor && !isSkipped) sink.add(key, item);
  }
  const goesOn = hasMore && cursor !== before.cursor;
  return { state: { ...before, cursor, round: null, lastReadMs: nowMs, hasBegun: before.hasBegun || !goesOn }, goesOn };
}

/** Without a new cursor, there is no telling which items of the next response are new. */
function cursorProblem(path: string, said: string | null, items: readonly unknown[]): string {
  const what =
    said === null && items.length > 0 ? `has items, but no cursor at “${path}”` : 'says that more follows, but names no other cursor';
  return `The response ${what}, so its items can’t be read. The next poll asks again.`;
}

function isNumbered({ paging }: ExtractedOperation): boolean {
  return paging?.style === 'page' || paging?.style === 'offset';
}
