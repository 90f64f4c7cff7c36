import { expect, test } from 'vitest';
import { isStarting } from './started-syncs.ts';

const BEFORE = '2026-11-26T10:00:00.000Z';
const idle = { id: 'a', state: 'Idle', startedAt: BEFORE } as const;
const started = [{ flowId: 'a', runId: 'run', startedAtBefore: BEFORE }];

test('a flow is starting until its run has begun it', () => {
  expect(isStarting(started, idle)).toBe(true);
  expect(isStarting(started, { ...idle, state: 'Running' })).toBe(false);
  expect(isStarting(started, { ...idle, startedAt: '2026-11-26T10:05:00.000Z' })).toBe(false);
  expect(isStarting(started, { ...idle, id: 'b' })).toBe(false);
  expect(isStarting([], idle)).toBe(false);
});
