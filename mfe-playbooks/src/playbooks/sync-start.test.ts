import { formatDateTime } from '@portage/ui';
import { expect, test } from 'vitest';
import type { Playbook } from './api-types.ts';
import { hasUsualSchedule, syncStartText } from './sync-start.ts';

const now = new Date('2026-11-28T12:00:00Z');
type Schedule = { frequency: number; period: 'Hour'; startAt: string | null };
const hourly = (startAt: string | null): Schedule => ({ frequency: 1, period: 'Hour', startAt });

function wizard(steps: [type: string, schedule: Schedule | null][]) {
  const whole = steps.map(([type, schedule], at) => ({ id: `step-${at}`, type, schedule, workflowTemplateId: null }));
  return { wizard: { steps: whole } as Playbook['wizard'] };
}

test('CPB-14: the usual schedule starts within 10 minutes', () => {
  const playbook = wizard([['BookerToShopifySetup', null]]);
  expect(syncStartText(playbook, now)).toBe('The sync starts within 10 minutes.');
  expect(hasUsualSchedule(playbook)).toBe(true);
});

test('CPB-14: a chosen start is named; a past one defers to the schedule', () => {
  const startAt = '2026-12-05T09:00:00Z';
  expect(syncStartText(wizard([['BookerToShopifySetup', hourly(startAt)]]), now)).toBe(`The sync starts on ${formatDateTime(startAt)}.`);
  expect(syncStartText(wizard([['BookerToShopifySetup', hourly('2026-11-01T09:00:00Z')]]), now)).toBe(
    'The sync follows the schedule that you chose.',
  );
  const fromNow = wizard([['BookerToShopifySetup', hourly(null)]]);
  expect(syncStartText(fromNow, now)).toBe('The sync starts within 10 minutes.');
  expect(hasUsualSchedule(fromNow)).toBe(false);
});

test('flows with their own schedules start by those', () => {
  const startAt = '2026-12-05T09:00:00Z';
  const playbook = wizard([
    ['IntegrationFlowSetup', hourly(startAt)],
    ['IntegrationFlowSetup', null],
  ]);
  expect(syncStartText(playbook, now)).toBe('Each workflow starts by its own schedule.');
  expect(syncStartText(playbook, now, 'step-0')).toBe(`The sync starts on ${formatDateTime(startAt)}.`);
  expect(syncStartText(playbook, now, 'step-1')).toBe('The sync starts within 10 minutes.');
});
