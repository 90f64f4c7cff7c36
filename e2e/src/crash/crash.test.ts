import { describe, expect, it } from 'vitest';
import { runCrashSeries } from './crash-series.ts';

describe('the Workers runtime killed at random', { retry: 0 }, () => {
  it('HOSTILE 1: ten kills in sixty mixed runs lose no run, repeat no finished step and change no idempotency key', {
    timeout: 600_000,
  }, async () => {
    const report = await runCrashSeries({ runs: 60, kills: 10, seed: 7, killEverythingEvery: 5, log: () => {} });
    expect(report).toMatchObject({
      runs: 60,
      kills: 10,
      killsOfEverything: 2,
      lostRuns: 0,
      startedTwice: 0,
      summariesWrong: 0,
      callsMissing: 0,
      finishedStepsRepeated: 0,
      callsRepeatedWithAnotherKey: 0,
      events: 40,
      eventsLost: 0,
      problems: [],
    });
    expect(report.callsJournaledAtAKill).toBeGreaterThan(50);
  });
});
