import type { TimeZone } from '../dates/time-zone.ts';

/** Where a schedule's fires are counted from. */
export interface Anchor {
  startMs: number;
  /** The local time of the first fire; days, months and years are counted from it. */
  wallMs: number;
  frequency: number;
  zone: TimeZone;
}

/** How one kind of period counts. Fires never go backwards as their number grows; two may have the same instant. */
export interface Period {
  /** @param index 1, 2, 3 … for the fires after the first; NaN past the range of dates. */
  fire(anchor: Anchor, index: number): number;
  /** Number of a fire that is certainly not after this instant, close to the last such one; below 1 for the first. */
  indexUpTo(anchor: Anchor, instantMs: number): number;
}
