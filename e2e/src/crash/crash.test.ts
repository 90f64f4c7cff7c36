import { describe, expect, test } from 'vitest';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { faultCounts, runCrashSeries } from './crash-series.ts';

describe('the Workers runtime killed at random', () => {
  test('HOSTILE 1: ten kills in sixty mixed runs lose no run, failure, decision, alert or sync record, start no called run twice, repeat no finished step and change no idempotency key', {
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
      ...Object.fromEntries(faultCounts.map((name) => [name, 0])),
      runs: 60,
      kills: 10,
      killsOfEverything: 2,
      events: 40,
      problems: [],
    });
    expect(report.people).toBeGreaterThan(15);
    expect(report.alerts).toBeGreaterThan(1);
    expect(report.failures).toBeGreaterThan(3);
    expect(report.approvals).toBeGreaterThan(1);
    expect(report.callers).toBeGreaterThan(7);
    expect(report.callsJournaledAtAKill).toBeGreaterThan(10);
  });
});
