import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStep, waitForRun } from '../api/runs.ts';
import { ADMIN, signUp } from '../api/session.ts';
import { problemsInBothThemes } from '../browser/accessibility.ts';
import { launchBrowser } from '../browser/browser.ts';
import { closeByClick } from '../browser/close-by-click.ts';
import { signInAs } from '../browser/sign-in.ts';
import { openEditorOfNewPerson, stepCard } from '../editor/new-person-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type ConnectorPerson, field, newConnectorPerson, toast } from './connector-people.ts';
import { SHOP_DOCUMENT, startShop } from './own-system.ts';

const KEY = 'shop-key-1';
const SOURCE = 'Address, OpenAPI document or cURL command';
const baseUrl = sharedBaseUrl();
let person: ConnectorPerson;
let shop: Awaited<ReturnType<typeof startShop>>;

beforeAll(async () => {
  [person, shop] = await Promise.all([newConnectorPerson(baseUrl), startShop(KEY)]);
});
afterAll(() => Promise.all([person?.close(), shop?.stop()]));

async function describeApi(page: Page, text: string): Promise<void> {
  await page.goto('/connectors');
  await page.getByRole('link', { name: 'Add your own API' }).click();
  await field(page, SOURCE).fill(text);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Runs one operation of the connector. @returns the step's response */
async function runOperation(connectorId: string, operationId: string, mappings: Record<string, string> = {}) {
  const { api } = person;
  const requestParameterMappings = Object.entries(mappings).map(([toParameterPath, fromParameterExpression]) => ({
    toParameterPath,
    fromParameterExpression,
  }));
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
    { stepId: 'call', type: 'ConnectorOperation', connectorId, operationId, nextStepId: null, requestParameterMappings },
  ];
  const { workflow } = await api('POST /api/workflows', { body: { name: 'Own API', steps: steps as never } });
  const run = await api('POST /api/workflows/{id}/test-run', { params: { id: workflow.id }, body: { payload: {} } });
  expect(await waitForRun(api, run.workflowInstanceId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
  return (await readStep(api, run.workflowInstanceId, 'call')).stepData?.response?.body;
}

const connectorIdOf = (page: Page) => /\/connectors\/([\w-]+)\/edit/.exec(page.url())?.[1] ?? '';

test('a person adds an API from its address: what the document says is filled in, a wrong key is named, and nothing is lost', async () => {
  const { page } = person;
  await describeApi(page, `${shop.origin}/nothing.json`);
  await page.getByText(/responded with 404 instead of the document/).waitFor();
  expect(await field(page, SOURCE).inputValue()).toBe(`${shop.origin}/nothing.json`);
  expect(await problemsInBothThemes(page)).toEqual([]);

  await field(page, SOURCE).fill(`${shop.origin}/openapi.json`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('2 operations found').waitFor();
  expect(await field(page, 'Name').inputValue()).toBe('Corner shop');
  expect(await field(page, 'Address').inputValue()).toBe(`${shop.origin}/v1`);
  await page
    .getByRole('button', { name: /How to sign in/ })
    .getByText('API key or token (X-Shop-Key)')
    .waitFor();
  expect(await problemsInBothThemes(page)).toEqual([]);

  const submit = page.getByRole('button', { name: 'Create connector and test' });
  await submit.click();
  await page.getByText('Please input token').waitFor();
  await field(page, 'Token').fill('wrong');
  await submit.click();
  await page.getByText('Corner shop did not accept the credentials (401). Enter the token again.').waitFor();
  expect(await problemsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change sign-in' }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => field(page, 'Token').inputValue()).toBe('wrong');
  await field(page, 'Token').fill(KEY);
  await submit.click();
  await page.getByText('The connection to Corner shop works.').waitFor();
  await page.getByRole('button', { name: 'Open connector' }).click();
  await page.waitForURL('**/connectors/*/edit');
  expect(await runOperation(connectorIdOf(page), 'GET /orders')).toEqual({ total: 3 });
  const { connectorTypes } = await person.api('GET /api/connector-types', { query: { name: 'Corner shop' } });
  expect(connectorTypes).toMatchObject([{ name: 'Corner shop', visibility: 'User' }]);
});

test('a cURL command becomes an operation, and its key is only in the connector', async () => {
  const { page, api } = person;
  await describeApi(page, `curl -T order.json ${shop.origin}/v1/orders`);
  await page.getByText('The option -T sends a file as the whole body.', { exact: false }).waitFor();
  const command = `curl -X POST '${shop.origin}/v1/orders?dry_run=true' \\\n  -H 'X-Shop-Key: ${KEY}' \\\n  --json '{"sku": "tea"}'`;
  await field(page, SOURCE).fill(command);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('1 operation found').waitFor();
  await field(page, 'Name').fill('Shop by command');
  await expect.poll(() => field(page, 'Token').inputValue()).toBe(KEY);
  await page.getByRole('button', { name: 'Create connector and test' }).click();
  await page.getByRole('button', { name: 'Open connector' }).click();
  await page.waitForURL('**/connectors/*/edit');
  const connectorId = connectorIdOf(page);
  expect(await runOperation(connectorId, 'POST /orders', { 'body.sku': 'tea', 'query.dry_run': 'true' })).toEqual({ total: 3 });
  const { connectorTypes } = await api('GET /api/connector-types', { query: { name: 'Shop by command' } });
  expect(JSON.stringify(connectorTypes)).not.toContain(KEY);
});

test('a pasted document without a sign-in is added by keyboard alone, changed, and deleted once no connector uses it', async () => {
  const { page, api } = person;
  const { security: _, components: __, ...open } = SHOP_DOCUMENT;
  const text = JSON.stringify({ ...open, info: { title: 'Open shop', version: '1' }, servers: [{ url: `${shop.origin}/open` }] });
  await page.goto('/connectors/addApi');
  await field(page, SOURCE).focus();
  await page.keyboard.insertText(text);
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');
  await page.getByText('Calls are sent without any credentials.').waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  // A long document is read at once: a field that shows it would freeze the page.
  await field(page, SOURCE).evaluate(
    (area, long) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', long);
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `${text}${' '.repeat(5_000_000)}`,
  );
  await page.getByText('Calls are sent without any credentials.').waitFor();
  await expect.poll(() => focusedWords(page)).toMatch(/^Name/);
  await tabTo(page, 'Create connector and test');
  await page.keyboard.press('Enter');
  await page.getByText('The connection to Open shop works.').waitFor();
  await expect.poll(() => focusedWords(page)).toBe('Open connector');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/connectors/*/edit');
  const connectorId = connectorIdOf(page);
  expect(await runOperation(connectorId, 'GET /orders')).toEqual({ total: 3 });

  await page.goto('/connectors/addApi');
  await page.getByRole('link', { name: 'Edit Open shop' }).click();
  await page.getByText('2 operations found').waitFor();
  expect(await problemsInBothThemes(page)).toEqual([]);
  await field(page, 'Name').fill('Our open shop');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Our open shop saved');
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete Our open shop' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  };
  await remove();
  await page.getByText('These connectors use “Our open shop”: “Open shop”. Delete them first.').first().waitFor();
  await page.goto('/connectors/addApi');
  await api('DELETE /api/connectors/{id}', { params: { id: connectorId } });
  await remove();
  await toast(page, 'Our open shop deleted');
  expect((await api('GET /api/connector-types', { query: { name: 'Our open shop' } })).connectorTypes).toEqual([]);
});

test('an API added inside a step returns to the step with its connector selected', async () => {
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
    { stepId: 'call', type: 'ConnectorOperation' },
  ];
  const editor = await openEditorOfNewPerson(baseUrl, steps);
  try {
    await stepCard(editor.page, 'call').click();
    const addConnector = editor.page.getByRole('button', { name: 'Add Connector' });
    const [popup] = await Promise.all([editor.page.waitForEvent('popup'), addConnector.click()]);
    await popup.getByRole('button', { name: 'Add your own API' }).click();
    await field(popup, SOURCE).fill(`curl ${shop.origin}/open/orders`);
    await popup.getByRole('button', { name: 'Continue' }).click();
    await field(popup, 'Name').fill('Shop of a step');
    await popup.getByRole('button', { name: 'Create connector and test' }).click();
    await popup.getByText('The connection to Shop of a step works.').waitFor();
    await closeByClick(popup, popup.getByRole('button', { name: 'Use this connector' }));
    const panel = editor.page.locator('[data-step-panel]');
    await panel.getByRole('button', { name: /Shop of a step.*Connector/ }).waitFor();

    // The next window starts with the application of the step's connector.
    const [again] = await Promise.all([editor.page.waitForEvent('popup'), addConnector.click()]);
    await again.getByRole('heading', { name: 'New Shop of a step Connector' }).waitFor();
    await again.close();
  } finally {
    await editor.close();
  }
});

test('an admin shares an API with everyone', async () => {
  const author = await signUp(baseUrl);
  const other = await signUp(baseUrl);
  const name = `Shared ${crypto.randomUUID().slice(0, 8)}`;
  const { openApiDocument } = await author.api('POST /api/own-apis/read', { body: { url: `${shop.origin}/openapi.json` } });
  const { connectorType } = await author.api('POST /api/own-apis', {
    body: { name, baseUrl: `${shop.origin}/v1`, openApiDocument, authorizationType: 'ApiKey' },
  });
  const find = () => other.api('GET /api/connector-types', { query: { name } });
  expect((await find()).totalCount).toBe(0);
  const admin = await launchBrowser(baseUrl);
  try {
    await signInAs(admin.page, ADMIN);
    await admin.page.goto(`/admin/connectorTypes?name=${encodeURIComponent(name)}`);
    await admin.page.getByRole('button', { name: `More actions for ${name}` }).click();
    await admin.page.getByRole('menuitem', { name: 'Share with everyone' }).click();
    await admin.page.getByText(`their credentials will be sent to ${shop.origin}/v1`, { exact: false }).waitFor();
    await admin.page.getByRole('button', { name: 'Share', exact: true }).click();
    await toast(admin.page, `${name} is shared with everyone`);
  } finally {
    await admin.close();
  }
  expect((await find()).connectorTypes).toMatchObject([{ id: connectorType.id, visibility: 'AllUsers' }]);
});

function focusedWords(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return element?.labels?.[0]?.textContent || element?.getAttribute('aria-label') || element?.textContent || '';
  });
}

async function tabTo(page: Page, words: string): Promise<void> {
  for (let at = 0; at < 40; at += 1) {
    await page.keyboard.press('Tab');
    if ((await focusedWords(page)) === words) return;
  }
  throw new Error(`Tab does not reach ${words}`);
}
