import { validateFields } from '@portage/ui';
import { expect, test } from 'vitest';
import { computeChanges, toUserForm, type User, userRules } from './user-form.ts';

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
  const form = toUserForm(user);
  expect(computeChanges(form, user)).toEqual({});
  expect(computeChanges({ ...form, runsPerDay: null, stepsPerRun: 40 }, user)).toEqual({
    workflowQuotaSettings: { maxWorkflowInstancesPerDay: null, maxStepInstancesPerWorkflowInstance: 40 },
  });
  expect(computeChanges({ ...form, hideBilling: false, hasGiftCards: false, customBillingUrl: ' https://pay.example.com ' }, user)).toEqual(
    {
      hideBilling: false,
      scopes: [],
      customBillingUrl: 'https://pay.example.com',
    },
  );
});

test.each([
  [null, true],
  [0, true],
  [-1, false],
  [1.5, false],
  [2_000_000_000, false],
])('a quota of %s is valid: %s', (runsPerDay, isValid) => {
  expect(validateFields({ ...toUserForm(user), runsPerDay }, userRules).runsPerDay === undefined).toBe(isValid);
});

test('the custom billing page is an https address, or empty', () => {
  const problem = (customBillingUrl: string) => validateFields({ ...toUserForm(user), customBillingUrl }, userRules).customBillingUrl;
  expect([problem(''), problem(' https://pay.example.com/ada ')]).toEqual([undefined, undefined]);
  expect(problem('http://pay.example.com')).toBe('Please enter an address that begins with https://');
  expect(toUserForm({ ...user, billingDetails: { customUrl: 'https://pay.example.com' } }).customBillingUrl).toBe(
    'https://pay.example.com',
  );
});
