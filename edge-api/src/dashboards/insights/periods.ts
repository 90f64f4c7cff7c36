import type { InsightPeriod } from '@portage/contracts';
import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';

export interface Stretch {
  byHour: boolean;
  /** Starts of the hours or days shown, oldest first; the last is the current one. */
  starts: Date[];
  /** Starts of the preceding stretch of the same length. */
  startsBefore: Date[];
}

const COUNTS: Record<InsightPeriod, number> = { '24h': 24, '7d': 7, '30d': 30 };

/** The hours or days (UTC) of a period up to now. */
export function computeStretch(period: InsightPeriod, now: Date): Stretch {
  const byHour = period === '24h';
  const unitMs = byHour ? HOUR_MS : DAY_MS;
  const count = COUNTS[period];
  const lastMs = Math.floor(now.getTime() / unitMs) * unitMs;
  const all = Array.from({ length: 2 * count }, (_, at) => new Date(lastMs - (2 * count - 1 - at) * unitMs));
  return { byHour, startsBefore: all.slice(0, count), starts: all.slice(count) };
}
