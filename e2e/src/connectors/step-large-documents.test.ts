import { afterEach, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { openEditor } from '../editor/open-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { createConnectorType, makeConnector, realDocument } from './step-system.ts';

/** Large documents of real systems, each with an operation that has many parameters. */
const documents = [
  ['shopify-admin-rest-2020.json', 'GET /admin/api/2020-01/products.json'],
  ['twilio-api_v2010.json', 'POST /2010-04-01/Accounts/{AccountSid}/Calls.json'],
  ['xero-accounting.yaml', 'POST /Invoices'],
  ['zoom-v2-swagger2.json', 'POST /users/{userId}/meetings'],
  ['salesforce-subset.json', 'POST /sobjects/Account'],
] as const;
const present = documents.filter(([fileName]) => realDocument(fileName) !== null);

describe.skipIf(present.length === 0)('forms of operations of large documents', () => {
  let browser: OpenBrowser;
  afterEach(() => browser.close());

  test.each(present)('%s: %s opens after its click, is filtered and filled in', async (fileName, operationId) => {
    const person = await signUp(sharedBaseUrl());
    const name = `Large ${crypto.randomUUID().slice(0, 8)}`;
    const document = realDocument(fileName) ?? '';
    const typeId = await createConnectorType(sharedBaseUrl(), { name, fileName, document, baseUrl: 'https://system.example' });
    const connectorId = await makeConnector(person.api, typeId, 'large');
    const { schema } = await person.api('GET /api/connectors/{id}/api-schema', { params: { id: connectorId } });
    expect(schema.operations.map(({ id }) => id)).toContain(operationId);
    browser = await launchBrowser(sharedBaseUrl());
    const { page } = browser;
    await signInAs(page, person);
    const workflowId = await openEditor(page, person.api, [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
      { stepId: 'call', type: 'ConnectorOperation', connectorId, connectorTypeId: typeId, operationId },
    ] as never);
    const panel = page.locator('[data-step-panel]');
    await page.locator('[data-flowchart] [data-card="call"]').click();
    const filter = panel.getByRole('searchbox', { name: 'Field name' });
    // Expanding a whole document takes minutes, longer than this waits.
    await filter.waitFor();

    // Every writable field, whatever its label.
    const before = await panel.getByRole('textbox').count();
    await filter.fill('nothing is called like this');
    await expect.poll(() => panel.getByRole('textbox').count()).toBeLessThan(before);
    await filter.fill('');
    await expect.poll(() => panel.getByRole('textbox').count()).toBe(before);
    const field = panel.locator('[data-field^="mapping:"]').getByRole('textbox').first();
    await field.fill('a value');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await person.api('GET /api/workflows/{id}', { params: { id: workflowId } })).workflow.steps[1])
      .toMatchObject({ requestParameterMappings: [{ fromParameterExpression: 'a value' }] });
    expect(browser.problems).toEqual([]);
  });
});
