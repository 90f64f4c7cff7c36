import { expect, test } from 'vitest';
import type { RunInstance } from '../api-types.ts';
import { withPushed } from './with-pushed.ts';

const run = { id: 'run', status: 'Delayed', stepCount: 1 } as RunInstance;
const waiting: RunInstance['waiting'] = { kind: 'Approval', step: 'ask', approvalId: 'question', subject: 'Pay?' };

test('a run that continues waits for nothing, and keeps its owner', () => {
  const known: RunInstance = { ...run, ownerUserEmail: 'ada@example.com', waiting };
  expect(withPushed(known, { ...run, status: 'InProgress' })).toEqual({ ...run, status: 'InProgress', ownerUserEmail: 'ada@example.com' });
  expect(withPushed(known, { ...run, waiting })).toEqual(known);
  expect(withPushed(undefined, run)).toEqual(run);
});
