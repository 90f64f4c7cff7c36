import { describe, expect, it } from 'vitest';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { runCrashSeries } from './crash-series.ts';

describe('the Workers runtime killed at random', { retry: 0 }, () => {
  it('HOSTILE 1: ten kills in sixty mixed runs lose no run, failure or answer, start no called run twice, repeat no finished step and change no idempotency key', {
    timeout: 600_000,
  }, async () => {
    const report = await runCrashSeries({
      runs: 60,
      kills: 10,
      seed: 7,
      killEverythingEvery: 5,
      makeDataDir: () => startedDataDir(),
      log: () => {},
    });
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
      failureStartsLost: 0,
      approvalsTakenTwice: 0,
      approvalsChanged: 0,
      answersWrong: 0,
      calledRunsWrong: 0,
      callsAfterCancel: 0,
      problems: [],
    });
    expect(report.failures).toBeGreaterThan(3);
    expect(report.approvals).toBeGreaterThan(3);
    expect(report.callers).toBeGreaterThan(7);
    expect(report.callsJournaledAtAKill).toBeGreaterThan(10);
  });
});
