import type { OwnerId, StartQuota } from '@portage/contracts';
import type { AlertEvent } from '@portage/database';
import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';
import type { StartWindows } from './start-windows.ts';

const NEARLY = 0.8;

export interface QuotaWarning {
  ownerUserId: OwnerId;
  period: 'day' | 'minute';
  starts: number;
  limit: number;
  atMs: number;
}

/** The last day, and the hour of the last minute, that a warning was sent for. */
export interface QuotaWarned {
  day: number;
  hour: number;
}

/** Warns once per day about the daily quota, and once an hour about the minute quota. */
export function collectWarnings(
  ownerUserId: OwnerId,
  { startsInDay, startsInMinute, day }: StartWindows,
  { maxPerDay, maxPerMinute }: StartQuota,
  before: QuotaWarned | null,
  nowMs: number,
): { warnings: QuotaWarning[]; warned: QuotaWarned } {
  const warned = { day: before?.day ?? -1, hour: before?.hour ?? -1 };
  const warnings: QuotaWarning[] = [];
  const hour = Math.floor(nowMs / HOUR_MS);
  if (isNearlyUsedUp(startsInDay, maxPerDay) && warned.day !== day) {
    warned.day = day;
    warnings.push({ ownerUserId, period: 'day', starts: startsInDay, limit: maxPerDay ?? 0, atMs: nowMs });
  }
  if (isNearlyUsedUp(startsInMinute, maxPerMinute) && warned.hour !== hour) {
    warned.hour = hour;
    warnings.push({ ownerUserId, period: 'minute', starts: startsInMinute, limit: maxPerMinute ?? 0, atMs: nowMs });
  }
  return { warnings, warned };
}

export function eventOfWarning({ ownerUserId, period, starts, limit, atMs }: QuotaWarning): AlertEvent {
  const window = period === 'day' ? Math.floor(atMs / DAY_MS) : Math.floor(atMs / HOUR_MS);
  const share = Math.floor((100 * starts) / limit);
  const rest = period === 'day' ? 'The next day begins at midnight UTC.' : 'Starts beyond it are refused until the next minute.';
  return {
    ownerUserId,
    kind: 'QuotaNear',
    groupKey: `QuotaNear:${period}:${window}`,
    name: `${limit.toLocaleString('en')} run${limit === 1 ? '' : 's'} a ${period}`,
    message: `${starts.toLocaleString('en')} of ${limit.toLocaleString('en')} runs (${share} %) have started in this ${period}. ${rest}`,
    at: new Date(atMs),
  };
}

function isNearlyUsedUp(starts: number, limit: number | null): boolean {
  return limit !== null && limit > 0 && starts >= Math.ceil(limit * NEARLY);
}
