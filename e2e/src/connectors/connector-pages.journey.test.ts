import { startTestAuthorizationServer, TEST_CLIENT, type TestAuthorizationServer } from '@portage/local/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { beginConnector, type ConnectorPerson, choose, field, newConnectorPerson, toast, typeMaker } from './connector-people.ts';
import { startKeySystem } from './key-system.ts';
import { OAUTH1_CLIENT, OAUTH1_MANUAL, startOAuth1System } from './oauth1-system.ts';

const baseUrl = sharedBaseUrl();
const WORKS = /^The connection to .* works\.$/;

interface Kind {
  path: string;
  authParameters?: { in: 'header' | 'query'; name: string; template: string }[];
  authorizationType: 'ApiKey' | 'Basic';
  /** Values to type, by label. */
  values: [label: string, value: string][];
}

const KINDS: Record<string, Kind> = {
  'an API key in a header': {
    path: '/header',
    authorizationType: 'ApiKey',
    authParameters: [{ in: 'header', name: 'X-Api-Key', template: '{apiKey}' }],
    values: [['Token', 'key-in-a-header']],
  },
  'an API key in the query': {
    path: '/query',
    authorizationType: 'ApiKey',
    authParameters: [{ in: 'query', name: 'api_key', template: '{apiKey}' }],
    values: [['Token', 'key in a query & more']],
  },
  'several headers together': {
    path: '/several',
    authorizationType: 'ApiKey',
    authParameters: [
      { in: 'header', name: 'X-Client-Id', template: '{clientId}' },
      { in: 'header', name: 'X-Client-Secret', template: 'Key {clientSecret}' },
    ],
    values: [
      ['Client Id', 'client-1'],
      ['Client Secret', 'client-secret-1'],
    ],
  },
  'a user name and a password': {
    path: '/basic',
    authorizationType: 'Basic',
    values: [
      ['Username', 'ada'],
      ['Password or ApiKey', 'pass wörd'],
    ],
  },
  'a bearer token': { path: '/bearer', authorizationType: 'ApiKey', values: [['Token', 'bearer-token-1']] },
};

