import { expect, test } from 'vitest';
import { listActiveRunIds } from './use-live-flows.ts';

test('flows of one run share one socket, and idle ones have none', () => {
  const running = { state: 'Running', workflowInstanceId: 'b' } as const;
  const idle = { state: 'Idle', workflowInstanceId: null } as const;
  expect(listActiveRunIds([running, idle, { ...running, workflowInstanceId: 'a' }, running])).toEqual(['a', 'b']);
  expect(listActiveRunIds([idle, { ...idle, state: 'Failed' }])).toEqual([]);
});
