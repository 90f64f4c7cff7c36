import { expect, test } from 'vitest';
import type { RunJob } from './run-job-queries.ts';
import { jobProgress, jobTitle } from './run-job-words.ts';

const job: RunJob = {
  ...{ id: '1', action: 'Continue', status: 'Running', totalCount: 1_200, doneCount: 35, refusedCount: 2 },
  ...{ createdAt: '', finishedAt: null, waitsUntil: null, message: null },
};

test('shows the number of runs, how many are done and how many are left', () => {
  expect(jobTitle(job)).toBe('Re-running 1,200 runs');
  expect(jobProgress(job)).toBe('35 continued, 2 not possible, 1,163 to go');
  expect(jobTitle({ ...job, action: 'Cancel', totalCount: 1, status: 'Finished' })).toBe('Cancelling 1 run is finished');
  expect(jobProgress({ ...job, action: 'Cancel', totalCount: 1, doneCount: 1, refusedCount: 0, status: 'Finished' })).toBe('1 cancelled');
  expect(jobProgress({ ...job, status: 'Stopped' })).toContain('1,163 left as they were');
});
