import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type AdminPerson, expectInOrder, openAsAdmin } from '../templates/template-people.ts';

describe('what an admin sets and repairs', () => {
  let admin: AdminPerson;
  beforeAll(async () => {
    admin = await openAsAdmin(sharedBaseUrl());
  });
  afterAll(() => admin?.close());

  test('Maintenance asks first, compares schedules and listeners with the database, reports what it found, and is in the audit log', async () => {
    const { page } = admin;
    await page.goto('/admin/maintenance');
    await page.getByRole('button', { name: 'Reconcile' }).click();
    const question = page.getByRole('alertdialog', { name: 'Please confirm' });
    await question.getByText('Every schedule and listener is compared').waitFor();
    await expectInOrder(admin, 'reconcile');
    await question.getByRole('button', { name: 'Reconcile' }).click();
    await page.getByText(/^\d+ schedules? (and|or) listeners? compared with the database, \d+ corrected\.$/).waitFor();
    await question.waitFor({ state: 'detached' });
    await page.goto('/admin/audit?action=maintenance');
    await page.getByRole('cell', { name: 'Schedules and listeners compared with the database' }).first().waitFor();
    await page.getByRole('columnheader', { name: 'IP address' }).waitFor();
  });

  test('Health is readable on a phone: a value has as much room as its name, and stays inside', async () => {
    const { page } = admin;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/maintenance');
    await page.getByText('Active schedules').waitFor();
    const list = page.getByRole('term').first().locator('xpath=ancestor::dl');
    const widths = await list.evaluate((dl) =>
      [...dl.querySelectorAll('dd')].map((value) => ({
        share: value.clientWidth / dl.clientWidth,
        overflow: value.scrollWidth - value.clientWidth,
      })),
    );
    expect(widths.length).toBeGreaterThan(5);
    for (const { share, overflow } of widths) {
      expect(share).toBeGreaterThan(0.4);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('Users shows the quotas of new accounts, which are none until they are set', async () => {
    const { page, api } = admin;
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Quotas of new accounts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Quotas of new accounts' });
    const perDay = dialog.getByRole('textbox', { name: 'Workflow Runs/Day' });
    await perDay.fill('-1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please enter a whole number').waitFor();
    await expectInOrder(admin, 'default quotas');
    await perDay.fill('1000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Quotas of new accounts saved.').first().waitFor();
    const { workflowQuotaSettings } = await api('GET /api/users/default-quotas');
    expect(workflowQuotaSettings).toEqual({ maxWorkflowInstancesPerDay: 1_000 });
    // Other tests also make accounts.
    await api('PUT /api/users/default-quotas', { body: { workflowQuotaSettings: {} } });
  });
});
