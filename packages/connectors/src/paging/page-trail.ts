import { isObject } from '../json/json.ts';
import { PagingError } from './paging-error.ts';

/** What a reading remembers about its pages: a few numbers, however many pages there are. It's stored as JSON with the next call. */
export interface PageTrail {
  pages: number;
  /** Entries on all pages so far. */
  entries: number;
  /** Most entries of one page. */
  largest?: number;
  /** Consecutive pages without entries, up to the next one. */
  empty: number;
  /** A hash of the last page, and how many times in a row it was repeated. */
  last?: number;
  same?: number;
  /** A hash of an earlier next page, and how many more pages until it's replaced (Brent's cycle detection). */
  mark?: number;
  left: number;
  lap: number;
}

export const NEW_TRAIL: PageTrail = { pages: 0, entries: 0, empty: 0, left: 1, lap: 1 };

/** A few pages may be empty (Salesforce, searches that filter afterwards). A server with only empty pages is broken. */
const MOST_EMPTY_PAGES = 100;
/**
 * Entries inserted meanwhile may shift a page to the next number. If a page comes this often, the system ignores which one is requested.
 * Numbers and texts may well be the same on several pages.
 */
const MOST_SAME_PAGES = { records: 5, values: 100 };

export function withPage(trail: PageTrail, entries: readonly unknown[]): PageTrail {
  const empty = entries.length === 0 ? trail.empty + 1 : 0;
  const largest = Math.max(trail.largest ?? 0, entries.length);
  return { ...trail, pages: trail.pages + 1, entries: trail.entries + entries.length, largest, empty };
}

/** @throws PagingError if the list returned too many empty pages in a row */
export function requireEntries({ empty }: PageTrail): void {
  if (empty > MOST_EMPTY_PAGES) throw new PagingError(`The list returned ${MOST_EMPTY_PAGES} empty pages in a row.`);
}

/** @throws PagingError if the same entries come again and again */
export function withoutRepetition(trail: PageTrail, entries: readonly unknown[]): PageTrail {
  const { last: before, same: times = 0, ...rest } = trail;
  if (entries.length === 0) return rest;
  const [first, end] = [entries[0], entries.at(-1)];
  const last = computeHash(JSON.stringify([entries.length, first, entries[entries.length >> 1], end]));
  const same = last === before ? times + 1 : 0;
  if (same >= (isObject(first) ? MOST_SAME_PAGES.records : MOST_SAME_PAGES.values)) {
    throw new PagingError('The system keeps returning the same page, so the list can’t be read to its end.');
  }
  return { ...rest, last, ...(same > 0 ? { same } : {}) };
}

/** For pages that the system names. @param next cursor or address of the next page @throws PagingError for a cycle */
export function withNext(trail: PageTrail, next: string): PageTrail {
  const hash = computeHash(next);
  if (hash === trail.mark) throw new PagingError('The system names an earlier page as the next one, so the list never ends.');
  return trail.left > 1 ? { ...trail, left: trail.left - 1 } : { ...trail, mark: hash, lap: trail.lap * 2, left: trail.lap * 2 };
}

/** 53 bits of FNV-like mixing (cyrb53): two pages of a list won't collide by chance. */
function computeHash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (0x1fffff & low) + (high >>> 0);
}
