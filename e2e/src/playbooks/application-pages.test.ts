import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, signIn } from '../api/session.ts';
import type { ConnectorPerson } from '../connectors/connector-people.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { expectInOrder } from '../templates/template-people.ts';
import { accountsAndProducts } from './agreement/crm-agreement.ts';
import { carried, makeCustomers } from './crm-playbook.ts';
import { type SimulatedRecord, simulatedRecords } from './simulated-records.ts';
import { choose, continueFromStart, newPlaybookPerson, startPlaybook, stepHeading, useSimulated } from './wizard-driver.ts';

const baseUrl = sharedBaseUrl();
const systems = simulatedRecords(baseUrl);

/** A new person who is offered integration applications. */
async function newApplicationPerson(): Promise<ConnectorPerson> {
  const [admin, person] = [await signIn(baseUrl, ADMIN), await newPlaybookPerson(baseUrl)];
  const { user } = await person.api('GET /api/users/me');
  await admin('PUT /api/users/{id}', { params: { id: user.id }, body: { showIntegrationApplications: true } });
  return person;
}

const selector = (page: Page, label: string) => page.locator('main').getByRole('button', { name: new RegExp(label) });

async function select(page: Page, label: string, option: string): Promise<void> {
  await selector(page, label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A selector's options. */
async function offered(page: Page, label: string): Promise<string[]> {
  await selector(page, label).click();
  const options = await page.getByRole('option').allTextContents();
  await page.keyboard.press('Escape');
  return options;
}

async function addCustomStep(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Add Custom Step' }).click();
  await stepHeading(page, 'Please select Source and Target entities').waitFor();
}

/** "Create Playbook" of an integration application leads to the list of playbooks (spec PB-38). */
async function create({ page, api }: ConnectorPerson, playbookId: string) {
  await page.getByRole('button', { name: 'Create Playbook', exact: true }).click();
  await page.waitForURL('**/playbooks-and-templates?tab=applications');
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText('The playbook is ready. The sync starts within 10 minutes.')
    .waitFor();
  const { playbook } = await api('GET /api/playbooks/{id}', { params: { id: playbookId } });
  return { ...carried(api, playbook), playbook };
}

/** From now on the page's requests to systems get no response, as from systems busy with the first sync. */
async function stallSystemRequests(page: Page): Promise<void> {
  for (const path of ['**/api/playbooks/*/preview', '**/lookup-options/**', '**/operations/schema']) {
    await page.route(path, () => undefined);
  }
}

const withField = (records: SimulatedRecord[], name: string, value: unknown) => records.filter((record) => record[name] === value);

describe('NetSuite and Salesforce flows, by hand', () => {
  let person: ConnectorPerson;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    person = await newApplicationPerson();
    page = person.page;
  });
  afterAll(() => person?.close());

  test('PB-43, PB-47..52: a direction, entities and settings are chosen; single options are preselected', async () => {
    id = await startPlaybook(page, 'NetSuite and Salesforce flows', { tab: 'Integration Applications' });
    await continueFromStart(page);
    await useSimulated(page, 'NetSuite');
    await useSimulated(page, 'Salesforce');
    await stepHeading(page, 'Please select Source and Target entities').waitFor();
    await page.getByRole('button', { name: 'Create Playbook' }).click();
    await page.locator('main').getByText('Please select Direction').waitFor();
    // The direction determines the two below it, which are side by side.
    const [top = 0, source = 0, target = 0] = await Promise.all(
      ['Direction', 'Source entity', 'Target entity'].map(async (label) => (await selector(page, label).boundingBox())?.y),
    );
    expect([source > top, target - source]).toEqual([true, 0]);
    expect(await offered(page, 'Direction')).toEqual(['NetSuite to Salesforce', 'Salesforce to NetSuite']);
    await select(page, 'Direction', 'NetSuite to Salesforce');
    await page.getByRole('button', { name: 'Create Playbook' }).click();
    await page.locator('main').locator('[slot="errorMessage"]', { hasText: 'Please select Source and Target entities' }).first().waitFor();
    await select(page, 'Source entity', 'Customers');
    await stepHeading(page, 'Customers to Accounts').waitFor();
    expect(await selector(page, 'Target entity').isDisabled()).toBe(true);
    const externalId = page.getByRole('checkbox', { name: 'Account number' });
    expect([await externalId.isChecked(), await externalId.isDisabled()]).toEqual([true, true]);
    await choose(page, 'Subsidiary', /./);
    await expectInOrder(person, 'application flow');
    // Another entity has its own fields.
    await select(page, 'Source entity', 'Inventory items');
    await page.getByRole('combobox', { name: 'Subsidiary' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create Playbook' }).click();
    await page.locator('main').getByText('Please select Target External Id Fields').waitFor();
    await select(page, 'Source entity', 'Customers');
    await choose(page, 'Subsidiary', /./);
  });

  test('PB-40..42, PB-51: another flow is added before the end; a pair that a step uses isn’t offered, and its fields are checked', async () => {
    // Back to List opens the application's tab, and the wizard continues where it was left.
    await page.getByRole('button', { name: 'Back to List', exact: true }).click();
    await page.getByRole('tab', { name: 'Integration Applications', selected: true }).waitFor();
    await page.getByRole('article', { name: 'NetSuite and Salesforce flows', exact: true }).waitFor();
    await page.goBack();
    await stepHeading(page, 'Customers to Accounts').waitFor();
    await addCustomStep(page);
    await select(page, 'Direction', 'NetSuite to Salesforce');
    expect(await offered(page, 'Source entity')).not.toContain('Customers');
    await select(page, 'Direction', 'Salesforce to NetSuite');
    await select(page, 'Source entity', 'Opportunities');
    await stepHeading(page, 'Opportunities to Opportunities').waitFor();
    // The customer is found by a link to the customers that the other flow carries: nothing needs mapping there.
    const mapping = page.getByRole('region', { name: 'Field mapping: Opportunities to Opportunities' });
    await mapping.getByText(/^\d+ of \d+ fields mapped$/).waitFor();
    expect(await mapping.getByText(/required missing|Required, not mapped/).count()).toBe(0);
    const least = page.getByRole('textbox', { name: 'Least probability' });
    await page.getByRole('button', { name: 'Create Playbook' }).click();
    await page.locator('main').getByText('Please enter Least probability').waitFor();
    await least.fill('half');
    await page.locator('main').getByText('Least probability must be a number').waitFor();
    await least.fill('50');
    const steps = await page.getByRole('navigation', { name: 'Steps' }).getByRole('button').allTextContents();
    expect(steps.slice(-4).map((text) => text.replace(/^\d/, '').replace(' (done)', ''))).toEqual([
      'Customers to Accounts',
      'Opportunities to Opportunities',
      'Finish',
      'Add Custom Step',
    ]);
  });

  test('PB-36..38: both flows carry records and changes to them', async () => {
    const [customer] = await makeCustomers(systems, 1);
    const { sync, playbook } = await create(person, id);
    const [customers = '', opportunities = ''] = playbook.wizard.steps
      .filter(({ type }) => type === 'IntegrationFlowSetup')
      .map((step) => step.id);
    await sync(customers);
    const accountOf = async () => withField(await systems.all('salesforce', 'Account'), 'AccountNumber', customer?.id)[0];
    const account = await accountOf();
    expect(account?.Phone).toBe(customer?.phone);
    await systems.change('netsuite', 'customer', customer?.id, { phone: '+44 20 7946 0999' });
    const [likely, unlikely] = await systems.fill('salesforce', 'Opportunity', 2);
    const names = [`Likely ${crypto.randomUUID()}`, `Unlikely ${crypto.randomUUID()}`];
    await systems.change('salesforce', 'Opportunity', likely?.Id, { Name: names[0], AccountId: account?.Id, Probability: 60 });
    await systems.change('salesforce', 'Opportunity', unlikely?.Id, { Name: names[1], AccountId: account?.Id, Probability: 40 });
    await sync(customers, opportunities);
    expect((await accountOf())?.Phone).toBe('+44 20 7946 0999');
    const titles = (await systems.all('netsuite', 'opportunity')).map(({ title }) => title);
    expect(names.map((name) => titles.includes(name))).toEqual([true, false]);
    expect(person.problems).toEqual([]);
  });
});

describe('Salesforce and QuickBooks flows, by hand', () => {
  test('PB-20, PB-51: an income account is chosen from QuickBooks; accounts and products are carried over', async () => {
    const person = await newApplicationPerson();
    const { page } = person;
    try {
      const id = await startPlaybook(page, 'Salesforce and QuickBooks flows', { tab: 'Integration Applications' });
      await continueFromStart(page);
      await useSimulated(page, 'Salesforce');
      await useSimulated(page, 'QuickBooks Online');
      // There is only one direction, so it is preselected.
      await expect.poll(() => selector(page, 'Direction').isDisabled()).toBe(true);
      await select(page, 'Source entity', 'Accounts');
      await stepHeading(page, 'Accounts to Customers').waitFor();
      await addCustomStep(page);
      await select(page, 'Source entity', 'Products');
      await page.getByRole('button', { name: 'Create Playbook' }).click();
      await page.locator('main').getByText('Please select Income account').waitFor();
      await choose(page, 'Income account', /./);
      // Simulated systems are shared with other tests, so this uses its own names.
      const own = async (entity: string, prefix: string) => {
        const made = await systems.fill('salesforce', entity, 5);
        for (const { Id } of made) {
          const fields = entity === 'Product2' ? { IsActive: true } : {};
          await systems.change('salesforce', entity, Id, { Name: `${prefix} ${crypto.randomUUID()}`, ...fields });
        }
        return made;
      };
      const accounts = await own('Account', 'Account');
      const products = await own('Product2', 'Product');
      await stallSystemRequests(page);
      const { sync, ids } = await create(person, id);
      await sync(...ids);
      expect(await accountsAndProducts(systems, accounts, products)).toEqual([]);
      await systems.change('salesforce', 'Account', accounts[1]?.Id, { Phone: '+44 20 7946 0123', BillingCity: 'Leeds' });
      await systems.change('salesforce', 'Product2', products[2]?.Id, { Description: 'Changed since.' });
      accounts.push(...(await own('Account', 'Later account')));
      await sync(...ids);
      expect(await accountsAndProducts(systems, accounts, products)).toEqual([]);
      expect(person.problems).toEqual([]);
    } finally {
      await person.close();
    }
  });
});

describe('an application whose configuration asks for missing fields', () => {
  test('PB-50, STEP-110: a missing field or a field of an unknown type is reported, and the step isn’t saved', async () => {
    const admin = await signIn(baseUrl, ADMIN);
    const name = `Odd flows ${crypto.randomUUID().slice(0, 8)}`;
    const pair = { targetEntity: 'Accounts', directions: ['SourceToTarget'] };
    const template = {
      ...{ name, description: 'A test.', integrationType: 'IntegrationApplication' },
      connectors: [
        { key: 'netSuite', connectorTypeId: 'system-netsuite', stepName: 'Connect NetSuite', text: 'Choose.' },
        { key: 'salesforce', connectorTypeId: 'system-salesforce', stepName: 'Connect Salesforce', text: 'Choose.' },
      ],
      applications: {
        pairs: [
          {
            ...pair,
            sourceEntity: 'Customers',
            additionalFields: [{ name: 'shade', title: 'Shade', type: 'colour', connector: 'salesforce' }],
          },
          { ...pair, sourceEntity: 'Contacts' },
        ],
      },
      endPage: { title: 'Ready', text: 'It is ready.' },
    };
    await admin('POST /api/playbook-templates', { body: { id: `odd-${crypto.randomUUID()}`, yaml: JSON.stringify(template) } });
    const person = await newApplicationPerson();
    const { page } = person;
    try {
      const id = await startPlaybook(page, name, { tab: 'Integration Applications' });
      await useSimulated(page, 'NetSuite');
      await useSimulated(page, 'Salesforce');
      await select(page, 'Source entity', 'Customers');
      await page.locator('main').getByText('Unknown additional field type “colour”').first().waitFor();
      await page.getByRole('button', { name: 'Create Playbook' }).click();
      const params = { id, stepId: 'flow-1' };
      const flow = {
        ...{ id: 'flow-1', integrationFlowDirectionType: 'SourceToTarget' as const },
        flowEntitiesToSync: { source: 'Customers', target: 'Accounts' },
      };
      expect(await person.api('PUT /api/playbooks/{id}/wizard/steps/{stepId}/save', { params, body: { step: flow } })).toEqual({
        isSuccess: false,
        errorMessage: 'Unknown additional field type “colour”',
      });
      await select(page, 'Source entity', 'Contacts');
      await page.getByText('There is no available configurable fields, please select another Source and Target entities').waitFor();
      await page.getByRole('button', { name: 'Create Playbook' }).click();
      await stepHeading(page, 'Contacts to Accounts').waitFor();
      expect((await person.api('GET /api/playbooks/{id}', { params: { id } })).playbook.wizard.isFinished).toBe(false);
    } finally {
      await person.close();
    }
  });
});
