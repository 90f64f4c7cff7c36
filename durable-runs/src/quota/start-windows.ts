import type { StartCounts, StartQuota, TakeStartResult } from '@portage/contracts';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';

/** Starts counted in the current minute and day, in UTC. */
export interface StartWindows {
  minute: number;
  startsInMinute: number;
  day: number;
  startsInDay: number;
}

/**
 * Counts one start (spec ENG-25, ENG-26). A refused start isn't counted. A clock that goes back stays in its window: it opens no
 * new one.
 *
 * @returns the windows to store, and whether the start is allowed.
 */
export function takeStart(
  before: StartWindows | null,
  { maxPerDay, maxPerMinute }: StartQuota,
  nowMs: number,
): { windows: StartWindows; result: TakeStartResult } {
  const windows = windowsAt(before, nowMs);
  const { minute, day } = windows;
  if (maxPerDay !== null && windows.startsInDay >= maxPerDay) {
    return { windows, result: refused(maxPerDay, 'day', (day + 1) * DAY_MS - nowMs) };
  }
  if (maxPerMinute !== null && windows.startsInMinute >= maxPerMinute) {
    return { windows, result: refused(maxPerMinute, 'minute', (minute + 1) * MINUTE_MS - nowMs) };
  }
  return {
    windows: { ...windows, startsInMinute: windows.startsInMinute + 1, startsInDay: windows.startsInDay + 1 },
    result: { outcome: 'taken' },
  };
}

/** The starts that count at an instant. */
export function startsAt(before: StartWindows | null, nowMs: number): StartCounts {
  const { startsInDay, startsInMinute } = windowsAt(before, nowMs);
  return { inDay: startsInDay, inMinute: startsInMinute };
}

function windowsAt(before: StartWindows | null, nowMs: number): StartWindows {
  const minute = Math.max(Math.floor(nowMs / MINUTE_MS), before?.minute ?? 0);
  const day = Math.max(Math.floor(nowMs / DAY_MS), before?.day ?? 0);
  return {
    minute,
    startsInMinute: before?.minute === minute ? before.startsInMinute : 0,
    day,
    startsInDay: before?.day === day ? before.startsInDay : 0,
  };
}

function refused(limit: number, period: 'day' | 'minute', waitMs: number): TakeStartResult {
  const next = period === 'day' ? 'The next can start after midnight UTC.' : 'Please wait a minute.';
  const runs = `${limit.toLocaleString('en')} workflow run${limit === 1 ? '' : 's'} a ${period}`;
  const message =
    limit === 0 ? 'Your quota allows no workflow runs.' : `Your quota of ${runs} is used up, so this run was not started. ${next}`;
  return { outcome: 'refused', message, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
}
