import { askedFrom, cursorText, type EventReading, firstAt, listAt, readItem, textAt } from '@portage/connectors/events';
import type { ExtractedOperation } from '@portage/connectors/openapi';
import { itemsOfPage, nextPage, PagingError } from '@portage/connectors/paging';
import { type AnsweredCall, callForEvent, valuesOfCall } from './event-call.ts';
import { EventRefused } from './event-refused.ts';
import type { ReadingState, Round, Subscription } from './event-state.ts';
import { fieldsOfSubscription, type SubscriptionPorts } from './subscriptions.ts';

/** What the news of a page are put into. All of a page is written at once, together with how far the reading has come. */
export interface NewsSink {
  /** @returns false when it was seen before. */
  see(key: string, place: number | null): boolean;
  forgetSeenBefore(place: number): void;
  add(key: string, payload: unknown): void;
}

/** A page as it came. */
export interface NewsPage {
  asked: Round;
  answer: AnsweredCall;
  /** The system's own clock, where it tells. */
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

/** Asks for the next page. @throws EventRefused */
export async function fetchPage(
  subscription: Subscription,
  reading: EventReading,
  state: ReadingState,
  ports: SubscriptionPorts,
): Promise<NewsPage> {
  const asked: Round = state.round ?? { from: state.reached ?? firstPlace(reading, ports.nowMs()), page: null, largest: null };
  const values = asked.page?.values ?? valuesOfCall(reading, await fieldsOfReading(subscription, reading, state, asked, ports));
  const answer = await callForEvent(ports, subscription, reading.operation, values, { url: asked.page?.url ?? null });
  const date = Date.parse(answer.headers.date ?? '');
  return { asked, answer, answeredAtMs: Number.isNaN(date) ? null : date };
}

/** Instants begin now; of ids and cursors nobody knows yet where they stand. */
function firstPlace({ cursor }: EventReading, nowMs: number): number | null {
  return cursor.of === 'items' && cursor.format !== 'number' ? nowMs : null;
}

async function fieldsOfReading(
  subscription: Subscription,
  reading: EventReading,
  { cursor }: ReadingState,
  { from }: Round,
  ports: SubscriptionPorts,
) {
  const fields = await fieldsOfSubscription(subscription, reading, ports);
  if (reading.cursor.of === 'answer') return cursor === null ? fields : { ...fields, cursor };
  return from === null ? fields : { ...fields, cursor: cursorText(reading.cursor, from) };
}

/**
 * Takes a page in: what is new goes into the sink.
 *
 * @returns the reading as it is afterwards; its `round` is null where it is over, `goesOn` where more is to be read at once.
 * @throws EventRefused for a next page that must not be asked
 */
export function takePage(
  reading: EventReading,
  state: ReadingState,
  page: NewsPage,
  sink: NewsSink,
  nowMs: number,
): { state: ReadingState; goesOn: boolean } {
  const { answer } = page;
  const items = reading.itemsPath === undefined ? itemsOfPage(answer.operation, answer.body) : listAt(answer.body, reading.itemsPath);
  return reading.cursor.of === 'answer'
    ? takeByAnswer(reading, reading.cursor, state, page, items, sink, nowMs)
    : takeByItems(reading, reading.cursor, state, page, items, sink, nowMs);
}

function takeByItems(
  reading: EventReading,
  cursor: Extract<EventReading['cursor'], { of: 'items' }>,
  before: ReadingState,
  { asked, answer, answeredAtMs }: NewsPage,
  items: readonly unknown[],
  sink: NewsSink,
  nowMs: number,
): { state: ReadingState; goesOn: boolean } {
  const isFirst = !before.hasBegun;
  // The first answer tells what time it is over there: what happens from then on is news, however far the clocks are apart.
  const startedAt = before.startedAt ?? (asked.from === null ? null : (answeredAtMs ?? asked.from));
  const isSkipped = isFirst && cursor.format === 'number' && reading.first === 'skip';
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
  const next = pageAfter(answer);
  const state = { ...before, startedAt, lastReadMs: nowMs };
  // A list that is read by numbered pages shifts while it is read: its end is reached sooner and safer by asking anew from there.
  const asksAnew =
    next !== null && isAscending && isNumbered(answer.operation) && largest !== null && largest > (asked.from ?? Number.NEGATIVE_INFINITY);
  if (next && !asksAnew) return { state: { ...state, round: { ...asked, largest, page: next } }, goesOn: true };
  const known = before.reached ?? startedAt;
  const reached = largest === null ? known : Math.max(largest, known ?? largest);
  if (reached !== null) sink.forgetSeenBefore(askedFrom(cursor, reached));
  return { state: { ...state, reached, round: null, hasBegun: !asksAnew || before.hasBegun }, goesOn: asksAnew };
}

function takeByAnswer(
  reading: EventReading,
  { path, hasMorePath }: Extract<EventReading['cursor'], { of: 'answer' }>,
  before: ReadingState,
  { answer }: NewsPage,
  items: readonly unknown[],
  sink: NewsSink,
  nowMs: number,
): { state: ReadingState; goesOn: boolean } {
  const cursor = textAt(answer.body, path) ?? before.cursor;
  const isSkipped = !before.hasBegun && reading.first === 'skip';
  for (const [at, item] of items.entries()) {
    // The cursor alone says what is new; where it did not move, the place in the list would tell nothing.
    const key = `${before.cursor ?? ''}/${at}/${textAt(item, reading.idPath) ?? ''}`;
    if (cursor !== before.cursor && !isSkipped) sink.add(key, item);
  }
  const hasMore = hasMorePath === undefined ? items.length > 0 : firstAt(answer.body, hasMorePath) === true;
  const goesOn = hasMore && cursor !== before.cursor;
  return { state: { ...before, cursor, round: null, lastReadMs: nowMs, hasBegun: before.hasBegun || !goesOn }, goesOn };
}

function isNumbered({ paging }: ExtractedOperation): boolean {
  return paging?.style === 'page' || paging?.style === 'offset';
}

function pageAfter({ operation, values, url, headers, body }: AnsweredCall): Round['page'] {
  try {
    const next = nextPage(operation, { values, url }, { headers, body });
    if (next === null) return null;
    return next.kind === 'values' ? { values: next.values, url: null } : { values, url: next.url };
  } catch (error) {
    if (error instanceof PagingError) throw new EventRefused(error.message);
    throw error;
  }
}
