import type { WorkflowStep } from '@portage/workflow';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { openEditor, openStep } from '../editor/open-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type ConnectedSystem, choose, createConnectorType, makeConnector, startSystem } from './step-system.ts';

const baseUrl = sharedBaseUrl();

/** A separate system with an event that has parameters, and two kinds of operations. */
const buildDocument = (title: string) => `openapi: 3.0.3
info: { title: ${title}, version: '1' }
x-webhooks:
  added:
    post:
      summary: ${title} added
      tags: [${title}]
      x-subscription-schema: { type: object, required: [siteId], properties: { siteId: { type: string, x-label: Site } } }
      responses: { '200': { description: ok } }
paths:
  /items:
    get:
      tags: [${title}]
      summary: List ${title}
      x-paging: { style: page, parameter: query.page, firstPage: 1, itemsPath: items }
      parameters:
        - { name: filter, in: query, required: true, schema: { type: string, x-label: Filter } }
        - { name: page, in: query, schema: { type: integer } }
      responses: { '200': { description: ok } }
`;

describe('what the forms of connector steps start with, ask for, and forget', () => {
  let system: ConnectedSystem;
  let browser: OpenBrowser;
  beforeAll(async () => {
    system = await startSystem(() => ({ body: {} }));
  });
  afterAll(() => system.close());
  afterEach(() => browser.close());

  async function makeSystem(title: string) {
    const name = `${title} ${crypto.randomUUID().slice(0, 8)}`;
    const connectorTypeId = await createConnectorType(baseUrl, {
      name,
      fileName: 'system.yaml',
      document: buildDocument(title),
      baseUrl: system.url,
    });
    return { name, connectorTypeId };
  }

  async function opened(person: Awaited<ReturnType<typeof signUp>>, steps: unknown[]) {
    browser = await launchBrowser(baseUrl);
    const { page } = browser;
    await signInAs(page, person);
    const workflowId = await openEditor(page, person.api, steps as WorkflowStep[]);
    const saved = async (stepId: string) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor();
      const { workflow } = await person.api('GET /api/workflows/{id}', { params: { id: workflowId } });
      return workflow.steps.find((step) => step.stepId === stepId);
    };
    return { page, panel: page.locator('[data-step-panel]'), saved };
  }

  test('EDIT-39, CONN-27: an application that needs a subscription is offered with a mark, and with a way to get one', async () => {
    const name = `Market ${crypto.randomUUID().slice(0, 8)}`;
    const ofType = { name, fileName: 'system.yaml', document: buildDocument('Market'), baseUrl: system.url };
    await createConnectorType(baseUrl, { ...ofType, subscriptionRequired: true });
    const { page } = await opened(await signUp(baseUrl), [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    await page.getByRole('button', { name: 'Add a step after start', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New Step' });
    await dialog.getByRole('textbox', { name: 'Search steps' }).fill(name);
    await dialog.getByRole('button', { name: `${name} Subscription` }).waitFor();
    await dialog.getByText('Applications marked “Subscription” need one for a new connector.').waitFor();
    expect(await dialog.getByRole('link', { name: 'Billing' }).getAttribute('href')).toBe('/billing');
    expect(browser.problems).toEqual([]);
  });

  test('STEP-24: another connector resets a trigger; another event forgets the previous one’s parameters', async () => {
    const person = await signUp(baseUrl);
    const [one, other] = [await makeSystem('Clients'), await makeSystem('Orders')];
    const of = { connectorId: await makeConnector(person.api, one.connectorTypeId, 'first'), connectorTypeId: one.connectorTypeId };
    const otherId = await makeConnector(person.api, other.connectorTypeId, 'second');
    const { page, panel, saved } = await opened(person, [{ stepId: 'start', type: 'Trigger', triggerType: 'ConnectorEvent', ...of }]);
    await openStep(page, 'start');
    await choose(page, 'Resource', 'Clients');
    await choose(page, 'Event', 'Clients added');
    await panel.getByRole('textbox', { name: /^Site/ }).fill('S-7');
    expect(await saved('start')).toMatchObject({ eventId: 'added', requestParameterMappings: [{ fromParameterExpression: 'S-7' }] });
    await selectConnector(page, 'first', 'second');
    await expect.poll(() => panel.getByRole('combobox', { name: 'Resource' }).inputValue()).toBe('');
    expect(await panel.getByRole('textbox', { name: /^Site/ }).count()).toBe(0);
    expect(await saved('start')).toMatchObject({
      connectorId: otherId,
      connectorTypeId: other.connectorTypeId,
      eventId: null,
      requestParameterMappings: [],
    });
    await choose(page, 'Resource', 'Orders');
    await selectConnector(page, 'second', 'first');
    await expect.poll(() => panel.getByRole('combobox', { name: 'Resource' }).inputValue()).toBe('');
    await selectConnector(page, 'first', 'second');
    await expect.poll(() => panel.getByRole('combobox', { name: 'Resource' }).inputValue()).toBe('');
    await choose(page, 'Resource', 'Orders');
    await choose(page, 'Event', 'Orders added');
    await panel.getByText('Parameters', { exact: true }).waitFor();
    expect(await panel.getByRole('textbox', { name: /^Site/ }).inputValue()).toBe('');
    expect(browser.problems).toEqual([]);
  });

  test('STEP-29, STEP-42: a step uses the newest connector; another connector resets resource, operation, paging and mappings', async () => {
    const person = await signUp(baseUrl);
    const [one, other] = [await makeSystem('Clients'), await makeSystem('Orders')];
    await makeConnector(person.api, one.connectorTypeId, 'older');
    const newest = await makeConnector(person.api, one.connectorTypeId, 'newest');
    const second = await makeConnector(person.api, other.connectorTypeId, 'second');
    const { page, panel, saved } = await opened(person, [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    await page.getByRole('button', { name: 'Add a step after start', exact: true }).click();
    await page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: one.name }).click();
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('list');
    await choose(page, 'Resource', 'Clients');
    await choose(page, 'Operation', /^List Clients/);
    await panel.getByRole('textbox', { name: /^Filter/ }).fill('open');
    await panel.getByRole('checkbox', { name: 'Use Auto Paging' }).waitFor();
    expect(await saved('list')).toMatchObject({ connectorId: newest, operationId: 'GET /items', useAutoPaging: true });
    await selectConnector(page, 'newest', 'second');
    await expect.poll(() => panel.getByRole('combobox', { name: 'Resource' }).inputValue()).toBe('');
    expect(await panel.getByText('Use Auto Paging').count()).toBe(0);
    const reset = await saved('list');
    expect(reset).toMatchObject({
      connectorId: second,
      connectorTypeId: other.connectorTypeId,
      operationId: null,
      requestParameterMappings: [],
    });
    expect(reset).not.toMatchObject({ useAutoPaging: true });
    expect(browser.problems).toEqual([]);
  });

  test('STEP-41, EDIT-52: validation reports blank required mappings before their form was opened, and follows what is saved', async () => {
    const person = await signUp(baseUrl);
    const { name, connectorTypeId } = await makeSystem('Clients');
    const connectorId = await makeConnector(person.api, connectorTypeId, name);
    const { page, panel, saved } = await opened(person, [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'list' },
      { stepId: 'list', type: 'ConnectorOperation', connectorId, connectorTypeId, operationId: 'GET /items' },
      { stepId: 'alone', type: 'DelayStep', delayValue: 1 },
    ]);
    await page.getByText('list: Please enter Filter').waitFor();
    // The card shows the operation's name before any form was opened.
    await page.locator('[data-card="list"]').getByText(`List Clients in ${name}`, { exact: true }).waitFor();
    expect(await page.getByRole('switch', { name: 'Active' }).isDisabled()).toBe(true);
    await page.getByText('list: Please enter Filter').click();
    await panel.getByText('Please enter Filter').waitFor();
    await panel.getByRole('textbox', { name: /^Filter/ }).fill('open');
    await saved('list');
    await page.getByText('Workflow is valid and can be started').waitFor();
    await page.reload();
    await page.getByText('Workflow is valid and can be started').waitFor();
    // A warning by itself doesn't prevent activation.
    await page.getByRole('button', { name: '1 warning' }).click();
    await page.getByRole('menuitem', { name: 'alone: This step is not connected: it never runs' }).click();
    await panel.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    expect(await panel.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('alone');
    await page.getByText('Active', { exact: true }).click();
    await page.getByText('Step “alone”: This step is not connected: it never runs').waitFor();
    expect(browser.problems).toEqual([]);
  });

  test('STEP-83..89: each kind of sync offers its own systems; only its one source offers to skip creating products', async () => {
    const person = await signUp(baseUrl);
    const { page, panel } = await opened(person, [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
      { stepId: 'sync', type: 'SyncStep' },
    ]);
    await openStep(page, 'sync');
    expect(await readOptions(page, 'Sync Type')).toEqual(['Products', 'Inventory', 'Integration Application']);
    const ownNames = (names: string[]) => names.filter((name) => !/ [0-9a-f]{8}$/.test(name));
    expect(ownNames(await readOptions(page, 'Source Connector Type'))).toEqual(['Mindbody']);
    expect(await shownIn(page, 'Target Connector Type')).toBe('Select the source first');
    expect(await panel.getByText('Skip Products Create').count()).toBe(0);
    await select(page, 'Source Connector Type', 'Mindbody');
    await panel.getByText('Skip Products Create').waitFor();
    expect(ownNames(await readOptions(page, 'Target Connector Type'))).toEqual(['Shopify']);
    await select(page, 'Sync Type', 'Inventory');
    expect(await panel.getByText('Skip Products Create').count()).toBe(0);
    await select(page, 'Sync Type', 'Integration Application');
    expect(ownNames(await readOptions(page, 'Source Connector Type'))).toEqual(['NetSuite', 'Salesforce']);
    expect(ownNames(await readOptions(page, 'Target Connector Type'))).toEqual(['NetSuite', 'QuickBooks Online', 'Salesforce', 'Shopify']);
    expect(browser.problems).toEqual([]);
  });

  test('STEP-90..101: dashboard steps report what is missing, by kind of item', async () => {
    const person = await signUp(baseUrl);
    const { page, panel, saved } = await opened(person, [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'board' },
      { stepId: 'board', type: 'DashboardStep', nextStepId: 'item' },
      { stepId: 'item', type: 'DashboardItemStep' },
    ]);
    await openStep(page, 'board');
    expect(await shownIn(page, 'Sync Type')).toBe('Orders');
    await panel.getByRole('textbox', { name: /^Dashboard ID/ }).fill('d-1');
    await panel.getByRole('textbox', { name: /^Dashboard ID/ }).fill('');
    await page.keyboard.press('Tab');
    await panel.getByText('Please input Dashboard ID').waitFor();
    await page.keyboard.press('Escape');
    await openStep(page, 'item');
    expect(await readOptions(page, 'Operation')).toEqual(['Create', 'Update', 'Delete']);
    expect(await readOptions(page, 'Item Type')).toEqual(['Company', 'Contact', 'Order', 'Product', 'Event', 'Registration', 'Activity']);
    const asked: Record<string, string[]> = {
      Company: ['Name'],
      Contact: ['First Name', 'Last Name'],
      Order: ['Name'],
      Product: ['Name'],
      Event: ['Salesforce ID', 'Title', 'Start At'],
      Registration: ['Salesforce ID', 'Event Name', 'Lead Name', 'Registered At'],
      Activity: ['Salesforce ID', 'Event Name', 'Lead Name', 'Activity Name', 'Activity At'],
    };
    const common = ['Source', 'External ID', 'Object'];
    for (const [type, fields] of Object.entries(asked)) {
      await select(page, 'Item Type', type);
      for (const field of [...common, ...fields]) await valueField(page, field).last().waitFor();
      const others = Object.values(asked).flat();
      // The step also has a name.
      for (const field of others.filter((one) => one !== 'Name' && !fields.includes(one))) {
        expect(await valueField(page, field).count(), `${type}: ${field}`).toBe(0);
      }
      expect(await valueField(page, 'Name').count(), type).toBe(fields.includes('Name') ? 2 : 1);
    }
    const source = valueField(page, 'Source');
    expect(await source.evaluate((element) => ('value' in element ? String(element.value) : element.textContent))).toContain('Airtable');
    await select(page, 'Item Type', 'Event');
    await valueField(page, 'Title').fill('Fair');
    const cleared = ['External ID', 'Object', 'Salesforce ID', 'Start At'];
    for (const field of cleared) {
      await valueField(page, field).fill('x');
      await valueField(page, field).fill('');
    }
    await valueField(page, 'Title').click();
    for (const field of cleared) await panel.getByText(`Please input ${field}`).waitFor();
    expect(await saved('item')).toMatchObject({ itemType: 'Event', title: 'Fair' });
    expect(browser.problems).toEqual([]);
  });
});

function valueField(page: Page, label: string) {
  return page.locator('[data-step-panel]').getByRole('textbox', { name: new RegExp(`^${label}( \\*)?$`) });
}

function listButton(page: Page, label: string) {
  return page
    .locator('[data-step-panel]')
    .getByRole('button', { name: new RegExp(`(^| )${label}( \\*)?$`) })
    .and(page.locator('[aria-haspopup="listbox"]'));
}

async function shownIn(page: Page, label: string): Promise<string> {
  return (await listButton(page, label).textContent()) ?? '';
}

async function readOptions(page: Page, label: string): Promise<string[]> {
  const button = listButton(page, label);
  await button.click();
  await page.getByRole('listbox').waitFor();
  const names = await page.getByRole('option').allTextContents();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  return names;
}

async function select(page: Page, label: string, option: string): Promise<void> {
  await listButton(page, label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function selectConnector(page: Page, from: string, to: string): Promise<void> {
  await page
    .locator('[data-step-panel]')
    .getByRole('button', { name: new RegExp(`^${from} `) })
    .click();
  await page.getByRole('option', { name: new RegExp(`^${to}`) }).click();
}
