import type { WorkflowStep } from '@portage/workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { type ConnectorPerson, toast } from '../connectors/connector-people.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type AdminPerson, expectInOrder, makeTemplate, newName, openAsAdmin } from '../templates/template-people.ts';
import { simulatedRecords } from './simulated-records.ts';
import { jumpTo, newPlaybookPerson, next, previous, startPlaybook, stepHeading, useSimulated } from './wizard-driver.ts';

const baseUrl = sharedBaseUrl();
const systems = simulatedRecords(baseUrl);
const name = newName('Accounts by hand');
const connectorTypeId = 'system-salesforce';

/** A workflow that adds an account: the person must enter its name, and may change its telephone number. */
const addAccount = (trigger: object): WorkflowStep[] =>
  [
    { stepId: 'start', type: 'Trigger', ...trigger, nextStepId: 'add' },
    {
      ...{ stepId: 'add', type: 'ConnectorOperation', connectorTypeId, operationId: 'POST /services/data/v62.0/sobjects/Account' },
      requestParametersSourceType: 'Mappings',
      requestParameterMappings: [
        { toParameterPath: 'body.Name', fromParameterExpression: '' },
        { toParameterPath: 'body.Phone', fromParameterExpression: '+1 555 0100' },
      ],
      playbookParameters: ['body.Phone'],
      nextStepId: null,
    },
  ] as WorkflowStep[];

let admin: AdminPerson;
let person: ConnectorPerson;
const names = { atOnce: newName('At once'), daily: newName('Daily') };

beforeAll(async () => {
  [admin, person] = [await openAsAdmin(baseUrl), await newPlaybookPerson(baseUrl)];
  const atOnce = await makeTemplate(admin.api, names.atOnce, {
    steps: addAccount({ triggerType: 'Manual' }),
    description: 'Adds one account.',
  });
  const schedule = { period: 'Day', frequency: 1, startAt: null };
  const daily = await makeTemplate(admin.api, names.daily, { steps: addAccount({ triggerType: 'Scheduled', schedule }) });
  const template = {
    ...{ name, description: 'Two workflows that add accounts.' },
    connectors: [{ key: 'crm', connectorTypeId, stepName: 'Connect Salesforce', text: 'Choose the organisation.' }],
    endPage: { title: 'Ready', text: 'Click Finish.' },
    workflowTemplateIds: [atOnce, daily],
    workflowTemplateIdsToRunAfterFinish: [atOnce],
  };
  const { page } = admin;
  await page.goto('/admin/templates?tab=playbooks');
  await page.getByRole('button', { name: 'Add playbook template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add playbook template' });
  await dialog.getByRole('textbox', { name: 'Id' }).fill(`accounts-${crypto.randomUUID().slice(0, 8)}`);
  await dialog.getByRole('textbox', { name: 'playbook.yaml' }).fill(JSON.stringify(template));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await toast(page, `“${name}” was added.`);
});
afterAll(() => Promise.all([admin?.close(), person?.close()]));

test('PB-38, PB-45, PB-46: a person fills in what the workflow templates leave open, and their workflows run', async () => {
  const { page, api } = person;
  const id = await startPlaybook(page, name);
  // It has no start page, and isn't a custom playbook: its first step has a way back to the list (PB-26).
  await page.getByRole('button', { name: 'Back to List' }).waitFor();
  await useSimulated(page, 'Salesforce');
  await stepHeading(page, new RegExp(names.atOnce)).waitFor();
  await page.getByText('Adds one account.').waitFor();
  expect(await page.getByRole('radiogroup', { name: 'Schedule' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.locator('main').getByText('Please enter Name').waitFor();
  await expectInOrder(person, 'generic template step');
  const company = newName('Ada & Sons');
  await page.getByRole('textbox', { name: 'Name' }).fill(company);
  await expect.poll(() => page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('+1 555 0100');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0199');
  await next(page);
  await stepHeading(page, new RegExp(names.daily)).waitFor();
  await page.getByRole('radio', { name: 'Template default' }).waitFor();
  // The other step's choices are still set on the way back, and aren't asked for again.
  await previous(page);
  await stepHeading(page, new RegExp(names.atOnce)).waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(company);
  await jumpTo(page, new RegExp(names.daily));
  await stepHeading(page, new RegExp(names.daily)).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill(newName('Every day'));
  await page.getByRole('button', { name: 'Create Playbook', exact: true }).click();
  await page.waitForURL('**/playbooks-and-templates');
  await toast(page, 'The playbook is ready.');

  const { playbook } = await api('GET /api/playbooks/{id}', { params: { id } });
  expect(playbook.workflows).toMatchObject([
    { isActive: true, isIntegration: false },
    { isActive: true, isIntegration: false },
  ]);
  for (const { workflowId } of playbook.workflows) {
    const runs = async () => (await api('GET /api/workflows/instances', { query: { WorkflowId: workflowId } })).workflowInstances;
    await expect.poll(async () => (await runs()).length, { timeout: 60_000 }).toBe(1);
    expect(await waitForRun(api, (await runs())[0]?.id ?? '')).toMatchObject({ status: 'Succeeded' });
  }
  const accounts = await systems.all('salesforce', 'Account');
  expect(accounts.filter(({ Name }) => Name === company)).toMatchObject([{ Phone: '+1 555 0199' }]);
  expect(accounts.find(({ Name }) => String(Name).startsWith('Every day'))?.Phone).toBe('+1 555 0100');

  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await page.waitForURL(`**/playbooks/${id}`);
  await page
    .getByRole('region', { name: new RegExp(names.atOnce) })
    .getByRole('link', { name: 'See its runs' })
    .click();
  await page.waitForURL('**/run-history?**');
  await page.getByRole('row').filter({ hasText: 'Succeeded' }).first().waitFor();
  expect(person.problems).toEqual([]);
});
