import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { beginConnector, type ConnectorPerson, field, newConnectorPerson, toast, typeMaker } from './connector-people.ts';
import { startKeySystem } from './key-system.ts';

const baseUrl = sharedBaseUrl();

describe('what a connector’s form asks for and offers', () => {
  let person: ConnectorPerson;
  let makeType: Awaited<ReturnType<typeof typeMaker>>;
  let keys: Awaited<ReturnType<typeof startKeySystem>>;
  beforeAll(async () => {
    [person, makeType, keys] = await Promise.all([newConnectorPerson(baseUrl), typeMaker(baseUrl), startKeySystem()]);
  });
  afterAll(() => Promise.all([person?.close(), keys?.stop()]));

  const formType = (form: string, fields: object = {}) =>
    makeType(form, { baseUrl: keys.origin, additionalData: { connection: { form: form as never } }, ...fields });

  async function savesNothingBut(page: Page, messages: readonly string[]): Promise<void> {
    await page.getByRole('button', { name: 'Save' }).click();
    for (const message of messages) await page.getByText(message, { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/connectors/add');
  }

  /** The saved connector as stored: secrets are dots. */
  async function saved(page: Page) {
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Connector created.');
    await page.waitForURL('**/connectors/*/edit');
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    return (await person.api('GET /api/connectors/{id}', { params: { id } })).connector;
  }
  const DOTS = '•'.repeat(20);

  test('CONN-11: the address’s application is chosen, and the form asks for its fields', async () => {
    const { page } = person;
    const type = await makeType('Chosen', { baseUrl: keys.origin });
    await page.goto(`/connectors/add?connectorTypeId=${type.id}`);
    await page.getByRole('button', { name: 'Change application' }).waitFor();
    await page.getByText(type.name, { exact: true }).waitFor();
    expect(await page.getByRole('list', { name: 'Applications' }).count()).toBe(0);
    await field(page, 'Name').fill('Of the address');
    await field(page, 'Token').fill('k');
    expect(await saved(page)).toMatchObject({ name: 'Of the address', connectorTypeId: type.id, apiKey: DOTS });
  });

  test('CONN-42: a database requires its name, a username and a password', async () => {
    const { page } = person;
    const type = await formType('Database', { authorizationType: 'Basic' });
    await beginConnector(page, type.name, 'Warehouse');
    await savesNothingBut(page, ['Please enter Database', 'Please input username', 'Please input Password or ApiKey']);
    await field(page, 'Database').fill('warehouse');
    await field(page, 'Username').fill('ada');
    await field(page, 'Password').fill('word');
    expect(await saved(page)).toMatchObject({ slug: 'warehouse', username: 'ada', password: DOTS });
  });

  test('CONN-43: Sunwave requires Clinic Id, Private Key and Client Id, and none of the usual fields', async () => {
    const { page } = person;
    const type = await formType('Sunwave', { authorizationType: 'Basic' });
    await beginConnector(page, type.name, 'Clinic');
    await savesNothingBut(page, ['Please input Clinic Id', 'Please input Private Key', 'Please input Client Id']);
    expect(await page.getByText('Please input username').count()).toBe(0);
    await field(page, 'Clinic Id').fill('c-1');
    await field(page, 'Private Key').fill('key');
    await field(page, 'Client Id').fill('client');
    expect(await saved(page)).toMatchObject({ username: 'c-1', password: DOTS, customOptions: { clientId: 'client' } });
  });

  test('CONN-43: the Sunwave that comes with Portage also requires the user who makes the calls', async () => {
    const { page } = person;
    await page.goto('/connectors/add?connectorTypeId=system-sunwave');
    await page.getByRole('button', { name: 'Change application' }).waitFor();
    const wanted = { 'Clinic Id': '236', 'Private Key': 'key', 'Client Id': 'client', 'User Email': 'john.doe@acmehealth.example' };
    await savesNothingBut(
      page,
      Object.keys(wanted).map((label) => `Please input ${label}`),
    );
    for (const [label, value] of Object.entries(wanted)) await field(page, label).fill(value);
    await field(page, 'User Email').fill('john.doe');
    await savesNothingBut(page, ['User Email must be an e-mail address, such as name@example.com']);
    await field(page, 'User Email').fill(wanted['User Email']);
    expect(await saved(page)).toMatchObject({
      authorizationType: 'SignedRequest',
      username: '236',
      password: DOTS,
      customOptions: { clientId: 'client', userEmail: 'john.doe@acmehealth.example' },
    });
  });

  test('CONN-45, CONN-61: an aggregation service requires a linked account’s token; without a widget the form says so', async () => {
    const { page, problems } = person;
    const type = await formType('Aggregation');
    await beginConnector(page, type.name, 'Books');
    await savesNothingBut(page, ['Please enter existing Linked Account Token']);
    await page.getByText('API_PANDA_WIDGET_URL is missing.', { exact: false }).waitFor();
    expect(problems).toContain('Invalid configuration');
    problems.length = 0;
    expect(await accessibilityProblems(page)).toEqual([]);
    await field(page, 'User Public Account Token (UAPI)').fill('token-of-the-user');
    expect((await saved(page)).customOptions).toMatchObject({ 'uapi::token': DOTS });
    await beginConnector(page, type.name, 'Books 2');
    await field(page, 'Linked Account Token').fill('token-of-the-account');
    expect((await saved(page)).customOptions).toMatchObject({ 'merge::token': DOTS });
    problems.length = 0;
  });

  test('CONN-27..29, CONN-49: an impersonating admin is offered types that need a subscription, and Shopify’s sandbox', async () => {
    const owner = await signUp(baseUrl);
    const paid = await makeType('Paid', { baseUrl: keys.origin, subscriptionRequired: true });
    const shop = await formType('Shopify', { sandboxBaseUrl: keys.origin, hasSandboxOption: true });
    const { page } = person;
    await page.goto(`/connectors/add?connectorTypeId=${shop.id}`);
    await field(page, 'Shopify Store Name').waitFor();
    expect(await page.getByText(`Use the sandbox of ${shop.name}`).count()).toBe(0);

    const admin = await launchBrowser(baseUrl);
    try {
      await signInAs(admin.page, ADMIN);
      await admin.page.goto(`/admin/users?userEmail=${encodeURIComponent(owner.email)}`);
      const opening = admin.page.context().waitForEvent('page');
      await admin.page.getByRole('button', { name: 'Impersonate', exact: true }).click();
      const tab = await opening;
      await tab.waitForURL('**/workflows');
      await tab.goto(`/connectors/add?connectorTypeId=${shop.id}`);
      await tab.getByText(`Use the sandbox of ${shop.name}`).waitFor();
      await beginConnector(tab, paid.name, 'For somebody');
      expect(await tab.getByText('You must have a valid subscription').count()).toBe(0);
      await field(tab, 'Token').fill('k');
      await tab.getByRole('button', { name: 'Save' }).click();
      await toast(tab, 'Connector created.');
      const { connectors } = await owner.api('GET /api/connectors', {});
      expect(connectors).toMatchObject([{ name: 'For somebody', connectorTypeId: paid.id }]);
    } finally {
      await admin.close();
    }
  });

  test('no page wrote anything else to its console', () => {
    expect(person.problems).toEqual([]);
  });
});
