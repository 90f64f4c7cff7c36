import { describe, expect, test } from 'vitest';
import { type StartWindows, takeStart } from './start-windows.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 30);
const QUOTA = { maxPerDay: 3, maxPerMinute: 2 };

function starts(times: number[], quota: { maxPerDay: number | null; maxPerMinute: number | null } = QUOTA) {
  let windows: StartWindows | null = null;
  return times.map((nowMs) => {
    const taken = takeStart(windows, quota, nowMs);
    windows = taken.windows;
    return taken.result;
  });
}
const outcomes = (...args: Parameters<typeof starts>) => starts(...args).map(({ outcome }) => outcome);

describe('the count of started runs', () => {
  test('refuses starts beyond the minute’s quota, until the next minute', () => {
    expect(outcomes([NOON, NOON, NOON, NOON + 29_999, NOON + 30_000])).toEqual(['taken', 'taken', 'refused', 'refused', 'taken']);
    expect(starts([NOON, NOON, NOON])[2]).toEqual({
      outcome: 'refused',
      message: 'Your quota of 2 workflow runs a minute is used up, so this run was not started. Please wait a minute.',
      retryAfterSeconds: 30,
    });
  });

  test('refuses starts beyond the day’s quota, until midnight UTC; refused starts don’t count', () => {
    const minutes = [0, 1, 2, 3, 4].map((minute) => NOON + minute * 60_000);
    expect(outcomes([...minutes, Date.UTC(2026, 10, 22) - 1, Date.UTC(2026, 10, 22)])).toEqual([
      'taken',
      'taken',
      'taken',
      'refused',
      'refused',
      'refused',
      'taken',
    ]);
    expect(starts(minutes)[3]).toMatchObject({ retryAfterSeconds: 12 * 3_600 - 210 });
  });

  test('sets no limit without a quota, and allows nothing with a quota of 0', () => {
    expect(outcomes(new Array(50).fill(NOON), { maxPerDay: null, maxPerMinute: null })).toEqual(new Array(50).fill('taken'));
    expect(starts([NOON], { maxPerDay: 0, maxPerMinute: null })[0]).toMatchObject({
      outcome: 'refused',
      message: 'Your quota allows no workflow runs.',
    });
  });

  test('HOSTILE 12: a clock that goes back opens no new window', () => {
    expect(outcomes([NOON, NOON, NOON - 120_000, NOON - 86_400_000])).toEqual(['taken', 'taken', 'refused', 'refused']);
  });
});
