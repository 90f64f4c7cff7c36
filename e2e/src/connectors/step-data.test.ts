import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { openEditor, openStep } from '../editor/open-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type ConnectedSystem, choose, createConnectorType, makeConnector, startSystem } from './step-system.ts';

const document = `openapi: 3.0.3
info: { title: Studio, version: '1' }
x-custom-parameters:
  - operation: GET /fields
    itemsPath: fields
    idPath: key
    namePath: label
    typePath: type
    into: ['POST /clients#/body/custom']
x-webhooks:
  clientAdded:
    post:
      summary: Client added
      tags: [Clients]
      x-subscription-schema: { type: object, required: [siteId], properties: { siteId: { type: string, x-label: Site } } }
      requestBody: { content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }
      responses: { '200': { description: ok } }
paths:
  /clients:
    post:
      tags: [Clients]
      summary: Add a client
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: { type: string }
                newsletter: { type: boolean, x-advanced: true }
                custom: { type: object, properties: {} }
      responses: { '200': { description: ok } }
  /fields:
    get: { x-hidden: true, responses: { '200': { description: ok } } }
  /graphql:
    post:
      tags: [Search]
      summary: Search clients
      x-graphql: { query: 'query Search($text: String!) { clients(text: $text) { id } }' }
      requestBody:
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } }
      responses: { '200': { description: ok } }
  /products:
    get:
      tags: [Products]
      x-sync-source: [Products, Inventory]
      x-get-data: [Orders, Products]
      parameters:
        - { name: location, in: query, required: true, schema: { type: string, x-label: Location } }
      responses: { '200': { description: ok } }
    post:
      tags: [Products]
      x-sync-target: Products
      parameters:
        - { name: channel, in: query, required: true, schema: { type: string, x-label: Channel, enum: [pos, web] } }
      requestBody: { content: { application/json: { schema: { type: object, x-hide: true, properties: { a: { type: string } } } } } }
      responses: { '200': { description: ok } }
`;

