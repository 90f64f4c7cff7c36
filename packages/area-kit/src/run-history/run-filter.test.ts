import { expect, it } from 'vitest';
import { asStatus, type RunFilter, runQueryOf } from './run-filter.ts';

const none: RunFilter = {
  userEmail: '',
  workflowId: '',
  status: '',
  started: '',
  startedFrom: '',
  startedTo: '',
  tag: '',
  withoutTests: '',
};
const clock = { nowMs: Date.UTC(2026, 2, 1), timeZone: 'UTC' };

it('takes from the address only what the call accepts', () => {
  expect(asStatus('Failed')).toBe('Failed');
  expect(asStatus('FinishedWithErrors')).toBe('FinishedWithErrors');
  expect(asStatus('failed')).toBeUndefined();
  expect(asStatus('constructor')).toBeUndefined();
});

it('requests one page of the person’s own runs, or of everyone’s (RUN-07, RUN-08)', () => {
  expect(runQueryOf('own', none, 1, clock)).toEqual({ isAdmin: false, pageIndex: 0, pageSize: 10 });
  expect(runQueryOf('everyone', none, 3, clock)).toEqual({ isAdmin: true, pageIndex: 2, pageSize: 10 });
});

it('leaves out unset filters, and the owner when searching one’s own runs', () => {
  const filter = { ...none, userEmail: 'ada', workflowId: 'w1', status: 'Failed', started: '24h' };
  const expected = { workflowId: 'w1', workflowInstanceStatus: 'Failed', workflowStartedAtStart: '2026-02-28T00:00:00.000Z' };
  expect(runQueryOf('everyone', filter, 1, clock)).toMatchObject({ ...expected, userEmail: 'ada' });
  expect(runQueryOf('own', filter, 1, clock)).toMatchObject(expected);
  expect(runQueryOf('own', filter, 1, clock)).not.toHaveProperty('userEmail');
  expect(runQueryOf('own', { ...filter, status: 'failed' }, 1, clock)).not.toHaveProperty('workflowInstanceStatus');
});

it('searches for the beginning of a tag, or for a quoted tag exactly, among one’s own runs and everyone’s', () => {
  expect(runQueryOf('own', { ...none, tag: 'A-10' }, 1, clock)).toMatchObject({ tagValue: 'A-10' });
  expect(runQueryOf('own', { ...none, tag: 'A-10' }, 1, clock)).not.toHaveProperty('isTagExact');
  expect(runQueryOf('own', { ...none, tag: '"A-10"' }, 1, clock)).toMatchObject({ tagValue: 'A-10', isTagExact: true });
  expect(runQueryOf('everyone', { ...none, tag: 'A-10' }, 1, clock)).toMatchObject({ tagValue: 'A-10', isAdmin: true });
});
