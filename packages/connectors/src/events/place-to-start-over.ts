import { askedFrom, type ItemsCursor } from './reading-cursor.ts';

/** A reading of a sorted list, from a position onwards. */
export interface SortedReading {
  /** The position that was requested; null for the beginning of the list. */
  from: number | null;
  /** The first position received, and the largest so far. */
  first: number | null;
  largest: number | null;
  /** When it began, by the system's clock. */
  beganAt: number | null;
}

/**
 * A list that is read by page numbers may shift while it's read, and an item that moves across a page border is missed. As long
 * as everything read so far lies within the overlap, the next reading sees the item again. Beyond that, the reading starts over
 * at the position it has reached, instead of requesting the next page.
 *
 * @param before the largest position before this page
 * @returns where to start over; null if the next page can be requested
 */
export function findRestartPosition(cursor: ItemsCursor, before: number | null, reading: SortedReading): number | null {
  const { from, first } = reading;
  const largest = capPosition(cursor, reading.largest, reading);
  if (largest === null || first === null || askedFrom(cursor, largest) < first) return null;
  const reached = from ?? Number.NEGATIVE_INFINITY;
  const earlier = capPosition(cursor, before, reading);
  if (earlier !== null && earlier > reached) return earlier;
  return largest > reached ? largest : null;
}

/** A position no later than the beginning of the reading, because more items with later times may still arrive. */
export function capPosition({ format }: ItemsCursor, place: number | null, { beganAt }: Pick<SortedReading, 'beganAt'>): number | null {
  return place === null || beganAt === null || format === 'number' ? place : Math.min(place, beganAt);
}
