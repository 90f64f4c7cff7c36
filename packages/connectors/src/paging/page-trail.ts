import { isObject } from '../openapi/json.ts';
import { PagingError } from './paging-error.ts';

/** What a reading remembers of its pages, in a few numbers however many there are. As JSON it is kept with the next call. */
export interface PageTrail {
  pages: number;
  /** Entries of all pages. */
  entries: number;
  /** Pages without entries right before the next one. */
  empty: number;
  /** The page before, in short, and how many times in a row it came again. */
  last?: number;
  same?: number;
  /** A page that was named before, and after how many more another one is remembered instead (Brent's way to find a circle). */
  mark?: number;
  left: number;
  lap: number;
}

export const NEW_TRAIL: PageTrail = { pages: 0, entries: 0, empty: 0, left: 1, lap: 1 };

/** A few pages may be empty (Salesforce, searches that filter afterwards); a server that has nothing but more pages is broken. */
const MOST_EMPTY_PAGES = 100;
/** Entries that are put in while the list is read move a page to the next number; the same page many times is a system that ignores the number. */
const MOST_SAME_PAGES = 5;

/** The trail with one page more. */
export function withPage(trail: PageTrail, entries: readonly unknown[]): PageTrail {
  const empty = entries.length === 0 ? trail.empty + 1 : 0;
  return { ...trail, pages: trail.pages + 1, entries: trail.entries + entries.length, empty };
}

/** @throws PagingError where the list gave nothing but empty pages for too long */
export function requireEntries({ empty }: PageTrail): void {
  if (empty > MOST_EMPTY_PAGES) throw new PagingError(`The list gave ${MOST_EMPTY_PAGES} pages without items one after the other.`);
}

/** Of pages that are asked for by number. @throws PagingError for the same entries again and again */
export function withoutRepetition(trail: PageTrail, entries: readonly unknown[]): PageTrail {
  const { last: before, same: times = 0, ...rest } = trail;
  const [first, end] = [entries[0], entries.at(-1)];
  // Numbers and texts may well be the same on two pages.
  if (!isObject(first)) return rest;
  const last = hashOf(JSON.stringify([entries.length, first, entries[entries.length >> 1], end]));
  const same = last === before ? times + 1 : 0;
  if (same >= MOST_SAME_PAGES)
    throw new PagingError('The system gives the same page again and again, so the list can’t be read to its end.');
  return { ...rest, last, ...(same > 0 ? { same } : {}) };
}

/** Of pages that the system names. @param next cursor or address of the next one @throws PagingError for a circle */
export function withNext(trail: PageTrail, next: string): PageTrail {
  const hash = hashOf(next);
  if (hash === trail.mark) throw new PagingError('The system names a page as the next one that was read before, so the list has no end.');
  return trail.left > 1 ? { ...trail, left: trail.left - 1 } : { ...trail, mark: hash, lap: trail.lap * 2, left: trail.lap * 2 };
}

/** 53 bits of FNV-like mixing (cyrb53): two pages of one list don't share one by chance. */
function hashOf(text: string): number {
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
