import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openImpersonated } from '../api/impersonation.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();

/** Spec DASH-01..11, SHELL-29, USER-09: from nothing to an item that a workflow created. */
describe('a dashboard', () => {
  let person: Awaited<ReturnType<typeof signUp>>;
  let browser: OpenBrowser;
  let ownBrowser: OpenBrowser;
  let tab: Page;
  let own: Page;
  let dashboardId: string;

  const rows = (page: Page) =>
    page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: /^View / }) });
  const inOrder = async (page: Page) => {
    // A busy button's announcement may name a removed button, and an arriving list is faded in the meantime.
    await page.waitForFunction(() => !document.querySelector('[data-live-announcer] [role="img"], [aria-busy="true"]'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };

  beforeAll(async () => {
    person = await signUp(baseUrl);
    const admin = await signIn(baseUrl, ADMIN);
    const { users } = await admin('GET /api/users', { query: { userEmail: person.email } });
    await admin('PUT /api/users/{id}', { params: { id: users[0]?.id ?? '' }, body: { dashboardType: 'Ecommerce' } });
    [browser, ownBrowser] = [await launchBrowser(baseUrl), await launchBrowser(baseUrl)];
    for (const one of [browser, ownBrowser]) one.page.context().setDefaultTimeout(30_000);
    own = ownBrowser.page;
    await signInAs(own, person);
    await own.goto('/');
    await signInAs(browser.page, ADMIN);
    tab = await openImpersonated(baseUrl, browser.page, person.email);
  });
  afterAll(() => Promise.all([browser?.close(), ownBrowser?.close()]));

  test('SHELL-29, DASH-10: is second in the menu; its owner, without one, sees no way to add it', async () => {
    const entries = own.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await own.getByRole('link', { name: 'E-commerce Dashboard' }).click();
    await expect.poll(async () => (await entries.allInnerTexts()).slice(0, 3)).toEqual(['Dashboard', 'E-commerce Dashboard', 'Workflows']);
    await own.getByRole('banner').getByText('Dashboard View').waitFor();
    await own.getByText('No dashboard yet').waitFor();
    expect(await own.getByRole('button', { name: 'Add Dashboard' }).count()).toBe(0);
    expect(await own.getByRole('link', { name: 'E-commerce Dashboard' }).getAttribute('aria-current')).toBe('page');
    await inOrder(own);
  });

  test('DASH-09, DASH-11: an impersonating admin adds it; it is fetched and its workflows are run', async () => {
    await tab.goto('/dashboard');
    await tab.getByRole('button', { name: 'Add Dashboard' }).click();
    const dialog = tab.getByRole('alertdialog', { name: 'Add Dashboard' });
    await dialog.getByText('Do you want to create E-commerce Dashboard?', { exact: true }).waitFor();
    await inOrder(tab);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await person.api('GET /api/dashboards', {})).totalCount).toBe(0);
    const calls: string[] = [];
    tab.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/dashboards')) calls.push(`${request.method()} ${pathname}`);
    });
    await tab.getByRole('button', { name: 'Add Dashboard' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await tab.getByRole('tab', { name: 'Products', selected: true }).waitFor();
    expect(await tab.getByRole('tab').allInnerTexts()).toEqual(['Products', 'Orders', 'Contacts', 'Companies']);
    // The focused button is gone; the keyboard continues with its replacement.
    await expect.poll(() => tab.evaluate(() => document.activeElement?.textContent)).toBe('Products');
    const { dashboards } = await person.api('GET /api/dashboards', {});
    dashboardId = dashboards[0]?.id ?? '';
    const path = `/api/dashboards/${dashboardId}`;
    expect(calls.slice(0, 3)).toEqual(['POST /api/dashboards', `GET ${path}`, `POST ${path}/run-workflows`]);
    // The other tabs aren't requested before they are opened (DASH-04).
    await tab.getByText('No products yet').waitFor();
    expect(calls.filter((call) => /\/(items|orders|products)$/.test(call))).toEqual([`GET ${path}/products`]);
    await inOrder(tab);
    expect(await tab.getByRole('button', { name: 'Add Dashboard' }).count()).toBe(0);
    await tab.getByRole('button', { name: 'Copy Dashboard ID' }).waitFor();
  });

  test('ENG-29: a workflow adds products and an order to it', async () => {
    const product = {
      stepId: 'product',
      type: 'DashboardItemStep',
      dashboardId,
      source: 'Shopify',
      itemType: 'Product',
      externalId: 'gid://shopify/Product/${Steps["each"].CurrentItem}',
      object: '{"id": ${Steps["each"].CurrentItem}, "vendor": "Leaf & Co", "<b>": "<img src=x onerror=alert(1)>"}',
      name: 'Tea no. ${Steps["each"].CurrentItem}',
      nextStepId: null,
    };
    const order = {
      ...{
        stepId: 'order',
        type: 'DashboardItemStep',
        dashboardId,
        source: 'Shopify',
        itemType: 'Order',
        externalId: 'o-1',
        name: '#1001',
      },
      object: JSON.stringify({
        createdAt: '2026-11-02T10:00:00Z',
        customer: { displayName: 'Ada Lovelace' },
        totalPriceSet: { presentmentMoney: { amount: '12.50', currencyCode: 'EUR' } },
        displayFinancialStatus: 'PAID',
        Metafields: [{ key: 'gift', value: 'yes' }],
      }),
    };
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'list' },
      { stepId: 'list', type: 'CustomScript', script: 'return Array.from({ length: 12 }, (_, at) => at + 1)', nextStepId: 'each' },
      {
        stepId: 'each',
        type: 'Loop',
        listContextDataEntityName: '$Steps["list"].Response',
        loopFirstStepId: 'product',
        nextStepId: 'order',
      },
      product,
      order,
    ];
    const { workflow } = await person.api('POST /api/workflows', { body: { name: 'Products', steps: steps as never } });
    await person.api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
    const answer = await person.api('POST /api/dashboards/{id}/run-workflows', { params: { id: dashboardId } });
    expect(answer).toEqual({ isSuccess: true, errorMessage: null });
    const count = async () => (await person.api('GET /api/dashboards/{dashboardId}/items', { params: { dashboardId } })).totalCount;
    await expect.poll(count).toBe(13);
  });

  test('DASH-04..07: keeps pages of ten, searches from page 1, and gives each kind of item its own columns', async () => {
    await own.goto('/dashboard');
    await rows(own).first().waitFor();
    expect(await rows(own).count()).toBe(10);
    await own.getByRole('button', { name: 'Page 2' }).click();
    await expect.poll(() => rows(own).count()).toBe(2);
    // Data read before is shown at once, however slow the server has become.
    await own.route('**/api/dashboards/*/products*', () => new Promise(() => undefined));
    await own.getByRole('button', { name: 'Page 1' }).click();
    await expect.poll(() => rows(own).count()).toBe(10);
    await own.unroute('**/api/dashboards/*/products*');
    await own.getByRole('button', { name: 'Page 2' }).click();
    await expect.poll(() => new URL(own.url()).searchParams.get('page')).toBe('2');
    await own.getByLabel('Name').fill('no. 11');
    await own.getByRole('button', { name: 'Search', exact: true }).click();
    await expect.poll(() => rows(own).count()).toBe(1);
    expect(new URL(own.url()).searchParams.get('page')).toBeNull();
    await own.getByLabel('Name').fill('nothing like it');
    await own.getByRole('button', { name: 'Search', exact: true }).click();
    await own.getByText('Nothing matches the search').waitFor();
    await own.getByRole('tab', { name: 'Orders' }).click();
    const order = rows(own).first();
    for (const text of ['#1001', 'Ada Lovelace', '12.50 EUR', 'Paid', 'gift: yes', 'Nov 2, 2026 11:00:00 AM'])
      await order.getByText(text).waitFor();
    await inOrder(own);
    await own.getByRole('tab', { name: 'Contacts' }).click();
    await own.getByText('No contacts yet').waitFor();
    expect(ownBrowser.problems).toEqual([]);
  });

  test('DASH-08: View shows the item as JSON at both addresses, and its content stays text', async () => {
    await own.getByRole('tab', { name: 'Products' }).click();
    await own.getByRole('link', { name: 'View Tea no. 12' }).click();
    await own.waitForURL(`**/ecommerce-dashboard/${dashboardId}/item/*/view`);
    await own.getByRole('heading', { name: 'Tea no. 12' }).waitFor();
    const json = own.getByRole('main');
    for (const text of ['gid://shopify/Product/12', 'Leaf & Co', '<img src=x onerror=alert(1)>']) await json.getByText(text).waitFor();
    await inOrder(own);
    const codeHeight = () =>
      own.getByRole('group', { name: 'JSON' }).evaluate((code) => Number.parseFloat(getComputedStyle(code).maxHeight));
    const { width, height } = own.viewportSize() ?? { width: 1280, height: 800 };
    await own.setViewportSize({ width, height: 1_200 });
    const inHighWindow = await codeHeight();
    await own.setViewportSize({ width, height: 1_500 });
    expect((await codeHeight()) - inHighWindow).toBe(300);
    await own.setViewportSize({ width, height });
    const other = own.url().replace('/ecommerce-dashboard/', '/dashboard/');
    await own.goto(other);
    await json.getByText('gid://shopify/Product/12').waitFor();
    expect(ownBrowser.problems).toEqual([]);
    await own.goto(other.replace(/item\/[^/]+/, `item/${crypto.randomUUID()}`));
    await own.getByText('This item was not found.').waitFor();
    await own.getByRole('link', { name: 'Back to Dashboard' }).click();
    await rows(own).first().waitFor();
  });

  test('a list that can’t be read says so and is read again', async () => {
    await own.route('**/api/dashboards', (route) => route.fulfill({ status: 500, json: { isSuccess: false, errors: [] } }));
    await own.goto('/dashboard');
    await own.getByText('Error loading Dashboard').waitFor();
    await inOrder(own);
    await own.unroute('**/api/dashboards');
    await own.getByRole('button', { name: 'Retry' }).click();
    await rows(own).first().waitFor();
    await own.setViewportSize({ width: 390, height: 844 });
    const overflow = () => own.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await inOrder(own);
  });

  test('DASH-03, DASH-18..20: an event dashboard has events, registrations and activities, each with its own columns', async () => {
    const admin = await signIn(baseUrl, ADMIN);
    const { users } = await admin('GET /api/users', { query: { userEmail: person.email } });
    const userId = users[0]?.id ?? '';
    await admin('PUT /api/users/{id}', { params: { id: userId }, body: { dashboardType: 'Event' } });
    // The existing e-commerce dashboard doesn't get in its way.
    const acting = await openImpersonated(baseUrl, browser.page, person.email);
    await acting.goto('/dashboard');
    await acting.getByRole('button', { name: 'Add Dashboard' }).click();
    await acting.getByText('Do you want to create Event Dashboard?', { exact: true }).waitFor();
    await acting.getByRole('button', { name: 'Create' }).click();
    await acting.getByRole('tab', { name: 'Events', selected: true }).waitFor();
    const { dashboards } = await person.api('GET /api/dashboards', { query: { dashboardType: 'Event' } });
    const id = dashboards[0]?.id ?? '';
    const at = '2026-11-02T10:00:00Z';
    const items = {
      Event: { salesforceId: '701A', title: 'Spring fair', startAt: at },
      Registration: { salesforceId: '00vA', leadName: 'Ada Lovelace', eventName: 'Spring fair', registeredAt: at },
      Activity: { salesforceId: '00TA', leadName: 'Grace Hopper', eventName: 'Spring fair', activityName: 'Keynote', activityAt: at },
    };
    const kinds = Object.keys(items) as (keyof typeof items)[];
    const steps = kinds.map((itemType, index) => ({
      ...{ stepId: itemType, type: 'DashboardItemStep', dashboardId: id, source: 'Salesforce', itemType, externalId: '1', object: '{}' },
      ...{ ...items[itemType], nextStepId: kinds[index + 1] ?? null },
    }));
    const start = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: kinds[0] };
    const { workflow } = await person.api('POST /api/workflows', { body: { name: 'Fair', steps: [start, ...steps] as never } });
    await person.api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
    await person.api('POST /api/dashboards/{id}/run-workflows', { params: { id } });
    const read = async () => (await person.api('GET /api/dashboards/{dashboardId}/items', { params: { dashboardId: id } })).totalCount;
    await expect.poll(read).toBe(3);
    await own.setViewportSize({ width: 1280, height: 800 });
    // The dashboard's type comes with the sign-in.
    await signInAs(own, person);
    await own.goto('/dashboard');
    await own.getByRole('tab', { name: 'Events', selected: true }).waitFor();
    expect(await own.getByRole('tab').allInnerTexts()).toEqual(['Events', 'Registrations', 'Activities']);
    const shown = 'Nov 2, 2026 11:00:00 AM';
    const columns = {
      Events: ['Salesforce ID 701A', 'Title Spring fair', `Start At ${shown}`],
      Registrations: ['Salesforce ID 00vA', 'Lead Name Ada Lovelace', 'Event Name Spring fair', `Registered At ${shown}`],
      Activities: [
        ...['Salesforce ID 00TA', 'Lead Name Grace Hopper', 'Event Name Spring fair', 'Activity Name Keynote', `Activity At ${shown}`],
      ],
    };
    for (const [name, wanted] of Object.entries(columns)) {
      await own.getByRole('tab', { name }).click();
      await rows(own)
        .first()
        .getByText(wanted[0]?.replace('Salesforce ID ', '') ?? '')
        .waitFor();
      const heads = await own.getByRole('main').getByRole('columnheader').allInnerTexts();
      const cells = await rows(own).first().locator('td, th').allInnerTexts();
      const pairs = heads.map((head, index) => `${head} ${cells[index]}`);
      expect(pairs, name).toEqual(expect.arrayContaining(wanted));
      await inOrder(own);
    }
    await rows(own)
      .first()
      .getByRole('link', { name: /^View / })
      .click();
    await own.waitForURL(`**/dashboard/${id}/item/*/view`);
    await own.getByRole('main').getByText('00TA').waitFor();
  });
});
