import { DAY_MS } from '@portage/primitives/durations';
import type { Period } from './period.ts';

/** Days and weeks of the zone's calendar: fires have the same clock time, so a day may have 23 or 25 hours. @param days in one unit */
export function dayPeriod(days: number): Period {
  return {
    fire: ({ wallMs, frequency, zone }, index) => zone.instantOf(wallMs + index * frequency * days * DAY_MS),
    // Clock times that were already shown are past, at least for the first time.
    indexUpTo: ({ wallMs, frequency, zone }, instantMs) => Math.floor((zone.wallOf(instantMs) - wallMs) / (frequency * days * DAY_MS)),
  };
}
