import { DAY_MS } from '@portage/primitives/durations';

const DEFAULT_DAYS = 30;

/**
 * How long step data of ended runs is stored, from the variable STEP_DATA_DAYS (fractions allowed). Anything other than a number above 0
 * counts as not set: a typing error must not delete data.
 */
export function parseStepDataRetentionMs(stepDataDays: string | undefined): number {
  const days = Number(stepDataDays || DEFAULT_DAYS);
  return (days > 0 && Number.isFinite(days) ? days : DEFAULT_DAYS) * DAY_MS;
}
