import { expect, test } from 'vitest';
import { wasTakenBack } from './deploy-built.ts';

type Present = Parameters<typeof wasTakenBack>[0];
type Line = Present['history'][number];

const line = (action: Line['action'], version: string, fromVersion: string | null): Line => ({
  at: '2026-11-21T12:00:00.000Z',
  by: 'local',
  action,
  version,
  fromVersion,
  percent: null,
  note: null,
});

test('the next start does not bring back a version that was rolled back or fell back', () => {
  const deployed = line('Deployed', 'v2', 'v1');
  const present = (live: string, ...history: Line[]): Present => ({ live, history });
  expect(wasTakenBack(present('v1', line('RolledBack', 'v1', 'v2'), deployed), 'v2')).toBe(true);
  expect(wasTakenBack(present('v1', line('Held', 'v1', null), line('FellBack', 'v1', 'v2'), deployed), 'v2')).toBe(true);
  // The tree changed again, and the earlier version was deployed again.
  expect(wasTakenBack(present('v1', line('RolledBack', 'v1', 'v2'), deployed), 'v3')).toBe(false);
  expect(wasTakenBack(present('v2', deployed, line('RolledBack', 'v1', 'v2')), 'v2')).toBe(false);
  expect(wasTakenBack(present('v1'), 'v2')).toBe(false);
});
