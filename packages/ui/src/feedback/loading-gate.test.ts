import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLoadingGate } from './loading-gate.ts';

describe('the loading indicator (CONST-01)', () => {
  const seen: boolean[] = [];
  let gate = createLoadingGate((isVisible) => seen.push(isVisible));

  beforeEach(() => {
    vi.useFakeTimers();
    seen.length = 0;
    gate = createLoadingGate((isVisible) => seen.push(isVisible));
  });
  afterEach(() => {
    gate.dispose();
    vi.useRealTimers();
  });

  test('does not appear before 100 ms', () => {
    gate.set(true);
    vi.advanceTimersByTime(99);
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual([true]);
  });

  test('never appears for shorter waits', () => {
    gate.set(true);
    vi.advanceTimersByTime(99);
    gate.set(false);
    vi.advanceTimersByTime(10_000);
    expect(seen).toEqual([]);
  });

  test('stays for at least 800 ms once it is visible', () => {
    gate.set(true);
    vi.advanceTimersByTime(100);
    gate.set(false);
    vi.advanceTimersByTime(799);
    expect(seen).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual([true, false]);
  });

  test('disappears at once if it was visible longer', () => {
    gate.set(true);
    vi.advanceTimersByTime(2_000);
    gate.set(false);
    vi.advanceTimersByTime(0);
    expect(seen).toEqual([true, false]);
  });

  test('stays without flickering if the next wait begins while it is visible', () => {
    gate.set(true);
    vi.advanceTimersByTime(200);
    gate.set(false);
    vi.advanceTimersByTime(100);
    gate.set(true);
    vi.advanceTimersByTime(5_000);
    expect(seen).toEqual([true]);
  });
});
