import { MINUTE_MS } from '@portage/primitives/durations';
import { describe, expect, test } from 'vitest';
import { NO_PACING, slowDown, takeSlot } from './pacing.ts';

/** When each of this many simultaneous calls may start. */
function waits(state: typeof NO_PACING, nowMs: number, count: number, longestWaitMs = 20_000): number[] {
  let current = state;
  return Array.from({ length: count }, () => {
    const { state: next, waitMs } = takeSlot(current, nowMs, longestWaitMs);
    current = next;
    return waitMs;
  });
}

describe('pacing', () => {
  test('delays no calls until the system asks to wait', () => {
    expect(waits(NO_PACING, 0, 3)).toEqual([0, 0, 0]);
  });

  test('waits as long as the system asks, then sends calls one after another', () => {
    const state = slowDown(NO_PACING, 3_000, 0);
    expect(waits(state, 1_000, 3)).toEqual([2_000, 2_050, 2_100]);
  });

  test('waits a second if the system names no time, and longer each time it complains again', () => {
    const once = slowDown(NO_PACING, null, 0);
    expect(takeSlot(once, 0, 20_000).waitMs).toBe(1_000);
    const often = [5_000, 10_000, 15_000, 20_000, 25_000].reduce((state, atMs) => slowDown(state, null, atMs), once);
    expect(takeSlot(often, 25_000, 60_000).waitMs).toBeGreaterThan(2_000);
    expect(often.spacingMs).toBeGreaterThan(once.spacingMs);
  });

  test('counts complaints about concurrent calls once', () => {
    const state = [0, 10, 20, 30].reduce((sofar, atMs) => slowDown(sofar, 1_000, atMs), NO_PACING);
    expect(state.spacingMs).toBe(50);
    expect(state.pausedUntilMs).toBe(1_030);
  });

  test('gives no slot to a call that would wait too long', () => {
    const state = slowDown(NO_PACING, 10 * MINUTE_MS, 0);
    expect(waits(state, 0, 3)).toEqual([10 * MINUTE_MS, 10 * MINUTE_MS, 10 * MINUTE_MS]);
  });

  test('eases when the system stops complaining', () => {
    const state = slowDown(slowDown(NO_PACING, 0, 0), 0, 2_000);
    expect(state.spacingMs).toBe(100);
    expect(takeSlot(state, 2_000 + 35_000, 20_000).state.spacingMs).toBe(50);
    expect(waits(state, 2_000 + 5 * MINUTE_MS, 3)).toEqual([0, 0, 0]);
  });

  test('never stops a connector for longer than a day', () => {
    expect(slowDown(NO_PACING, 400 * 24 * 60 * MINUTE_MS, 0).pausedUntilMs).toBe(24 * 60 * MINUTE_MS);
  });
});
