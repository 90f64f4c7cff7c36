import { expect, test } from 'vitest';
import { failureText, runFacts } from './run-facts.ts';

const failed = { status: 'Failed' as const, failedStep: 'send', errorMessage: 'The server responded with 503.\nat line 2' };

test('shows why a run failed in one line, with its step', () => {
  expect(failureText(failed)).toBe('send: The server responded with 503.');
  expect(failureText({ ...failed, failedStep: null })).toBe('The server responded with 503.');
  expect(failureText({ ...failed, errorMessage: null })).toBe('send');
  expect(failureText({ ...failed, errorMessage: null, failedStep: null })).toBeNull();
  expect(failureText({ ...failed, status: 'Succeeded' })).toBeNull();
  expect(failureText({ ...failed, errorMessage: 'x'.repeat(500) })).toHaveLength(160);
});

test('shows how long a run took and what started it', () => {
  const run = {
    startedAt: '2026-03-01T00:00:00.000Z',
    finishedAt: '2026-03-01T00:00:01.200Z',
    startedBy: 'Webhook' as const,
    isTest: true,
  };
  expect(runFacts(run)).toBe('took 1.2 s · webhook · test');
  expect(runFacts({ ...run, isOfDraft: true })).toBe('took 1.2 s · webhook · test of the draft');
  // Continued after a day, which doesn't count as run time.
  const continued = { ...run, finishedAt: '2026-03-02T00:00:01.200Z', stoodFailedMs: 86_400_000 };
  expect(runFacts(continued)).toBe('took 1.2 s · webhook · test');
  expect(runFacts({ ...run, finishedAt: null, isTest: false, startedBy: 'Rerun' })).toBe('re-run');
  expect(runFacts({ ...run, finishedAt: null, isTest: false, startedBy: null })).toBe('');
});
