import { parseIsoDate } from '../dates/iso-date.ts';
import { timeZone } from '../dates/time-zone.ts';
import type { Schedule } from '../step-types/trigger-schema.ts';
import type { Anchor, Period } from './period.ts';
import { periods } from './periods.ts';

/** A parsed schedule, ready to calculate fires. */
export interface ScheduleRule extends Anchor {
  /** Null: fires once. */
  period: Period | null;
}

const ZONED = /:\d{2}.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/**
 * Parses a schedule that `validateWorkflow` accepts. A start without a zone (`2026-11-21T09:00`) is a time on the schedule's own clock.
 *
 * @param takenUpMs when the schedule is activated: the start if it has none (spec STEP-28, "start now").
 * @throws RangeError for a start that isn't a date, a frequency below 1, or a time zone that doesn't exist.
 */
export function scheduleRule(schedule: Schedule, takenUpMs: number): ScheduleRule {
  const zone = timeZone(schedule.timeZone || 'UTC');
  const frequency = schedule.frequency ?? 1;
  const period = periods[schedule.period];
  if (period && !(Number.isInteger(frequency) && frequency >= 1)) throw new RangeError(`A schedule has no frequency of ${frequency}`);
  const rest = { frequency, zone, period };
  const startAt = schedule.startAt?.trim();
  if (!startAt) return { ...rest, startMs: takenUpMs, wallMs: zone.wallOf(takenUpMs) };
  const written = parseIsoDate(startAt);
  if (written === null) throw new RangeError(`A schedule cannot start at "${startAt}"`);
  return ZONED.test(startAt)
    ? { ...rest, startMs: written, wallMs: zone.wallOf(written) }
    : { ...rest, startMs: zone.instantOf(written), wallMs: written };
}
