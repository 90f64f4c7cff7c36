import { runStatuses } from '@portage/contracts';
import { describe, expect, test } from 'vitest';
import { toneOfHttpStatus, wentOnAfter } from './run-status.ts';

describe('run status', () => {
  test('distinguishes a failed step after which the run continued from one that may have ended it', () => {
    expect(runStatuses.filter((status) => !wentOnAfter('Failed', status))).toEqual(['Failed']);
    expect(wentOnAfter('Succeeded', 'Succeeded')).toBe(false);
    expect(wentOnAfter('Failed', undefined)).toBe(false);
  });

  test.each([
    [200, 'success'],
    [204, 'success'],
    [299, 'success'],
    [301, 'warning'],
    [404, 'warning'],
    [400, 'danger'],
    [500, 'danger'],
    [100, 'danger'],
  ] as const)('shows HTTP status %i as %s (RUN-14)', (statusCode, tone) => {
    expect(toneOfHttpStatus(statusCode)).toBe(tone);
  });
});
