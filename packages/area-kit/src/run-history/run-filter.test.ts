import { expect, test } from 'vitest';
import { asStatus, buildRunQuery, type RunFilter } from './run-filter.ts';

const none: RunFilter = {
  userEmail: '',
  workflowId: '',
  status: '',
  started: '',
  startedFrom: '',
  startedTo: '',
  content: '',
  tag: '',
  withoutTests: '',
};
const clock = { nowMs: Date.UTC(2026, 2, 1), timeZone: 'UTC' };

test('takes from the address only what the call accepts', () => {
  expect(asStatus('Failed')).toBe('Failed');
  expect(asStatus('FinishedWithErrors')).toBe('FinishedWithErrors');
  expect(asStatus('failed')).toBeUndefined();
  expect(asStatus('constructor')).toBeUndefined();
});

test('requests one page of the person’s own runs, or of everyone’s (RUN-07, RUN-08)', () => {
  expect(buildRunQuery('own', none, 1, clock)).toEqual({ isAdmin: false, pageIndex: 0, pageSize: 10 });
  expect(buildRunQuery('everyone', none, 3, clock)).toEqual({ isAdmin: true, pageIndex: 2, pageSize: 10 });
});

test('leaves out unset filters, and the owner when searching one’s own runs', () => {
  const filter = { ...none, userEmail: 'ada', workflowId: 'w1', status: 'Failed', started: '24h' };
  const expected = { workflowId: 'w1', workflowInstanceStatus: 'Failed', workflowStartedAtStart: '2026-02-28T00:00:00.000Z' };
  expect(buildRunQuery('everyone', filter, 1, clock)).toMatchObject({ ...expected, userEmail: 'ada' });
  expect(buildRunQuery('own', filter, 1, clock)).toMatchObject(expected);
  expect(buildRunQuery('own', filter, 1, clock)).not.toHaveProperty('userEmail');
  expect(buildRunQuery('own', { ...filter, status: 'failed' }, 1, clock)).not.toHaveProperty('workflowInstanceStatus');
});

test('searches one’s own runs, and no one else’s, by what they carried', () => {
  expect(buildRunQuery('own', { ...none, content: 'A-1004' }, 1, clock)).toMatchObject({ content: 'A-1004' });
  expect(buildRunQuery('everyone', { ...none, content: 'A-1004' }, 1, clock)).not.toHaveProperty('content');
});

test('searches for the beginning of a tag, or for a quoted tag exactly, among one’s own runs and everyone’s', () => {
  expect(buildRunQuery('own', { ...none, tag: 'A-10' }, 1, clock)).toMatchObject({ tagValue: 'A-10' });
  expect(buildRunQuery('own', { ...none, tag: 'A-10' }, 1, clock)).not.toHaveProperty('isTagExact');
  expect(buildRunQuery('own', { ...none, tag: '"A-10"' }, 1, clock)).toMatchObject({ tagValue: 'A-10', isTagExact: true });
  expect(buildRunQuery('everyone', { ...none, tag: 'A-10' }, 1, clock)).toMatchObject({ tagValue: 'A-10', isAdmin: true });
});
