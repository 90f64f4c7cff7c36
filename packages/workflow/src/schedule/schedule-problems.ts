import { parseIsoDate } from '../dates/iso-date.ts';
import { isTimeZone } from '../dates/time-zone.ts';
import type { Schedule } from '../step-types/trigger-schema.ts';

export interface ScheduleProblem {
  field: keyof Schedule;
  message: string;
}

/** @returns why a schedule cannot be kept (spec STEP-26); empty: `scheduleRule` reads it. */
export function scheduleProblems(schedule: Schedule): ScheduleProblem[] {
  const { frequency = 1, period, startAt, timeZone } = schedule;
  const problems: ScheduleProblem[] = [];
  if (period !== 'OneTime' && !(Number.isInteger(frequency) && frequency >= 1)) {
    problems.push({ field: 'frequency', message: 'Frequency must be a whole number of at least 1' });
  }
  if (startAt?.trim() && parseIsoDate(startAt) === null) {
    problems.push({ field: 'startAt', message: 'Start must be a date and time such as 2026-11-21T09:00:00Z' });
  }
  if (timeZone && !isTimeZone(timeZone)) problems.push({ field: 'timeZone', message: `There is no time zone "${timeZone}"` });
  return problems;
}
