import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { countMonths, shiftMonths } from '../dates/calendar.ts';
import type { SchedulePeriod } from '../model/values.ts';
import type { Period } from './period.ts';

/** Minutes and hours are elapsed time: 90 minutes are 90 minutes, whatever clocks do meanwhile. @param unitMs length of one unit */
function elapsedPeriod(unitMs: number): Period {
  return {
    fire: ({ startMs, frequency }, index) => startMs + index * frequency * unitMs,
    indexUpTo: ({ startMs, frequency }, instantMs) => Math.floor((instantMs - startMs) / (frequency * unitMs)),
  };
}

/** Days and weeks of the zone's calendar: fires have the same clock time, so a day may have 23 or 25 hours. @param days in one unit */
function dayPeriod(days: number): Period {
  return {
    fire: ({ wallMs, frequency, zone }, index) => zone.instantOf(wallMs + index * frequency * days * DAY_MS),
    // Clock times that were already shown are past, at least for the first time.
    indexUpTo: ({ wallMs, frequency, zone }, instantMs) => Math.floor((zone.wallOf(instantMs) - wallMs) / (frequency * days * DAY_MS)),
  };
}

/**
 * Months and years of the zone's calendar. The day is the start's; a month without that day uses its last one (31 January, 28 February, 31
 * March; 29 February, then 28 February until the next leap year).
 *
 * @param months months in one unit.
 */
function monthPeriod(months: number): Period {
  return {
    fire: ({ wallMs, frequency, zone }, index) => zone.instantOf(shiftMonths(wallMs, index * frequency * months)),
    indexUpTo({ wallMs, frequency, zone }, instantMs) {
      const passed = countMonths(zone.wallOf(instantMs)) - countMonths(wallMs);
      return Math.floor(passed / (frequency * months)) - 1;
    },
  };
}

/** Spec STEP-27; OneTime has only its first fire. */
export const periods: Record<SchedulePeriod, Period | null> = {
  OneTime: null,
  Minute: elapsedPeriod(MINUTE_MS),
  Hour: elapsedPeriod(HOUR_MS),
  Day: dayPeriod(1),
  Week: dayPeriod(7),
  Month: monthPeriod(1),
  Year: monthPeriod(12),
};
