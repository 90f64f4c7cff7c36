import { MINUTE_MS } from '@portage/primitives/durations';
import type { SchedulePeriod } from '../model/values.ts';
import { dayPeriod } from './day-period.ts';
import { elapsedPeriod } from './elapsed-period.ts';
import { monthPeriod } from './month-period.ts';
import type { Period } from './period.ts';

/** Spec STEP-27; OneTime has only its first fire. */
export const periods: Record<SchedulePeriod, Period | null> = {
  OneTime: null,
  Minute: elapsedPeriod(MINUTE_MS),
  Hour: elapsedPeriod(60 * MINUTE_MS),
  Day: dayPeriod(1),
  Week: dayPeriod(7),
  Month: monthPeriod(1),
  Year: monthPeriod(12),
};
