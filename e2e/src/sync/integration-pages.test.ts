import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { simulatedRecords } from '../playbooks/simulated-records.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();
const systems = simulatedRecords(baseUrl);
const noItems = { InProgress: 0, Success: 0, Error: 0, Skipped: 0 };

/** From an integration step to records in another system, by hand (spec INT-05..19). */
describe('an integration', () => {
  let person: Awaited<ReturnType<typeof signUp>>;
  let browser: OpenBrowser;
  let page: Page;
  let workflowId: string;
  const title = `Product ${crypto.randomUUID()}`;

  const inOrder = async () => {
    await page.waitForFunction(() => !document.querySelector('[data-live-announcer] [role="img"], [aria-busy="true"]'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const choose = async (label: string, option: string) => {
    await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  const rows = () =>
    page
      .getByRole('table', { name: 'Items' })
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: /^View / }) });

  beforeAll(async () => {
    person = await signUp(baseUrl);
    // Other tests share the shop: only this product's name is sure to be the only one.
    const [own] = await systems.fill('shopify', 'products', 1);
    await systems.change('shopify', 'products', own?.id, { title });
    for (const connectorTypeId of ['system-shopify', 'system-salesforce']) {
      await person.api('POST /api/connectors/simulated', { body: { connectorTypeId } });
    }
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'integration' },
      { stepId: 'integration', type: 'IntegrationStep', implementationType: 'Integration', fieldsData: {}, nextStepId: null },
    ];
    const { workflow } = await person.api('POST /api/workflows', { body: { name: 'Products', steps: steps as never } });
    workflowId = workflow.id;
    browser = await launchBrowser(baseUrl, { width: 1280, height: 900 });
    page = browser.page;
    await signInAs(page, person);
  });
  afterAll(() => browser?.close());

  test('INT-12: nothing is set up yet, and the Sync Data tab explains the next step', async () => {
    await page.goto(`/workflows/${workflowId}/edit?tab=Sync%20Data`);
    await page.getByText('Please fill the mappings on Settings tab', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Settings', selected: true }).waitFor();
  });

  test('INT-05, INT-08, INT-09: isn’t saved without date, connectors and mappings', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/integration/integrations/')) calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await save();
    await page.getByText('Please input Source Connector').waitFor();
    await page.getByText('Please input Target Connector').waitFor();
    await choose('Source Connector', 'Simulated Shopify');
    await choose('Target Connector', 'Simulated Salesforce');
    await choose('Source Entity', 'Products');
    await choose('Target Entity', 'Products');
    await page.getByRole('list', { name: 'Fields of Salesforce Products' }).waitFor();
    await page.getByText('1 required missing').waitFor();
    await save();
    // The message is at its field; a toast repeats the first one.
    await page.locator('form, div').getByText('Please fill the Last Sync Date', { exact: true }).first().waitFor();
    expect(calls.filter((call) => call.startsWith('POST') && call.includes(workflowId))).toEqual([]);
    await inOrder();
  });

  test('proposals are applied on request and can be undone; the first record shows on both sides', async () => {
    const propose = page.getByRole('button', { name: /^Map \d+ fields with the same name/ });
    await propose.click();
    await page.getByText('1 required missing').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 required missing').waitFor();
    await propose.click();
    const title = page.getByRole('list', { name: 'Fields of Shopify Products' }).locator('[data-field="title"]');
    await expect.poll(() => title.textContent()).toMatch(/^Title.*\w/);
    const name = page.getByRole('list', { name: 'Fields of Salesforce Products' }).locator('[data-field="body.Name"]');
    const value = async () => (await title.locator('> span').nth(1).textContent()) ?? '';
    await expect.poll(value).not.toBe('');
    expect(await name.textContent()).toContain(await value());
  });

  test('the preview shows the records as they would be written, and writes nothing', async () => {
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.getByText(/A preview writes nothing/).waitFor();
    await dialog.getByRole('heading', { name: 'As it would be written' }).waitFor();
    await inOrder();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const { flows } = await person.api('GET /api/integrations/flows', { query: { workflowId } });
    expect(flows).toEqual([]);
  });

  test('INT-11: is posted, then fetched by its id; a change is posted and fetched again', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/integration/integrations/') && !pathname.endsWith('/schema'))
        calls.push(`${request.method()} ${pathname}`);
    });
    await page.getByRole('spinbutton', { name: /month/ }).click();
    for (const part of ['01', '01', '2020', '10', '00', 'AM']) await page.keyboard.type(part);
    await save();
    await page.getByText('Integration settings saved').waitFor();
    const { integration } = await person.api('GET /api/integration/integrations/{workflowId}/{integrationType}', {
      params: { workflowId, integrationType: 'Integration' },
    });
    const path = '/api/integration/integrations';
    await expect.poll(() => calls).toEqual([`POST ${path}/${workflowId}/SourceToTarget/Integration`, `GET ${path}/${integration?.id}`]);
    expect(integration?.operations.Target?.mappings.length).toBeGreaterThan(0);
    calls.length = 0;
    await page.getByText('Target wins').click();
    await save();
    await expect
      .poll(() => calls)
      .toEqual([`POST ${path}/${integration?.id}/${workflowId}/SourceToTarget/Integration`, `GET ${path}/${integration?.id}`]);
    await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
    await page.reload();
    await page.getByRole('radio', { name: /Target wins/, checked: true }).waitFor({ state: 'attached' });
  });

  test('INT-06, INT-07: the Settings tab has a collapsible panel for each kind of record, and filters its fields by name', async () => {
    await page.getByRole('tab', { name: 'Settings', exact: true, selected: true }).waitFor();
    const panel = page.getByRole('region', { name: 'Products', exact: true });
    const toggle = panel.getByRole('button', { name: /^Products \d+ of \d+ fields mapped/ });
    const fields = panel.getByRole('list', { name: 'Fields of Salesforce Products' });
    await fields.waitFor();
    await toggle.click();
    await fields.waitFor({ state: 'detached' });
    await toggle.press('Enter');
    await fields.waitFor();
    const shown = () => fields.locator('[data-field]').count();
    const all = await shown();
    const filter = panel.getByRole('searchbox', { name: 'Field name' });
    await filter.fill('name');
    await expect.poll(shown).toBeLessThan(all);
    await fields.locator('[data-field="body.Name"]').waitFor();
    await filter.fill('');
    await expect.poll(shown).toBe(all);
  });

  test('INT-07: a rarely used field is shown once it is added', async () => {
    // No simulated system marks its records' fields this way; people's documents do.
    const schema = '**/api/integration/integrations/operations/schema';
    await page.route(schema, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      for (const field of answer.schemaProperties) field.isAdvanced = field.path === 'body.Family';
      await route.fulfill({ response, json: answer });
    });
    await page.reload();
    const panel = page.getByRole('region', { name: 'Products', exact: true });
    const fields = panel.getByRole('list', { name: 'Fields of Salesforce Products' });
    const family = fields.locator('[data-field="body.Family"]');
    const add = panel.getByRole('combobox', { name: 'Add' });
    await add.waitFor();
    await fields.waitFor();
    expect(await family.count()).toBe(0);
    await add.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await family.waitFor();
    await add.waitFor({ state: 'detached' });
    await page.unroute(schema);
    await page.reload();
    await fields.waitFor();
  });

  test('a mapping to a missing field is above the fields with its problem, and is removed by hand', async () => {
    const { integration } = await person.api('GET /api/integration/integrations/{workflowId}/{integrationType}', {
      params: { workflowId, integrationType: 'Integration' },
    });
    const { Source, Target } = integration?.operations ?? {};
    const lost = { fromParameterExpression: '$Item.title', toParameterPath: 'query.gone' };
    await person.api('POST /api/integration/integrations/{id}/{workflowId}/{direction}/{integrationType}', {
      params: { id: integration?.id ?? '', workflowId, direction: 'SourceToTarget', integrationType: 'Integration' },
      query: {},
      body: { operations: { Source, Target: { ...Target, mappings: [...(Target?.mappings ?? []), lost] } } } as never,
    });
    await page.reload();
    const flaw = page.getByText('Nothing is synchronised: these fields don’t exist', { exact: true });
    await flaw.waitFor();
    await page.getByText('Products of Salesforce have no field “gone”, which is mapped from $Item.title.').waitFor();
    await page.getByText('1 without a field', { exact: true }).waitFor();
    await inOrder();
    await page.getByRole('button', { name: 'Remove query.gone' }).click();
    await flaw.waitFor({ state: 'detached' });
    await save();
    await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
  });

  test('INT-13, INT-15: its first sync leads to the items, each with its status and both sides', async () => {
    await person.api('POST /api/workflows/{id}/activate', { params: { id: workflowId } });
    await page.goto(`/workflows/${workflowId}/edit?tab=Sync%20Data`);
    await page.getByRole('button', { name: 'Sync now' }).click();
    await rows().first().waitFor();
    await page.getByText('Up to date').waitFor();
    const { flows } = await person.api('GET /api/integrations/flows', { query: { workflowId } });
    const [flow] = flows;
    const products = await systems.all('shopify', 'products');
    const archived = products.filter(({ status }) => status === 'ARCHIVED').length;
    expect(flow?.items).toEqual({ ...noItems, Success: products.length - archived, Skipped: archived });
    await expect.poll(() => rows().count()).toBe(Math.min(20, products.length));
    const written = rows().filter({ hasText: 'Success' }).first();
    await written.waitFor();
    await inOrder();
    await written.getByRole('button', { name: /^View / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('region', { name: 'Source' }).getByText('title:').waitFor();
    await dialog.getByRole('region', { name: 'Target' }).getByText('Name:').waitFor();
    await inOrder();
    await dialog.getByRole('button', { name: 'Sync again' }).click();
    await page.getByText('1 item is synced again').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  test('items are searched and filtered by status', async () => {
    await page.getByRole('searchbox', { name: 'Search items' }).fill(title);
    await expect.poll(() => rows().count()).toBe(1);
    await choose('Status', 'Error (0)');
    await page.getByText('Nothing matches the search').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.poll(() => rows().count()).toBeGreaterThan(1);
  });

  test('items in Error and waiting items are synced again together, if there are any', async () => {
    const entries = page.getByRole('menuitem');
    const offered = async () => {
      await page.getByRole('button', { name: 'Sync again', exact: true }).click();
      const shown = await entries.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('aria-disabled')]));
      await page.keyboard.press('Escape');
      await entries.first().waitFor({ state: 'detached' });
      return shown;
    };
    // The item being synced again waits until its sync is over.
    await expect.poll(offered).toEqual([
      ['All 0 in Error', 'true'],
      ['All 0 waiting', 'true'],
      ['From a date…', null],
    ]);
  });

  test('“Sync now” keeps the focus while the flow is being synced', async () => {
    const flows = '**/api/integrations/flows?*';
    await page.route(flows, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      for (const flow of answer.flows) flow.state = 'Running';
      await route.fulfill({ response, json: answer });
    });
    const syncNow = page.getByRole('button', { name: 'Sync now: Products' });
    await syncNow.press('Enter');
    await page.getByText('Syncing', { exact: true }).first().waitFor();
    expect(await syncNow.isDisabled()).toBe(true);
    await expect.poll(() => syncNow.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.unroute(flows);
    await page.getByText('Up to date').waitFor();
  });

  test('the last written records appear in the list when the sync is over', async () => {
    let isOver = false;
    let isEndTold = false;
    await page.route('**/api/integrations/flows?*', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      isEndTold = isOver;
      if (!isOver) for (const flow of answer.flows) flow.state = 'Running';
      await route.fulfill({ response, json: answer });
    });
    await page.route('**/api/integrations/flows/*/items?*', (route) =>
      isEndTold ? route.continue() : route.fulfill({ json: { items: [], totalCount: 0, counts: noItems } }),
    );
    await page.reload();
    await page.getByText('Nothing is synchronised yet').waitFor();
    isOver = true;
    await page.getByText('Up to date').waitFor();
    await rows().first().waitFor();
    await page.unrouteAll();
  });

  test('a flow is paused and resumed', async () => {
    await page.getByRole('button', { name: 'Pause Products' }).click();
    await page.getByText('Paused', { exact: true }).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Sync now: Products' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Resume Products' }).click();
    await page.getByRole('button', { name: 'Pause Products' }).waitFor();
  });

  test('INT-16..19: is on /integrations, and its kind’s page opens at Settings, which shows nothing', async () => {
    await page.goto('/integrations');
    await page.getByRole('banner').getByText('Sync Data').waitFor();
    const group = page.getByRole('region', { name: 'Products' });
    await group.getByText('1 flow').waitFor();
    await inOrder();
    await group.getByRole('link', { name: 'Integration' }).click();
    await page.waitForURL('**/integrations/Integration');
    await page.getByRole('tab', { name: 'Settings', selected: true }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Sync Data', 'Run History', 'Audit', 'Settings']);
    expect(await page.getByRole('tabpanel').textContent()).toBe('');
    await page.getByRole('tab', { name: 'Run History' }).click();
    await page.getByRole('link', { name: 'Products' }).first().waitFor();
    await page.getByRole('tab', { name: 'Audit' }).click();
    const audit = page.getByRole('table', { name: 'Audit' });
    await audit.getByRole('row').filter({ hasText: 'Integration set up' }).filter({ hasText: 'You' }).first().waitFor();
    await inOrder();
    await page.getByRole('tab', { name: 'Sync Data' }).click();
    await rows().first().waitFor();
    await inOrder();
  });

  test('on /integrations, a requested sync that hasn’t started yet says so, and its end is shown', async () => {
    await page.goto('/integrations');
    const group = page.getByRole('region', { name: 'Products' });
    await group.getByText('Up to date').waitFor();
    const known = await person.api('GET /api/integrations/flows', { query: {} });
    let isHeld = true;
    await page.route('**/api/integrations/flows?*', (route) => (isHeld ? route.fulfill({ json: known }) : route.continue()));
    await page.route('**/api/workflows/instances/*', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      if (isHeld) answer.workflowInstance.status = 'InProgress';
      await route.fulfill({ response, json: answer });
    });
    await group.getByRole('button', { name: 'Sync now: Products' }).click();
    await group.getByText('Starting', { exact: true }).waitFor();
    isHeld = false;
    await group.getByText('Starting', { exact: true }).waitFor({ state: 'detached' });
    const lastSync = async () => (await person.api('GET /api/integrations/flows', { query: {} })).flows[0]?.syncedAt;
    await expect.poll(lastSync).not.toBe(known.flows[0]?.syncedAt);
    await group.getByText('Up to date').waitFor();
    await page.unrouteAll();
  });

  test('a failing list says so and is read again; everything fits in 390 px', async () => {
    await page.route('**/api/integrations/flows?*', (route) => route.fulfill({ status: 500, json: { isSuccess: false, errors: [] } }));
    await page.goto('/integrations');
    await page.getByText('The flows could not be loaded').waitFor();
    await page.unroute('**/api/integrations/flows?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('region', { name: 'Products' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/integrations', `/workflows/${workflowId}/edit?tab=Sync%20Data`, `/workflows/${workflowId}/edit?tab=Settings`]) {
      await page.goto(path);
      await page
        .getByText(/Up to date|Last Sync Date/)
        .first()
        .waitFor();
      // Settings can be changed while the workflow is active.
      expect(await page.getByText('Read-only while it is active').count(), path).toBe(path.endsWith('Sync%20Data') ? 1 : 0);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        path,
      ).toBeLessThanOrEqual(0);
    }
    await inOrder();
  });
});
