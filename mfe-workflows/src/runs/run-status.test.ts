import { runStatuses } from '@portage/contracts';
import { describe, expect, it } from 'vitest';
import { isInProgress, toneOfHttpStatus } from './run-status.ts';

describe('run status', () => {
  it('counts scheduled, running and delayed runs as in progress (ENG-03)', () => {
    expect(runStatuses.filter(isInProgress)).toEqual(['Scheduled', 'InProgress', 'Delayed']);
  });

  it.each([
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
