import { afterAll, beforeAll, expect, test } from 'vitest';
import { toast } from '../connectors/connector-people.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type AdminPerson, expectInOrder, newName, openAsAdmin } from '../templates/template-people.ts';
import { newPlaybookPerson } from './wizard-driver.ts';

const baseUrl = sharedBaseUrl();
const name = newName('Studio to shop');
const id = `studio-${crypto.randomUUID().slice(0, 8)}`;
const YAML = `name: ${name}
description: Products of the studio go to the shop.
integrationType: IntegrationApplication
connectors:
  - { key: studio, connectorTypeId: system-mindbody, stepName: Connect the studio, text: Choose the studio. }
  - { key: shop, connectorTypeId: system-shopify, stepName: Connect the shop, text: Choose the shop. }
applications:
  pairs:
    - sourceEntity: Products
      targetEntity: Products
      directions: [SourceToTarget]
      additionalFields: [{ name: tag, title: Tag, type: string, connector: shop }]
endPage: { title: Ready, text: Both systems are connected. }
`;

let admin: AdminPerson;

beforeAll(async () => {
  admin = await openAsAdmin(baseUrl);
});
afterAll(() => admin?.close());

test('an admin adds a playbook template from its text, and every error in the text is named', async () => {
  const { page } = admin;
  await page.goto('/admin/templates');
  await page.getByRole('tab', { name: 'Playbook Templates' }).click();
  await page.getByRole('table', { name: 'Playbook templates' }).waitFor();
  await expectInOrder(admin, 'admin playbook templates');
  await page.getByRole('button', { name: 'Add playbook template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add playbook template' });
  await dialog.getByRole('textbox', { name: 'Id' }).fill(id);
  await dialog.getByRole('textbox', { name: 'playbook.yaml' }).fill('name: X\ncolour: red\n');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText(/The text has \d+ flaws/).waitFor();
  expect(await dialog.getByRole('alert').getByRole('listitem').count()).toBeGreaterThan(2);
  await dialog.getByRole('textbox', { name: 'playbook.yaml' }).fill(YAML);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await toast(page, `“${name}” was added.`);
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText('Active', { exact: true })
    .last()
    .waitFor();
});

test('PB-04, PB-05: only people with the flag have integration applications', async () => {
  const person = await newPlaybookPerson(baseUrl);
  try {
    const { page } = person;
    await page.goto('/playbooks-and-templates?tab=applications');
    await page.getByRole('list', { name: 'Playbooks' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Integration Applications' }).count()).toBe(0);
  } finally {
    await person.close();
  }
});

test('it is disabled, enabled, and deleted after asking', async () => {
  const { page } = admin;
  await page.goto('/admin/templates?tab=playbooks');
  const row = page.getByRole('row', { name: new RegExp(name) });
  await page.getByRole('button', { name: `Deactivate ${name}` }).click();
  await row.getByText('Not Active').waitFor();
  await page.getByRole('button', { name: `Activate ${name}` }).click();
  await row.getByText('Active', { exact: true }).last().waitFor();
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Please confirm' });
  await question.getByRole('button', { name: 'No' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Playbook template deleted.');
  await row.waitFor({ state: 'detached' });
  // The text with errors was refused with 400.
  expect(admin.problems.filter((text) => !text.includes('400'))).toEqual([]);
});
