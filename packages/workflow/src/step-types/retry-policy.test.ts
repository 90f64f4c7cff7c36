import { expect, test } from 'vitest';
import { checkFailureOptions } from './check-failure-options.ts';
import { type RetryOptions, readRetryPolicy, retryPauseMs } from './retry-policy.ts';

function problems(step: RetryOptions): string[] {
  const found: string[] = [];
  checkFailureOptions(step, (field) => found.push(field));
  return found;
}

test('a step without retry has no policy, whatever else it says', () => {
  expect(readRetryPolicy({})).toBeNull();
  expect(readRetryPolicy({ useRetry: false, retryAttempts: 5 })).toBeNull();
});

test('a step that only says Use Retry is tried three times, one and three seconds apart', () => {
  const policy = readRetryPolicy({ useRetry: true });
  expect(policy).toMatchObject({ retryAttempts: 3, retryFailures: ['Connection', 'Timeout', 'Status'] });
  expect(policy && [1, 2].map((attempt) => retryPauseMs(policy, attempt))).toEqual([1_000, 3_000]);
});

test.each([
  ['Fixed', [5_000, 5_000, 5_000]],
  ['Doubling', [5_000, 10_000, 20_000]],
  ['Tripling', [5_000, 15_000, 45_000]],
] as const)('pauses of growth %s', (retryGrowth, pauses) => {
  const policy = readRetryPolicy({ useRetry: true, retryPauseSeconds: 5, retryGrowth });
  expect(policy && [1, 2, 3].map((attempt) => retryPauseMs(policy, attempt))).toEqual(pauses);
});

test.each<[RetryOptions, string[]]>([
  [{ retryAttempts: 1 }, ['retryAttempts']],
  [{ retryAttempts: 11 }, ['retryAttempts']],
  [{ retryAttempts: 2.5 }, ['retryAttempts']],
  [{ retryPauseSeconds: 0.5 }, ['retryPauseSeconds']],
  [{ retryPauseSeconds: 3_601 }, ['retryPauseSeconds']],
  [{ retryFailures: [] }, ['retryFailures']],
  [{ retryAttempts: 2, retryPauseSeconds: 1, retryGrowth: 'Fixed', retryFailures: ['Any'] }, []],
  [{ retryAttempts: 10, retryPauseSeconds: 3_600 }, []],
])('%j has problems with %j, and none while retries are off', (options, fields) => {
  expect(problems({ ...options, useRetry: true })).toEqual(fields);
  expect(problems(options)).toEqual([]);
});
