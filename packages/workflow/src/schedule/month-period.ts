import { DAY_MS } from '@portage/primitives/durations';
import type { Period } from './period.ts';

/**
 * Months and years of the zone's calendar. The day is the start's; a month without that day uses its last one (31 January, 28 February, 31
 * March; 29 February, then 28 February until the next leap year).
 *
 * @param months months in one unit.
 */
export function monthPeriod(months: number): Period {
  return {
    fire: ({ wallMs, frequency, zone }, index) => zone.instantOf(addMonths(wallMs, index * frequency * months)),
    indexUpTo({ wallMs, frequency, zone }, instantMs) {
      const passed = countMonths(zone.wallOf(instantMs)) - countMonths(wallMs);
      return Math.floor(passed / (frequency * months)) - 1;
    },
  };
}

/** Months since year 0. */
function countMonths(wallMs: number): number {
  const date = new Date(wallMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function addMonths(wallMs: number, months: number): number {
  const start = new Date(wallMs);
  const dayStart = (year: number, month: number, day: number) => new Date(0).setUTCFullYear(year, month, day);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const lastDay = new Date(dayStart(year, month + 1, 0)).getUTCDate();
  const timeMs = ((wallMs % DAY_MS) + DAY_MS) % DAY_MS;
  return dayStart(year, month, Math.min(start.getUTCDate(), lastDay)) + timeMs;
}
