import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { closeForm, plusAt } from '../editor/canvas.ts';
import { openEditor } from '../editor/open-editor.ts';
import { type ConnectorServer, CRM_DOCUMENT, SHOP_DOCUMENT, startConnectorServer } from '../engine/connector-server.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { choose, createConnectorType, makeConnector } from './step-system.ts';

/** Two uploaded documents, two connectors, and a workflow between them without a line of code. */
describe('a paged list from one system is copied to another by a workflow built in the browser', () => {
  let systems: ConnectorServer;
  let browser: OpenBrowser;
  beforeAll(async () => {
    systems = await startConnectorServer(0);
  });
  afterAll(() => systems.close());
  afterEach(() => browser.close());

  test('lists 25 of 30 orders over three pages and makes a deal for each', async () => {
    const baseUrl = sharedBaseUrl();
    const person = await signUp(baseUrl);
    const suffix = crypto.randomUUID().slice(0, 8);
    const shop = { name: `Shop ${suffix}`, fileName: 'shop.yaml', document: SHOP_DOCUMENT, baseUrl: `${systems.url}/shop` };
    const crm = { name: `Crm ${suffix}`, fileName: 'crm.json', document: CRM_DOCUMENT, baseUrl: `${systems.url}/crm` };
    for (const type of [shop, crm]) await makeConnector(person.api, await createConnectorType(baseUrl, type), type.name);

    browser = await launchBrowser(baseUrl);
    const { page } = browser;
    await signInAs(page, person);
    const workflowId = await openEditor(page, person.api, [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    const panel = page.locator('[data-step-panel]');

    await addTile(page, 'after start', shop.name);
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('list');
    await choose(page, 'Resource', 'Orders');
    await choose(page, 'Operation', /list ?orders/i);
    await panel.getByRole('textbox', { name: 'Max Items to Return' }).fill('25');
    await closeForm(page);

    await addTile(page, 'at the start of Loop for list', crm.name);
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('deal');
    await choose(page, 'Resource', 'Deals');
    await choose(page, 'Operation', /deals/i);
    await panel.getByRole('textbox', { name: /^name/ }).fill('Order ${Steps["Loop for list"].CurrentItem.id}');
    await panel.getByRole('textbox', { name: /^amount/ }).fill('$Steps["Loop for list"].CurrentItem.total');
    await closeForm(page);

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor();
    await page.getByText('Workflow is valid and can be started').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/tab=Last\+Run&workflowInstanceId=/);
    await page.getByText(/^Took /).waitFor();
    await page.locator('[data-flowchart] [data-card="deal"]').click();
    await page.getByText('25 of 25').waitFor();

    expect(systems.pages()).toHaveLength(3);
    const deals = systems.posts().map(({ body }) => JSON.parse(body));
    expect(deals).toHaveLength(25);
    expect(deals[0]).toEqual({ name: 'Order o1', amount: 10 });
    expect(deals[24]).toMatchObject({ name: 'Order o25', amount: 250 });
    expect(new Set(systems.posts().map(({ headers }) => headers['idempotency-key'])).size).toBe(25);
    // The run list updates slightly later than the run's own page.
    await expect
      .poll(async () => {
        const { workflowInstances } = await person.api('GET /api/workflows/instances', { query: { WorkflowId: workflowId } });
        return workflowInstances.map(({ status }) => status);
      })
      .toEqual(['Succeeded']);
    expect(browser.problems).toEqual([]);
  });
});

async function addTile(page: Page, place: string, name: string): Promise<void> {
  await plusAt(page, place).click();
  await page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name }).click();
  await page.locator('[data-step-panel]').waitFor();
}
