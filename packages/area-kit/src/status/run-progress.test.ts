import { runStatuses } from '@portage/contracts';
import { expect, test } from 'vitest';
import { failedStepsText, isInProgress } from './run-progress.ts';

test('counts scheduled, running and delayed runs as in progress (ENG-03)', () => {
  expect(runStatuses.filter(isInProgress)).toEqual(['Scheduled', 'InProgress', 'Delayed']);
});

test('shows how many steps failed in a run that continued', () => {
  expect([undefined, 0, 1, 1_200].map(failedStepsText)).toEqual([null, null, '1 failure, continued', '1,200 failures, continued']);
});
