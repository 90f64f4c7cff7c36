import { validateFields } from '@portage/ui';
import { expect, test } from 'vitest';
import { changesOf, formOf, type User, userRules } from './user-form.ts';

const user = {
  workflowQuotaSettings: { maxWorkflowInstancesPerDay: 5 },
  hideBilling: true,
  showIntegrationApplications: false,
  showAIChat: false,
  dashboardType: 'Event',
  scopes: ['PandaGiftCard'],
  hasWorkflowAccess: false,
} as unknown as User;

test('only changes are saved; a cleared quota sets no limit (USER-12, USER-13)', () => {
  const form = formOf(user);
  expect(changesOf(form, user)).toEqual({});
  expect(changesOf({ ...form, runsPerDay: null, stepsPerRun: 40 }, user)).toEqual({
    workflowQuotaSettings: { maxWorkflowInstancesPerDay: null, maxStepInstancesPerWorkflowInstance: 40 },
  });
  expect(changesOf({ ...form, hideBilling: false, hasGiftCards: false, customBillingUrl: ' https://pay.example.com ' }, user)).toEqual({
    hideBilling: false,
    scopes: [],
    customBillingUrl: 'https://pay.example.com',
  });
});

test.each([
  [null, true],
  [0, true],
  [-1, false],
  [1.5, false],
  [2_000_000_000, false],
])('a quota of %s is valid: %s', (runsPerDay, isValid) => {
  expect(validateFields({ ...formOf(user), runsPerDay }, userRules).runsPerDay === undefined).toBe(isValid);
});

test('the custom billing page is an https address, or empty', () => {
  const problem = (customBillingUrl: string) => validateFields({ ...formOf(user), customBillingUrl }, userRules).customBillingUrl;
  expect([problem(''), problem(' https://pay.example.com/ada ')]).toEqual([undefined, undefined]);
  expect(problem('http://pay.example.com')).toBe('Please enter an address that begins with https://');
  expect(formOf({ ...user, billingDetails: { customUrl: 'https://pay.example.com' } }).customBillingUrl).toBe('https://pay.example.com');
});