describe('forms of connector events, operations and data steps, from the system’s document', () => {
  let system: ConnectedSystem;
  let browser: OpenBrowser;
  beforeAll(async () => {
    const fields = [{ key: 'locker', label: 'Locker number', type: 'int' }];
    system = await startSystem(({ url }) => (url === '/fields' ? { body: { fields } } : { body: {} }));
  });
  afterAll(() => system.close());
  afterEach(() => browser.close());

  async function opened(name: string, steps: (of: { connectorId: string; connectorTypeId: string }) => unknown[]) {
    const person = await signUp(sharedBaseUrl());
    const typeName = `${name} ${crypto.randomUUID().slice(0, 8)}`;
    const made = { name: typeName, fileName: 'studio.yaml', document, baseUrl: system.url, hasCustomParameters: true };
    const connectorTypeId = await createConnectorType(sharedBaseUrl(), made);
    const connectorId = await makeConnector(person.api, connectorTypeId, 'studio');
    browser = await launchBrowser(sharedBaseUrl());
    const { page } = browser;
    await signInAs(page, person);
    const workflowId = await openEditor(page, person.api, steps({ connectorId, connectorTypeId }) as never);
    const saved = async (stepId: string) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor();
      const { workflow } = await person.api('GET /api/workflows/{id}', { params: { id: workflowId } });
      return workflow.steps.find((step) => step.stepId === stepId);
    };
    return { page, panel: page.locator('[data-step-panel]'), typeName, connectorTypeId, connectorId, saved };
  }

  test('STEP-19, STEP-21, HOOK-06: an event by resource, with its subscription’s parameters and the webhook URL', async () => {
    const { page, panel, connectorId, saved } = await opened('Studio', (of) => [
      { stepId: 'start', type: 'Trigger', triggerType: 'ConnectorEvent', ...of },
    ]);
    await openStep(page, 'start');
    await choose(page, 'Resource', 'Clients');
    await choose(page, 'Event', 'Client added');
    await panel.getByRole('textbox', { name: /^Site/ }).fill('S-7');
    await panel.getByText(/\/api\/webhooks\/\w+/).waitFor();
    expect(await saved('start')).toMatchObject({
      connectorId,
      eventId: 'clientAdded',
      requestParameterMappings: [{ toParameterPath: 'body.siteId', fromParameterExpression: 'S-7' }],
    });
    expect(browser.problems).toEqual([]);
  });

  test('STEP-35..37, STEP-41: the account’s own fields, advanced parameters, a custom query', async () => {
    const { page, panel, saved } = await opened('Studio', (of) => [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'add' },
      { stepId: 'add', type: 'ConnectorOperation', ...of, operationId: 'POST /clients' },
    ]);
    await openStep(page, 'add');
    await panel.getByRole('textbox', { name: /^name/ }).waitFor();
    expect(await panel.getByText('newsletter').count()).toBe(0);
    await panel.getByText('Show advanced parameters').click();
    await panel.getByText('newsletter').first().waitFor();
    await panel.getByRole('button', { name: 'Re-Sync Parameters' }).click();
    await page.getByText('Custom fields reloaded').waitFor();
    await panel.getByRole('button', { name: /^custom/ }).click();
    await panel.getByRole('textbox', { name: /^Locker number/ }).fill('12');
    await panel.getByRole('textbox', { name: /^name/ }).fill('Ada');
    expect(await saved('add')).toMatchObject({
      requestParameterMappings: expect.arrayContaining([{ toParameterPath: 'body.custom.locker', fromParameterExpression: '12' }]),
    });
    await choose(page, 'Resource', 'Search');
    await choose(page, 'Operation', /^Search clients/);
    await page.getByText('add: Please enter text').waitFor();
    await panel.getByText('Override GraphQL query').click();
    await panel.getByText('query Search($text: String!)').first().waitFor();
    await page.getByText('Workflow is valid and can be started').waitFor();
    expect(browser.problems).toEqual([]);
  });

  test('STEP-83..93, API-99, API-101: sync and get-data steps ask for their systems’ parameters', async () => {
    const { page, panel, typeName, connectorTypeId, connectorId, saved } = await opened('Mindbody', () => [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
      { stepId: 'sync', type: 'SyncStep', syncType: 'Products', nextStepId: 'orders' },
      { stepId: 'orders', type: 'GetDataStep', getDataDataType: 'Orders' },
    ]);
    const target = await createConnectorType(sharedBaseUrl(), {
      name: typeName.replace('Mindbody', 'Shopify'),
      fileName: 'shop.yaml',
      document,
      baseUrl: system.url,
    });
    await page.reload();
    await openStep(page, 'orders');
    await select(page, 'Connector Type', typeName);
    await panel.getByRole('textbox', { name: /^Location/ }).fill('Bern');
    expect(await saved('orders')).toMatchObject({
      connectorTypeId,
      connectorId,
      requestParameterMappings: [{ toParameterPath: 'query.location', fromParameterExpression: 'Bern' }],
    });
    await page.keyboard.press('Escape');
    // The next step's form is a different one.
    await panel.waitFor({ state: 'detached' });

    await openStep(page, 'sync');
    await select(page, 'Source Connector Type', typeName);
    await select(page, 'Source Connector', 'studio');
    await select(page, 'Target Connector Type', typeName.replace('Mindbody', 'Shopify'));
    await panel.getByRole('textbox', { name: /^Location/ }).fill('Zug');
    expect(await saved('sync')).toMatchObject({
      sourceConnectorTypeId: connectorTypeId,
      targetConnectorTypeId: target,
      sourceConnectorTypeRequestParameterMappings: [{ toParameterPath: 'query.location', fromParameterExpression: 'Zug' }],
    });
    expect(browser.problems).toEqual([]);
  });
});

async function select(page: Page, label: string, option: string): Promise<void> {
  const panel = page.locator('[data-step-panel]');
  await panel
    .getByRole('button', { name: new RegExp(`(^| )${label}$`) })
    .and(page.locator('[aria-haspopup="listbox"]'))
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
