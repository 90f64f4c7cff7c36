import { expect, test } from 'vitest';
import { hasConnected } from './leaving-for-system.ts';

const at = '2026-11-21T10:00:00.000Z';

test('CONN-25: a connection counts as reconnected only if the system issued tokens since the person left', () => {
  const left = { connectedAt: at };
  expect(hasConnected(left, { connectedAt: '2026-11-21T10:05:00.000Z', connectionProblem: null })).toBe(true);
  // The system refused, or the person used the browser's back button: the old connection still works, but nothing was reconnected.
  expect(hasConnected(left, { connectedAt: at, connectionProblem: null })).toBe(false);
  expect(hasConnected(left, { connectedAt: null, connectionProblem: 'refused' })).toBe(false);
  expect(hasConnected({ connectedAt: null }, { connectedAt: at, connectionProblem: null })).toBe(true);
  expect(hasConnected({ connectedAt: null }, { connectedAt: null, connectionProblem: null })).toBe(false);
});
