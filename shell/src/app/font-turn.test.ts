import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fontTurn, giveFontTurnAfter } from './font-turn.ts';

beforeEach(() => {
  vi.useFakeTimers();
  fontTurn.set(false);
});
afterEach(() => vi.useRealTimers());

test('fonts wait for an area’s first files, also for those that fail', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    fontTurn.set(false);
    const files = Promise.withResolvers<void>();
    const given = giveFontTurnAfter(files.promise);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fontTurn.get()).toBe(false);
    files[end]();
    await given;
    expect(fontTurn.get()).toBe(true);
  }
});

test('fonts wait for at most three seconds', async () => {
  void giveFontTurnAfter(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(2_990);
  expect(fontTurn.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(10);
  expect(fontTurn.get()).toBe(true);
});
