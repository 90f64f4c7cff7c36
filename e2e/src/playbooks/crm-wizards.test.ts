import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, signIn } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { press, useKeyboard } from './keyboard.ts';
import { simulatedRecords } from './simulated-records.ts';
import * as wizard from './wizard-driver.ts';

const baseUrl = sharedBaseUrl();

/**
 * From the list through the wizard to the end page, by keyboard alone. What the playbooks then carry, and the other
 * pairs' wizards, are tested through the API.
 */
describe('the wizards of CRM systems', () => {
  let person: Awaited<ReturnType<typeof wizard.newPlaybookPerson>>;
  let page: Page;
  const systems = simulatedRecords(baseUrl);
  const campaignName = `Campaign ${crypto.randomUUID()}`;

  beforeAll(async () => {
    const [campaign] = await systems.fill('salesforce', 'Campaign', 1);
    await systems.change('salesforce', 'Campaign', campaign?.Id, { Name: campaignName });
  });
  beforeEach(async () => {
    person = await wizard.newPlaybookPerson(baseUrl);
    page = person.page;
    useKeyboard(page);
  });
  afterEach(() => person?.close());

  const chooseCampaign = () => wizard.choose(page, 'Salesforce campaign', campaignName);
  const invoicesFromNewYear = async () => {
    await wizard.type(page, page.getByRole('group', { name: 'Invoice schedules from' }).getByRole('spinbutton').first(), '01012026');
    await wizard.choose(page, 'Income account', /\w/);
  };
  const mapPrices = async () => {
    const { connectors } = await person.api('GET /api/connectors', { query: { pageSize: 100 } });
    const idOf = (type: string) => connectors.find(({ connectorTypeId }) => connectorTypeId === type)?.id ?? '';
    const { priceBooks, priceLevels } = await person.api('GET /api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists', {
      query: { netSuiteConnectorId: idOf('system-netsuite'), salesForceConnectorId: idOf('system-salesforce') },
    });
    for (const [at, { name }] of priceLevels.items.entries()) {
      const book = priceBooks.records[at];
      if (book) await wizard.mapPrice(page, name, book.Name);
    }
  };

  /** An empty choice leads to its field; the list doesn't cover the message there. Days are written as people read them. */
  const chooseEvent = async () => {
    await chooseCampaign();
    await press(page, page.getByRole('button', { name: 'Next', exact: true }));
    await page.getByText('Please select Swapcard event').waitFor();
    const event = page.getByRole('combobox', { name: 'Swapcard event' });
    await expect.poll(() => event.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByRole('listbox').count()).toBe(0);
    await wizard.choose(page, 'Swapcard event', /\w/);
    await expect.poll(() => event.inputValue()).toMatch(/\([A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M\)$/);
  };

  test.each<[name: string, first: string, second: string, answer: () => Promise<unknown>]>([
    ['Zoom meetings to Salesforce', 'Zoom', 'Salesforce', () => wizard.choose(page, 'Zoom meeting', /\w/).then(chooseCampaign)],
    ['Zoom webinars to Salesforce', 'Zoom', 'Salesforce', () => wizard.choose(page, 'Zoom webinar', /\w/).then(chooseCampaign)],
    ['NetSuite and Salesforce', 'NetSuite', 'Salesforce', mapPrices],
    ['Salesforce campaign to Swapcard event', 'Salesforce', 'Swapcard', chooseEvent],
    ['Salesforce and QuickBooks', 'Salesforce', 'QuickBooks Online', invoicesFromNewYear],
  ])('CPB-11..15: %s', async (name, first, second, answer) => {
    const playbookId = await wizard.startPlaybook(page, name);
    await wizard.continueFromStart(page);
    for (const system of [first, second]) await wizard.useSimulated(page, system);
    await answer();
    await wizard.next(page);
    await wizard.createPlaybook(page);
    await page.getByText('The sync starts within 10 minutes.').waitFor();
    const { playbook } = await person.api('GET /api/playbooks/{id}', { params: { id: playbookId } });
    expect(playbook).toMatchObject({ isConverted: true, isPaused: false });
    expect(playbook.workflows.every(({ isActive }) => isActive)).toBe(true);
    await wizard.finish(page);
    await person.api('DELETE /api/playbooks/{id}', { params: { id: playbookId } });
  });

  test.each<[name: string, first: string, second: string, flows: (() => Promise<unknown>)[]]>([
    [
      'NetSuite and Salesforce flows',
      'NetSuite',
      'Salesforce',
      [
        async () => {
          await wizard.select(page, 'Direction', 'NetSuite to Salesforce');
          await wizard.select(page, 'Source entity', 'Contacts');
        },
        async () => {
          await wizard.select(page, 'Direction', 'Salesforce to NetSuite');
          await wizard.select(page, 'Source entity', 'Opportunities');
          await wizard.type(page, page.getByRole('textbox', { name: 'Least probability' }), '50');
        },
      ],
    ],
    [
      'Salesforce and QuickBooks flows',
      'Salesforce',
      'QuickBooks Online',
      [
        async () => {
          await wizard.select(page, 'Source entity', 'Accounts');
        },
        async () => {
          await wizard.select(page, 'Source entity', 'Products');
          await wizard.choose(page, 'Income account', /\w/);
        },
      ],
    ],
  ])('PB-39..52: %s', async (name, first, second, [firstFlow, secondFlow]) => {
    const admin = await signIn(baseUrl, ADMIN);
    const { user } = await person.api('GET /api/users/me');
    await admin('PUT /api/users/{id}', { params: { id: user.id }, body: { showIntegrationApplications: true } });
    const playbookId = await wizard.startPlaybook(page, name, { tab: 'Integration Applications' });
    await wizard.continueFromStart(page);
    for (const system of [first, second]) await wizard.useSimulated(page, system);
    await firstFlow?.();
    await wizard.addCustomStep(page);
    await secondFlow?.();
    await press(page, page.getByRole('button', { name: 'Create Playbook', exact: true }));
    await page.waitForURL('**/playbooks-and-templates?tab=applications');
    const { playbook } = await person.api('GET /api/playbooks/{id}', { params: { id: playbookId } });
    expect(playbook).toMatchObject({ isConverted: true, isPaused: false });
    expect(playbook.workflows).toHaveLength(2);
    await person.api('DELETE /api/playbooks/{id}', { params: { id: playbookId } });
  });
});
