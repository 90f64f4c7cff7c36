import { expect, it } from 'vitest';
import { runsOf } from './use-live-flows.ts';

it('flows of one run share one socket, and idle ones have none', () => {
  const running = { state: 'Running', workflowInstanceId: 'b' } as const;
  const idle = { state: 'Idle', workflowInstanceId: null } as const;
  expect(runsOf([running, idle, { ...running, workflowInstanceId: 'a' }, running])).toEqual(['a', 'b']);
  expect(runsOf([idle, { ...idle, state: 'Failed' }])).toEqual([]);
});
