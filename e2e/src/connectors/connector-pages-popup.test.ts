import { startTestAuthorizationServer, TEST_CLIENT, type TestAuthorizationServer } from '@portage/local/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { closeByClick } from '../browser/close-by-click.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson, stepCard } from '../editor/new-person-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { choose, field, toast, typeMaker } from './connector-people.ts';
import { startKeySystem } from './key-system.ts';
import { OAUTH1_CLIENT, startOAuth1System } from './oauth1-system.ts';

const baseUrl = sharedBaseUrl();

/** A flow whose second step needs a connector. */
const STEPS = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
  { stepId: 'call', type: 'ConnectorOperation' },
];

describe('a connector made from the editor, in its own window', () => {
  let makeType: Awaited<ReturnType<typeof typeMaker>>;
  let keys: Awaited<ReturnType<typeof startKeySystem>>;
  let oauth1: Awaited<ReturnType<typeof startOAuth1System>>;
  let oauth2: TestAuthorizationServer;
  let editor: EditorOfNewPerson;
  beforeAll(async () => {
    [makeType, keys, oauth1, oauth2, editor] = await Promise.all([
      typeMaker(baseUrl),
      startKeySystem(),
      startOAuth1System(),
      startTestAuthorizationServer(`${baseUrl}/api/connectors/callback`),
      openEditorOfNewPerson(baseUrl, STEPS),
    ]);
  });
  afterAll(() => Promise.all([editor?.close(), keys?.stop(), oauth1?.stop(), oauth2?.stop()]));

  async function openPopup(): Promise<Page> {
    const { page } = editor;
    if ((await page.locator('[data-step-panel]').count()) === 0) await stepCard(page, 'call').click();
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Add Connector' }).click()]);
    // A step that has a connector first asks for another of its type. Both show once the types have loaded.
    const change = popup.getByRole('button', { name: 'Change application' });
    await change
      .or(popup.getByRole('searchbox', { name: 'Filter' }))
      .first()
      .waitFor();
    if (await change.isVisible()) await change.click();
    await popup.getByRole('heading', { name: 'New Connector' }).waitFor();
    return popup;
  }

  async function pick(popup: Page, typeName: string): Promise<void> {
    await popup.getByRole('searchbox', { name: 'Filter' }).fill(typeName);
    await popup.getByRole('list', { name: 'Applications' }).getByRole('button', { name: typeName }).click();
    await popup.getByRole('heading', { name: `New ${typeName} Connector` }).waitFor();
  }

  const isChosen = (name: string) =>
    editor.page
      .locator('[data-step-panel]')
      .getByRole('button', { name: new RegExp(`${name}.*Connector`) })
      .first()
      .waitFor();

  test('CONN-12, CONN-13, CONN-46: the authorization is chosen, the window closes, and the step has the connector', async () => {
    const type = await makeType('Keyed', { baseUrl: keys.origin });
    const popup = await openPopup();
    expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([640, 500]);
    // No frame around it (spec CONN-12).
    expect(await popup.getByRole('navigation').count()).toBe(0);
    await pick(popup, type.name);
    expect(await accessibilityProblems(popup)).toEqual([]);
    await popup.getByRole('button', { name: 'Add Connector' }).click();
    await popup.getByText('Please input Authorization Type').waitFor();
    await popup.getByText('Please input connector name').waitFor();
    await field(popup, 'Name').fill('From the editor');
    await choose(popup, 'Authorization Type', 'API key or token');
    await field(popup, 'Token').fill('bearer-token-1');
    await closeByClick(popup, popup.getByRole('button', { name: 'Add Connector' }));
    await isChosen('From the editor');
  });

  test('EDIT-39: “New Connector” among the steps to add makes one in that window, and a step that uses it', async () => {
    const type = await makeType('Tile', { baseUrl: keys.origin });
    const { page } = editor;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a step after call', exact: true }).click();
    const tile = page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: 'New Connector' });
    const [popup] = await Promise.all([page.waitForEvent('popup'), tile.click()]);
    await pick(popup, type.name);
    await field(popup, 'Name').fill('From the tile');
    await choose(popup, 'Authorization Type', 'API key or token');
    await field(popup, 'Token').fill('bearer-token-2');
    await closeByClick(popup, popup.getByRole('button', { name: 'Add Connector' }));
    await page.getByRole('dialog', { name: 'New Step' }).waitFor({ state: 'detached' });
    await stepCard(page, 'ConnectorOperation1').click();
    await isChosen('From the tile');
    await page.keyboard.press('Escape');
  });

  test('CONN-16: with OAuth the window returns from the system, notifies the editor and closes', async () => {
    const type = await makeType('Crm', {
      authorizationType: 'OAuth',
      baseUrl: `${oauth2.origin}/api`,
      authUrl: `${oauth2.origin}/auth`,
      tokenUrl: `${oauth2.origin}/token`,
      clientId: TEST_CLIENT.id,
      clientSecret: TEST_CLIENT.secret,
      scope: 'openid offline_access',
      additionalData: { connection: { authorizationParameters: { prompt: 'consent' } } },
    });
    const popup = await openPopup();
    await pick(popup, type.name);
    await field(popup, 'Name').fill('CRM of the popup');
    await choose(popup, 'Authorization Type', 'OAuth 2 (sign in at the system)');
    await closeByClick(popup, popup.getByRole('button', { name: 'Add Connector' }));
    await isChosen('CRM of the popup');
    const { connectors } = await editor.api('GET /api/connectors', { query: { name: 'CRM of the popup' } });
    expect(connectors).toMatchObject([{ connectedAt: expect.any(String) }]);
  });

  test('a system whose pages are cut off from their opener still gets its message through', async () => {
    const type = await makeType('Careful', {
      authorizationType: 'OAuth1',
      baseUrl: `${oauth1.origin}/api`,
      authUrl: `${oauth1.origin}/authorize`,
      tokenUrl: `${oauth1.origin}/access-token`,
      requestTokenUrl: `${oauth1.origin}/request-token`,
      clientId: OAUTH1_CLIENT.key,
      clientSecret: OAUTH1_CLIENT.secret,
    });
    const popup = await openPopup();
    await pick(popup, type.name);
    await field(popup, 'Name').fill('Careful system');
    await choose(popup, 'Authorization Type', 'OAuth 1.0a (sign in at the system)');
    await popup.getByRole('button', { name: 'Add Connector' }).click();
    await popup.getByRole('link', { name: 'Allow' }).waitFor();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    await closeByClick(popup, popup.getByRole('link', { name: 'Allow' }));
    await isChosen('Careful system');
  });

  test('HOSTILE 35: another window’s message makes no one use a connector', async () => {
    const { page } = editor;
    const popup = await openPopup();
    await page.evaluate(() => window.postMessage({ type: 'connector-created', connectorId: 'of-a-stranger' }, window.location.origin));
    await page.evaluate(() => {
      const channel = new BroadcastChannel('portage:connector-created');
      channel.postMessage({ type: 'connector-created', connectorId: 'of-a-stranger', askedBy: 'somebody' });
      channel.close();
    });
    await closeByClick(popup, popup.getByRole('button', { name: 'Cancel' }));
    await isChosen('Careful system');
    expect(await page.getByText('Unknown connector').count()).toBe(0);
  });

  test('CONN-14, CONN-15: the address’s flags fill in the name, save without a click, and keep its purpose', async () => {
    const type = await makeType('Auto', {
      authorizationType: 'OAuth',
      baseUrl: `${oauth2.origin}/api`,
      authUrl: `${oauth2.origin}/auth`,
      tokenUrl: `${oauth2.origin}/token`,
      clientId: TEST_CLIENT.id,
      clientSecret: TEST_CLIENT.secret,
      scope: 'openid offline_access',
      additionalData: { connection: { authorizationParameters: { prompt: 'consent' } } },
    });
    const { page } = editor;
    const query = `connectorTypeId=${type.id}&autofillConnectorName=true&autoSaveConnector=true&integrationType=ledger`;
    const tab = await page.context().newPage();
    await tab.goto(`/connectors/addPopup?${query}`);
    await tab.waitForURL('**/connectors/*/edit');
    await toast(tab, 'Connector created.');
    const id = new URL(tab.url()).pathname.split('/')[2] ?? '';
    const { connector } = await editor.api('GET /api/connectors/{id}', { params: { id } });
    expect(connector).toMatchObject({ name: `My ${type.name}`, additionalData: { integrationType: 'ledger' } });
    await tab.close();
  });

  test('CONN-15: a token can be typed to its end before the popup saves by itself', async () => {
    const type = await makeType('Keyed', { baseUrl: keys.origin });
    const tab = await editor.page.context().newPage();
    await tab.goto(`/connectors/addPopup?connectorTypeId=${type.id}&autofillConnectorName=true&autoSaveConnector=true`);
    const token = tab.locator('main input[type="password"]').first();
    await token.pressSequentially('sk-portage-demo', { delay: 20 });
    expect(new URL(tab.url()).pathname).toBe('/connectors/addPopup');
    const sent = tab.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/connectors'));
    await token.press('Tab');
    expect((await sent).postDataJSON()).toMatchObject({ apiKey: 'sk-portage-demo' });
    await tab.close();
  });

  test('CONN-15, CONN-28: without a subscription the popup says so, or goes to Billing if asked to', async () => {
    const paid = await makeType('Paid', { baseUrl: keys.origin, subscriptionRequired: true });
    const tab = await editor.page.context().newPage();
    await tab.goto(`/connectors/addPopup?connectorTypeId=${paid.id}`);
    await tab.getByText('You must have a valid subscription in order to create this Connector.').waitFor();
    await tab.goto(`/connectors/addPopup?connectorTypeId=${paid.id}&redirectToBilling=true`);
    await tab.waitForURL('**/billing');
    await tab.close();
  });

  test('CONN-17, CONN-52: outside a popup the page leads to the connector, or signed out to /signin; without an id it says so', async () => {
    const { page } = editor;
    const { connectors } = await editor.api('GET /api/connectors');
    const id = connectors[0]?.id ?? '';
    const tab = await page.context().newPage();
    await tab.goto(`/connector-created?connectorId=${id}`);
    await tab.waitForURL(`**/connectors/${id}/edit`);
    await tab.goto('/connector-created');
    await tab.getByText('connectorId is null').waitFor();
    await tab.close();
    const stranger = await (await editor.browser.newContext({ baseURL: baseUrl })).newPage();
    await stranger.goto(`/connector-created?connectorId=${id}`);
    await stranger.waitForURL('**/signin');
    await stranger.close();
  });
});
