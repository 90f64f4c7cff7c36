import { sign } from '@octokit/webhooks-methods';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { openEditor } from '../editor/new-person-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { API_KEY, type EventSystem, startEventSystem } from './event-system.ts';
import { makeEventType, makeEventWorkflow } from './make-event-type.ts';

describe('a workflow that waits for an event, in the editor', () => {
  const baseUrl = sharedBaseUrl();
  let system: EventSystem;
  let connectorTypeId: string;
  let browser: OpenBrowser;
  beforeAll(async () => {
    system = await startEventSystem();
    connectorTypeId = await makeEventType(baseUrl, system.url, 'github');
  });
  afterAll(() => system.close());
  afterEach(() => browser.close());

  /** An open editor, with the connector that has this key. */
  async function opened(apiKey: string) {
    const person = await signUp(baseUrl);
    const { connector } = await person.api('POST /api/connectors', { body: { name: 'Orders', connectorTypeId, apiKey } });
    const workflow = await makeEventWorkflow(person.api, { connectorId: connector.id, connectorTypeId }, 'order.sold', {
      'body.suffix': '/nl',
    });
    browser = await launchBrowser(baseUrl);
    await signInAs(browser.page, person);
    await openEditor(browser.page, workflow.id);
    return { ...workflow, api: person.api, page: browser.page };
  }
  const hookOf = (webhookUrl: string) => [...system.hooks.values()].find(({ url }) => url.startsWith(webhookUrl));

  test('Run registers it for a test, waits for it to happen, and shows its run (EDIT-40, EDIT-72..74)', async () => {
    const { page, webhookUrl } = await opened(API_KEY);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Wating for Webhook call' });
    await dialog.getByText('Waiting for Webhook call...').waitFor();
    await dialog.getByText(/Trigger the event in the connected system/).waitFor();
    await dialog.getByText(webhookUrl).waitFor();
    // The system signs its calls: a command to copy would be refused.
    expect(await dialog.getByText('curl').count()).toBe(0);

    const body = '{"type":"sold","delivery":"in-editor"}';
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': await sign(hookOf(webhookUrl)?.secret ?? 'none', body),
    };
    expect((await fetch(webhookUrl, { method: 'POST', headers, body })).status).toBe(200);
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL(/workflowInstanceId=/);
    await page.getByText('Succeeded').first().waitFor();
    await expect.poll(() => hookOf(webhookUrl)).toBeUndefined();
  });

  test('forbidden actions of the connector are reported in the specification’s words (EDIT-51, EDIT-67)', async () => {
    const { page, id, api } = await opened('a key that is no longer good');
    const words = page.getByText('WebHook update not authorized. Please Refresh Connector.');
    await page.getByText('Active', { exact: true }).click();
    await words.first().waitFor();
    expect((await api('GET /api/workflows/{id}', { params: { id } })).workflow.isActive).toBe(false);
    // Spec EDIT-75: a test that can't start says why, and nothing waits.
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await words.first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await words.first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
