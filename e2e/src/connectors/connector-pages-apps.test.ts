import { createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { APPS_CLIENT, APPS_KEY, signShopifyQuery, startTestAppsServer, type TestAppsServer } from '@portage/local/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { beginConnector, type ConnectorPerson, choose, field, newConnectorPerson, toast, typeMaker } from './connector-people.ts';

/** A separate Portage with the apps set up: a server here plays their APIs, Plaid's script and the widget. */
describe('apps that are linked and installed', () => {
  let apps: TestAppsServer;
  let stack: Stack;
  let dataDir: Awaited<ReturnType<typeof startedDataDir>>;
  let person: ConnectorPerson;
  let makeType: Awaited<ReturnType<typeof typeMaker>>;
  beforeAll(async () => {
    apps = await startTestAppsServer();
    dataDir = await startedDataDir();
    stack = await startStack({
      dataDir: dataDir.dataDir,
      port: await freePort(),
      env: {
        PORTAGE_EGRESS_ALLOW: '127.0.0.1:*',
        PORTAGE_SEED_DEMO: 'false',
        AGGREGATION_API_URL: `${apps.origin}/merge`,
        AGGREGATION_API_KEY: APPS_KEY,
        API_PANDA_WIDGET_URL: `${apps.origin}/widget`,
        PLAID_LINK_URL: `${apps.origin}/link-initialize.js`,
        PLAID_API_URL: apps.origin,
        PORTAGE_PLAID_CLIENT_ID: APPS_CLIENT.id,
        PORTAGE_PLAID_CLIENT_SECRET: APPS_CLIENT.secret,
        PORTAGE_SHOPIFY_CLIENT_ID: APPS_CLIENT.id,
        PORTAGE_SHOPIFY_CLIENT_SECRET: APPS_CLIENT.secret,
      },
    });
    [person, makeType] = await Promise.all([newConnectorPerson(stack.baseUrl), typeMaker(stack.baseUrl)]);
  });
  afterAll(async () => {
    await person?.close();
    await stack?.stop();
    await apps?.stop();
    await dataDir?.remove();
  });

  const refusals = () => person.problems.filter((problem) => /Content Security Policy|blocked/i.test(problem));

  test('CONN-54, CONN-55: Plaid Link runs in its own page, and its result becomes a connector', async () => {
    const { page } = person;
    await beginPlaid();
    await page.getByRole('dialog', { name: 'Plaid Link sandbox' }).getByRole('button', { name: 'Bank says no' }).click();
    await toast(page, 'Could not create Plaid connector. Please try again.');
    await page.getByRole('button', { name: 'Connect with Plaid' }).click();
    await page.getByRole('button', { name: 'Bank says yes' }).click();
    await toast(page, 'Connector successfully created.');
    await page.waitForURL('**/connectors/*/edit');
    await expect.poll(() => field(page, 'Access Token').inputValue()).toBe('•'.repeat(20));
    const [asked] = apps.asked('/link/token/create') as { products: string[] }[];
    expect(asked?.products).toEqual(['auth', 'transactions']);
    expect(refusals()).toEqual([]);
  });

  async function beginPlaid(): Promise<void> {
    const { page } = person;
    await page.goto('/connectors/add');
    await page.getByRole('searchbox', { name: 'Filter' }).fill('Plaid');
    await page
      .getByRole('list', { name: 'Applications' })
      .getByRole('button', { name: /^Plaid/ })
      .click();
    await page.getByRole('button', { name: 'Connect with Plaid' }).click();
    await page.waitForURL('**/connectors/plaid');
    await page.getByRole('textbox', { name: 'Name' }).fill('My bank');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Connect with Plaid' }).click();
  }

  test('Plaid’s script is refused everywhere else', async () => {
    const { page } = person;
    await page.goto('/connectors/add');
    const isLoaded = await page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const script = document.createElement('script');
          script.src = url;
          script.onload = () => resolve(true);
          script.onerror = () => resolve(false);
          document.head.append(script);
        }),
      `${apps.origin}/link-initialize.js`,
    );
    expect(isLoaded).toBe(false);
    person.problems.length = 0;
  });

  test('CONN-60: the widget gets its token when it is ready, and the account it links is removed with the connector', async () => {
    const { page } = person;
    const type = await makeType('Merge', {
      baseUrl: apps.origin,
      additionalData: { Category: 'Accounting', connection: { form: 'Aggregation' } },
    });
    await beginConnector(page, type.name, 'Linked books');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter existing Linked Account Token').waitFor();
    await choose(page, 'Or link a new account with', 'Ledger');
    await page.getByRole('button', { name: 'Link account' }).click();
    const widget = page.frameLocator('iframe[title="Link an account"]');
    await widget.getByText('token link-token-1').waitFor();
    // HOSTILE 35: messages from outside the widget's own frame are ignored.
    await page.evaluate(() => window.postMessage({ type: 'widget:complete', token: 'forged' }, '*'));
    await widget.getByRole('button', { name: 'Close' }).click();
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Link account' }).click();
    await widget.getByRole('button', { name: 'Link the account' }).click();
    await toast(page, 'The account is linked. Save to keep it.');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Connector created.');
    await page.waitForURL('**/connectors/*/edit');
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    const { connector } = await person.api('GET /api/connectors/{id}', { params: { id } });
    expect(connector.customOptions).toEqual({ 'uapi::token': '•'.repeat(20), 'uapi::type': 'ledger' });
    expect(refusals()).toEqual([]);
  });

  test('CONN-53: one of Xero’s organisations is chosen on the connector’s page', async () => {
    const { page } = person;
    const type = await makeType('Books', {
      baseUrl: apps.origin,
      additionalData: {
        connection: {
          authParameters: [
            { in: 'header', name: 'authorization', template: 'Bearer {apiKey}' },
            { in: 'header', name: 'xero-tenant-id', template: '{customOptions.tenantId}' },
          ],
          healthCheck: { method: 'GET', path: '/connections' },
        },
      },
    });
    await beginConnector(page, type.name, 'Books');
    await field(page, 'Token').fill('good-token');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/connectors/*/edit');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The connector has no organisation yet: open it and choose one.').waitFor();
    await choose(page, 'Organisation', 'Second Company');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Connector saved.');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(/^The connection to .* works\.$/).waitFor();
  });

  test('CONN-56..59: a Booker location is selected on its own page, which requires a signed-in person', async () => {
    const { page } = person;
    const type = await makeType('Spa', {
      baseUrl: apps.origin,
      additionalData: {
        connection: {
          authParameters: [
            { in: 'header', name: 'authorization', template: 'Bearer {apiKey}' },
            { in: 'header', name: 'x-location', template: '{customOptions.locationId}' },
          ],
        },
      },
    });
    const { connector } = await person.api('POST /api/connectors', {
      body: { name: 'Spa', connectorTypeId: type.id, apiKey: 'good-token' },
    });
    await page.goto(`/connectors/${connector.id}/edit`);
    await page.getByRole('link', { name: 'Select Location' }).click();
    await page.getByRole('radio', { name: 'Spa North' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please select Location').waitFor();
    await page.getByRole('radio', { name: 'Spa South' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Location successfully updated.').waitFor();
    await page.getByRole('link', { name: 'Go to the connector' }).click();
    await page.getByText('Spa South').waitFor();
    const stranger = await newTab();
    await stranger.page.goto(`/booker/${connector.id}/select-location`);
    await stranger.page.waitForURL('**/signin');
    await stranger.close();
  });

  async function newTab(): Promise<OpenBrowser> {
    return launchBrowser(stack.baseUrl);
  }

  test('AUTH-38..43: a merchant who must sign in first continues to the shop’s question, and a forged response ends the session', async () => {
    const email = `merchant-${crypto.randomUUID()}@example.com`;
    const password = 'a-long-password';
    await createClient<Calls>({ baseUrl: stack.baseUrl })('POST /api/users/signup', {
      body: { firstName: 'Mer', lastName: 'Chant', email, password },
    });
    const tab = await newTab();
    const { page } = tab;
    let asked = '';
    await page.route('https://demo.myshopify.com/**', (route) => {
      asked = route.request().url();
      return route.fulfill({ contentType: 'text/html', body: '<title>Demo shop</title><p>Install Portage?</p>' });
    });
    const query = signShopifyQuery({ shop: 'demo.myshopify.com', timestamp: String(Math.floor(Date.now() / 1_000)), host: 'aG9zdA==' });
    await page.goto(`/apps/shopify/signin?${query}`);
    await page.waitForURL('**/signin');
    await page.getByLabel('Email').fill(email);
    await page.locator('input[name="password"]').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Install Portage?').waitFor();
    const sent = new URL(asked);
    expect([sent.pathname, sent.searchParams.get('client_id')]).toEqual(['/admin/oauth/authorize', APPS_CLIENT.id]);
    expect(sent.searchParams.get('redirect_uri')).toBe(`${stack.baseUrl}/apps/shopify/signin`);

    const answer = {
      shop: 'demo.myshopify.com',
      code: 'c',
      state: sent.searchParams.get('state') ?? '',
      timestamp: String(Math.floor(Date.now() / 1_000)),
    };
    await page.goto(`/apps/shopify/signin?${signShopifyQuery(answer, 'another secret')}`);
    await page.waitForURL('**/signin');
    await page.getByText('Could not obtain Shopify access token. Please try to install application again.').waitFor();
    await tab.close();
  });

  test('AUTH-40, AUTH-44..50: unknown apps, Zoom without a client, the welcome page and the error page', async () => {
    const { page } = person;
    await page.goto('/apps/nobody/signin');
    await page.getByRole('alert').getByText('Unknown application type').waitFor();

    await page.goto('/apps/zoom/signin?code=c');
    await page.waitForURL('**/apps/zoom/error');
    await page.getByRole('heading', { name: 'There was an error during Zoom App installation' }).waitFor();
    await page.getByText('Please try again later.').waitFor();
    await page.getByText('Zoom is not set up in this Portage: PORTAGE_ZOOM_CLIENT_ID is missing.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Return to Main Page' }).click();
    await page.waitForURL('**/workflows');

    await page.goto('/apps/shopify/help');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL('**/workflows');
    await page.goto('/apps/shopify-gift-card/help');
    await page.getByText('Never show this page').click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL('**/gift-cards');
    await page.goto('/apps/shopify/help');
    await page.waitForURL('**/workflows');
  });
});
