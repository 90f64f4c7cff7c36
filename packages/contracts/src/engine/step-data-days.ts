import { DAY_MS } from '@portage/primitives/durations';

const DEFAULT_DAYS = 30;

/** How long ended runs' step data is stored. A typing error in STEP_DATA_DAYS counts as not set: it must not delete data. */
export function parseStepDataRetentionMs(stepDataDays: string | undefined): number {
  const days = Number(stepDataDays || DEFAULT_DAYS);
  return (days > 0 && Number.isFinite(days) ? days : DEFAULT_DAYS) * DAY_MS;
}
