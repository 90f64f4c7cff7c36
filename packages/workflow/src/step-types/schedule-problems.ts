import { parseIsoDate } from '../dates/iso-date.ts';
import { isTimeZone } from '../dates/time-zone.ts';
import type { SchedulePeriod } from '../model/values.ts';
import type { Schedule } from './trigger-schema.ts';

export interface ScheduleProblem {
  field: keyof Schedule;
  message: string;
}

const MOST_YEARS = 100;
const MOST_DAYS = 365 * MOST_YEARS;
/** Anything longer is a typing error, and its dates soon exceed the range of dates. */
const MOST_FREQUENCY: Record<Exclude<SchedulePeriod, 'OneTime'>, number> = {
  Minute: MOST_DAYS * 24 * 60,
  Hour: MOST_DAYS * 24,
  Day: MOST_DAYS,
  Week: 52 * MOST_YEARS,
  Month: 12 * MOST_YEARS,
  Year: MOST_YEARS,
};

/** @returns why a schedule is invalid (spec STEP-26); empty: `scheduleRule` reads it. */
export function scheduleProblems(schedule: Schedule): ScheduleProblem[] {
  const { frequency = 1, period, startAt, timeZone } = schedule;
  const problems: ScheduleProblem[] = [];
  if (period !== 'OneTime') {
    const most = MOST_FREQUENCY[period];
    if (!(Number.isInteger(frequency) && frequency >= 1)) {
      problems.push({ field: 'frequency', message: 'Frequency must be a whole number of at least 1' });
    } else if (frequency > most) {
      const message = `Frequency must be at most ${most.toLocaleString('en')}: runs are at most ${MOST_YEARS} years apart`;
      problems.push({ field: 'frequency', message });
    }
  }
  if (startAt?.trim() && parseIsoDate(startAt) === null) {
    problems.push({ field: 'startAt', message: 'Start must be a date and time such as 2026-11-21T09:00:00Z' });
  }
  if (timeZone && !isTimeZone(timeZone)) problems.push({ field: 'timeZone', message: `There is no time zone "${timeZone}"` });
  return problems;
}
