import { askedFrom, type ItemsCursor } from './reading-cursor.ts';

/** A reading of a sorted list, from one place on. */
export interface SortedReading {
  /** The place that it was asked for; null: the beginning of the list. */
  from: number | null;
  /** The first place that came, and the largest so far. */
  first: number | null;
  largest: number | null;
  /** When it began, by the system's clock. */
  beganAt: number | null;
}

/**
 * A list that is read by numbered pages shifts meanwhile, and an item that moves over the border of two pages is missed. As long
 * as everything read so far lies within the overlap, the next reading sees the item again. Beyond that, the reading starts over at
 * the place it has reached, instead of asking for the next page.
 *
 * @param before the largest place before this page
 * @returns where to start over; null: the next page can be asked for
 */
export function placeToStartOver(cursor: ItemsCursor, before: number | null, reading: SortedReading): number | null {
  const { from, first } = reading;
  const largest = placeWithin(cursor, reading.largest, reading);
  if (largest === null || first === null || askedFrom(cursor, largest) < first) return null;
  const reached = from ?? Number.NEGATIVE_INFINITY;
  const earlier = placeWithin(cursor, before, reading);
  if (earlier !== null && earlier > reached) return earlier;
  return largest > reached ? largest : null;
}

/** A place no later than the beginning of the reading, because more items of later times may still come. */
export function placeWithin({ format }: ItemsCursor, place: number | null, { beganAt }: Pick<SortedReading, 'beganAt'>): number | null {
  return place === null || beganAt === null || format === 'number' ? place : Math.min(place, beganAt);
}