describe('adding connectors', () => {
  let person: ConnectorPerson;
  let makeType: Awaited<ReturnType<typeof typeMaker>>;
  let keys: Awaited<ReturnType<typeof startKeySystem>>;
  let oauth1: Awaited<ReturnType<typeof startOAuth1System>>;
  let oauth2: TestAuthorizationServer;
  beforeAll(async () => {
    [makeType, keys, oauth1, oauth2] = await Promise.all([
      typeMaker(baseUrl),
      startKeySystem(),
      startOAuth1System(),
      startTestAuthorizationServer(`${baseUrl}/api/connectors/callback`),
    ]);
    person = await newConnectorPerson(baseUrl);
  });
  afterAll(() => Promise.all([person?.close(), keys?.stop(), oauth1?.stop(), oauth2?.stop()]));

  const oauthFields = (more: object = {}) => ({
    authorizationType: 'OAuth' as const,
    baseUrl: `${oauth2.origin}/api`,
    authUrl: `${oauth2.origin}/auth`,
    tokenUrl: `${oauth2.origin}/token`,
    clientId: TEST_CLIENT.id,
    clientSecret: TEST_CLIENT.secret,
    scope: 'openid offline_access',
    additionalData: {
      connection: { authorizationParameters: { prompt: 'consent', ...more }, healthCheck: { method: 'GET' as const, path: '/me' } },
    },
  });

  async function testsTo(message: RegExp): Promise<void> {
    await person.page.getByRole('button', { name: 'Test connection' }).click();
    await person.page.getByText(message).first().waitFor();
  }

  test.each(Object.entries(KINDS))('with %s: added, tested, listed', async (words, { path, values, authorizationType, authParameters }) => {
    const { page } = person;
    const type = await makeType('Keyed', {
      baseUrl: keys.origin,
      authorizationType,
      additionalData: { connection: { healthCheck: { method: 'GET', path }, ...(authParameters ? { authParameters } : {}) } },
    });
    await beginConnector(page, type.name, `With ${words}`);
    for (const [label, value] of values) await field(page, label).fill(value);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Connector created.');
    await page.waitForURL('**/connectors/*/edit');
    // A new connector is tested at once.
    await page.getByText(WORKS).waitFor();
    await testsTo(WORKS);
    await page.goto('/connectors');
    const row = page.getByRole('row').filter({ hasText: `With ${words}` });
    await row.getByText(/^Works · tested \d/).waitFor();
    await row.getByText(type.name).waitFor();
    // There is no one to ask, so nothing to connect again (spec CONN-03).
    expect(await row.getByRole('button', { name: 'Re-Connect' }).count()).toBe(0);
  });

  test('with OAuth 2: the person agrees at the system, returns connected, and re-connects', async () => {
    const { page } = person;
    const type = await makeType('Crm', oauthFields());
    await beginConnector(page, type.name, 'My CRM');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/connectors/*/edit');
    await toast(page, 'Connector created.');
    await page.getByText('Connected', { exact: true }).waitFor();
    await testsTo(WORKS);
    await page.goto('/connectors');
    const row = page.getByRole('row').filter({ hasText: 'My CRM' });
    await row.getByText(/^Works · tested \d/).waitFor();
    await row.getByRole('button', { name: 'Re-Connect' }).click();
    await page.waitForURL('**/connectors/*/edit');
    await toast(page, 'Successfully reconnected');
    await testsTo(WORKS);
    // A person who refuses this time reconnects nothing; what worked before keeps working.
    await page.route(`${oauth2.origin}/auth?*`, (route) => route.continue({ url: `${route.request().url()}&login_hint=refuse` }));
    await page.getByRole('button', { name: 'Re-Connect' }).click();
    await toast(page, 'Error reconnecting connector');
    await page.unroute(`${oauth2.origin}/auth?*`);
    await testsTo(WORKS);
  });

  test('with OAuth 2 refused by the person: says what happened, and offers Re-Connect', async () => {
    const { page } = person;
    const type = await makeType('Crm', oauthFields({ login_hint: 'refuse' }));
    await beginConnector(page, type.name, 'Refused CRM');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/connectors/*/edit');
    await toast(page, 'The connector is not connected yet.');
    const alert = page.getByRole('main').getByRole('alert');
    await alert
      .getByText(/no|refused|denied|granted/i)
      .first()
      .waitFor();
    await alert.getByRole('button', { name: 'Re-Connect' }).waitFor();
    await testsTo(/is not connected to .*: open Connectors and press Re-Connect/);
    await page.goto('/connectors');
    await page.getByRole('row').filter({ hasText: 'Refused CRM' }).getByText('Needs Re-Connect').waitFor();
  });

  test('with OAuth 1.0a against a server that checks signatures with a library', async () => {
    const { page } = person;
    const type = await makeType('Signed', {
      authorizationType: 'OAuth1',
      baseUrl: `${oauth1.origin}/api`,
      authUrl: `${oauth1.origin}/authorize`,
      tokenUrl: `${oauth1.origin}/access-token`,
      requestTokenUrl: `${oauth1.origin}/request-token`,
      clientId: OAUTH1_CLIENT.key,
      clientSecret: OAUTH1_CLIENT.secret,
      additionalData: { connection: { healthCheck: { method: 'GET', path: '/things?a=b%20c' } } },
    });
    await beginConnector(page, type.name, 'Signed system');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Allow' }).click();
    await page.waitForURL('**/connectors/*/edit');
    await toast(page, 'Connector created.');
    await testsTo(WORKS);
  });

  test('CONN-36, CONN-37: with handmade OAuth 1.0a tokens; the Entities field has its default text', async () => {
    const { page } = person;
    const type = await makeType('Erp', {
      authorizationType: 'OAuth1',
      baseUrl: `${oauth1.origin}/api`,
      additionalData: { connection: { form: 'ManualOAuth', healthCheck: { method: 'GET', path: '/things' } } },
    });
    await beginConnector(page, type.name, 'Our ERP');
    expect(await field(page, 'Entities').inputValue()).toBe('Customer, SalesOrder, Invoice, InventoryItem, Invoice');
    await page.getByRole('button', { name: 'Save' }).click();
    for (const label of ['Client Id', 'Client Secret', 'Token Id', 'Token Secret', 'AccountId']) {
      await page.getByText(`Please input ${label}`).waitFor();
    }
    await field(page, 'Client Id').fill(OAUTH1_CLIENT.key);
    await field(page, 'Client Secret').fill(OAUTH1_CLIENT.secret);
    await field(page, 'Token Id').fill(OAUTH1_MANUAL.key);
    await field(page, 'Token Secret').fill(OAUTH1_MANUAL.secret);
    await field(page, 'AccountId').fill('4711');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Connector created.');
    await testsTo(WORKS);
  });

  test('a type without its own client asks the connector for one', async () => {
    const { page } = person;
    const type = await makeType('Machine', {
      ...oauthFields(),
      clientId: null,
      clientSecret: null,
      additionalData: { connection: { grantType: 'client_credentials' } },
    });
    await beginConnector(page, type.name, 'Machine');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please input Client Id').waitFor();
    await page.getByText('Please input Client Secret').waitFor();
  });

  test('CONN-50: an untouched secret is sent as null and keeps working; the test finds a wrong one and says what to do', async () => {
    const { page } = person;
    const type = await makeType('Bearer', {
      baseUrl: keys.origin,
      additionalData: { connection: { healthCheck: { method: 'GET', path: '/bearer' } } },
    });
    await beginConnector(page, type.name, 'Keys');
    await field(page, 'Token').fill('bearer-token-1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/connectors/*/edit');
    const token = field(page, 'Token');
    await expect.poll(() => token.inputValue()).toBe('•'.repeat(20));
    await field(page, 'Description').fill('Changed');
    const [saved] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/api/connectors/')),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(saved.postDataJSON()).toEqual({ apiKey: null, description: 'Changed' });
    await toast(page, 'Connector saved.');
    await testsTo(WORKS);
    await token.fill('wrong');
    await expect.poll(() => page.getByRole('button', { name: 'Test connection' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => token.inputValue()).toBe('•'.repeat(20));
    await testsTo(/did not accept the credentials \(401\)\. Enter the token again\./);
  });

  test('CONN-02..04: a row’s actions stay on one line next to the longest name', async () => {
    const { page, api } = person;
    const type = await makeType('Of own fields', { baseUrl: keys.origin, hasCustomParameters: true });
    const body = { name: 'Long name '.repeat(20).trim(), connectorTypeId: type.id, apiKey: 'k' };
    await api('POST /api/connectors', { body });
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/connectors?name=Long');
    const actions = page.locator('[data-row-actions]').first().locator('> *');
    await expect.poll(() => actions.count()).toBe(2);
    const tops = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    if (size) await page.setViewportSize(size);
  });

  test('the whole way by keyboard alone', async () => {
    const { page } = person;
    const type = await makeType('Keyboard', { baseUrl: keys.origin, authorizationType: 'Basic' });
    const press = async (...presses: string[]) => {
      for (const one of presses) await page.keyboard.press(one);
    };
    const tabTo = async (words: string | RegExp) => {
      for (let at = 0; at < 60; at += 1) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(() => {
          const element = document.activeElement as HTMLInputElement | null;
          return element?.labels?.[0]?.textContent || element?.getAttribute('aria-label') || element?.textContent || '';
        });
        if (typeof words === 'string' ? focused.startsWith(words) : words.test(focused)) return;
      }
      throw new Error(`Tab does not reach ${words}`);
    };
    await page.goto('/connectors');
    await page.getByRole('link', { name: 'Add', exact: true }).focus();
    await press('Enter');
    await page.getByRole('searchbox', { name: 'Filter' }).waitFor();
    await page.locator('body').focus();
    await tabTo('Filter');
    await page.keyboard.type(type.name);
    await press('Enter');
    // The focus continues in the form's first field.
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent))
      .toMatch(/^Name/);
    await page.keyboard.type('By keys');
    await tabTo('Username');
    await page.keyboard.type('ada');
    await tabTo('Password or ApiKey');
    await page.keyboard.type('secret');
    await tabTo('Save');
    await press('Enter');
    await toast(page, 'Connector created.');
  });

  test('CONN-27..31: hidden types and types for subscribers aren’t offered; opened directly, they say why', async () => {
    const { page } = person;
    const [paid, hidden] = [
      await makeType('Paid', { baseUrl: keys.origin, subscriptionRequired: true }),
      await makeType('Gone', { baseUrl: keys.origin, isHiddenForNewConnectors: true }),
    ];
    await page.goto('/connectors/add');
    for (const { name } of [paid, hidden]) {
      await page.getByRole('searchbox', { name: 'Filter' }).fill(name);
      await page.getByText('No application matches').waitFor();
    }
    await page.getByRole('button', { name: 'Show all applications' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please select Application').waitFor();
    // The first missing field gets the cursor.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toBe('Filter');
    await page.getByText('Please input connector name').waitFor();
    await page.goto(`/connectors/add?connectorTypeId=${paid.id}`);
    await page.getByText('You must have a valid subscription in order to create this Connector.').waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Billing' }).getAttribute('href')).toBe('/billing');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.goto(`/connectors/add?connectorTypeId=${hidden.id}`);
    await page.getByText('This application is not offered.').waitFor();
  });

  test('CONN-48: the sandbox is offered if the type has one, and is fixed once the connector exists', async () => {
    const { page } = person;
    const type = await makeType('Sandboxed', { baseUrl: keys.origin, sandboxBaseUrl: keys.origin, hasSandboxOption: true });
    await beginConnector(page, type.name, 'In the sandbox');
    await field(page, 'Token').fill('k');
    await page.getByText(`Use the sandbox of ${type.name}`).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Connector created.');
    const box = page.getByRole('checkbox', { name: /Use the sandbox/ });
    await expect.poll(async () => [await box.isChecked(), await box.isDisabled()]).toEqual([true, true]);
  });

  test('another authorization can be chosen if the type’s own has no fields', async () => {
    const { page } = person;
    const type = await makeType('Choice', oauthFields());
    await beginConnector(page, type.name, 'With a personal token');
    await choose(page, 'Authorization Type', 'API key or token');
    await field(page, 'Token').fill('personal');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Connector created.');
    await page.waitForURL('**/connectors/*/edit');
    // Its page tests it at once, so the badge says soon how that went. "Not connected" is for types that ask a person.
    await page
      .getByText(/^(Credentials saved|Credentials refused|Works)/)
      .first()
      .waitFor();
    expect(await page.getByText('Not connected', { exact: true }).count()).toBe(0);
  });

  test('no page wrote anything to its console', () => {
    expect(person.problems).toEqual([]);
  });
});
