import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStep, waitForRun } from '../api/runs.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();
const shots = process.env.PORTAGE_SCREENSHOTS;
const KINDS = ['Orders', 'Products', 'Contacts', 'Companies'] as const;
type Item = Awaited<ReturnType<typeof listItems>>[number];

async function listItems(api: Client<Calls>, dashboardId: string, type: 'Order' | 'Product' | 'Contact' | 'Company') {
  const found = [];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const query = { type, pageIndex, pageSize: 100 };
    const page = await api('GET /api/dashboards/{dashboardId}/items', { params: { dashboardId }, query });
    found.push(...page.dashboardItems);
    if (found.length >= page.totalCount || page.dashboardItems.length === 0) return found;
  }
}

/** Makes records in the simulated shop, as its page does. */
async function fill(entity: string, count: number): Promise<void> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/local/simulators/shopify/${entity}/fill`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ count }),
  });
  if (!answer.ok) throw new Error(`${entity}: ${answer.status} ${await answer.text()}`);
}

/** Makes the dashboard as an admin who impersonates its owner (spec DASH-10). */
async function makeDashboard(email: string): Promise<string> {
  const admin = await signIn(baseUrl, ADMIN);
  const { users } = await admin('GET /api/users', { query: { userEmail: email } });
  const id = users[0]?.id ?? '';
  await admin('PUT /api/users/{id}', { params: { id }, body: { dashboardType: 'Ecommerce' } });
  const { user } = await admin('POST /api/users/impersonate', { body: { userId: id } });
  const acting = createClient<Calls>({ baseUrl, getAccessToken: () => user.accessToken.value });
  return (await acting('POST /api/dashboards', { body: { dashboardType: 'Ecommerce' } })).dashboardId;
}

/** Spec ENG-28, DASH-14..22: Dashboard steps fill the tabs with a shop's data. */
describe('a dashboard with the data of a shop', () => {
  let person: Awaited<ReturnType<typeof signUp>>;
  let browser: OpenBrowser;
  let page: Page;
  let dashboardId: string;
  let workflowId: string;

  const run = async () => {
    const { workflowInstanceId } = await person.api('POST /api/workflows/{id}/run', { params: { id: workflowId }, body: {} });
    const { status, errorMessage } = await waitForRun(person.api, workflowInstanceId);
    expect({ status, errorMessage }).toEqual({ status: 'Succeeded', errorMessage: null });
    const steps = await Promise.all(KINDS.map((kind) => readStep(person.api, workflowInstanceId, kind)));
    return steps.map((step) => step?.stepData?.response?.body as { read: number; skipped: number; state: string });
  };
  const rows = () =>
    page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: /^View / }) });
  const seen = async (name: string) => {
    for (const [colorScheme, width, height] of [
      ['light', 1280, 800],
      ['dark', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      // An arriving list is faded in the meantime.
      await page.waitForFunction(() => !document.querySelector('[data-live-announcer] [role="img"], [aria-busy="true"]'));
      if (shots) await page.screenshot({ path: `${shots}/dashboard-${name}-${colorScheme}-${width}.png` });
      expect(await accessibilityProblems(page), `${name}, ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  };

  beforeAll(async () => {
    person = await signUp(baseUrl);
    dashboardId = await makeDashboard(person.email);
    for (const [entity, count] of Object.entries({ products: 12, customers: 12, orders: 12, companies: 2 })) await fill(entity, count);
    const { connector } = await person.api('POST /api/connectors/simulated', { body: { connectorTypeId: 'system-shopify' } });
    const pulls = KINDS.map((kind, at) => ({
      ...{ stepId: kind, type: 'DashboardStep', dashboardId, connectorTypeId: 'system-shopify', connectorId: connector.id },
      ...{ getDataDataType: kind, nextStepId: KINDS[at + 1] ?? null },
    }));
    const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: KINDS[0] }, ...pulls];
    const { workflow } = await person.api('POST /api/workflows', { body: { name: 'Shop', steps: steps as never } });
    workflowId = workflow.id;
    await person.api('POST /api/workflows/{id}/activate', { params: { id: workflowId } });
    browser = await launchBrowser(baseUrl, { width: 1280, height: 800 });
    page = browser.page;
    await signInAs(page, person);
  });
  afterAll(() => browser?.close());

  test('ENG-28, DASH-14: a shop’s orders, products, contacts and companies arrive complete; the next run duplicates none', async () => {
    const read = await run();
    const counts = async () => {
      const kinds = ['Order', 'Product', 'Contact', 'Company'] as const;
      return (await Promise.all(kinds.map((kind) => listItems(person.api, dashboardId, kind)))).map((items: Item[]) => items.length);
    };
    const first = await counts();
    expect(Math.min(...first)).toBeGreaterThan(0);
    // Another test may add to the shop in the meantime, but removes nothing.
    expect(first).toEqual(read.map((one) => one.read - one.skipped));
    expect(read.map(({ skipped, state }) => `${skipped} ${state}`)).toEqual(Array(4).fill('0 Whole'));
    const again = await run();
    expect(again.every(({ read: count }, at) => count <= (read[at]?.read ?? 0) + 50)).toBe(true);
    const second = await counts();
    expect(second.every((count, at) => count >= (first[at] ?? 0))).toBe(true);
    const orders = await listItems(person.api, dashboardId, 'Order');
    expect(new Set(orders.map(({ externalId }) => externalId)).size).toBe(orders.length);
    expect(new Set(orders.map(({ source }) => source))).toEqual(new Set(['Shopify']));
  });

  test('DASH-16, DASH-22: an order is shown with its customer, its total with the currency, and its financial status', async () => {
    const [newest] = (await person.api('GET /api/dashboards/{dashboardId}/orders', { params: { dashboardId } })).dashboardItems;
    const object = newest?.object as {
      customer: { displayName: string } | null;
      totalPriceSet: { presentmentMoney: { amount: string; currencyCode: string } };
      displayFinancialStatus: string;
    };
    const { amount, currencyCode } = object.totalPriceSet.presentmentMoney;
    // "PARTIALLY_REFUNDED" is shown as "Partially refunded".
    const status = object.displayFinancialStatus;
    const words = status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ');
    expect(currencyCode).toMatch(/^[A-Z]{3}$/);
    await page.goto('/dashboard?tab=Order');
    await page.getByRole('tab', { name: 'Orders' }).click();
    const row = rows().filter({ has: page.getByRole('link', { name: `View ${newest?.name}`, exact: true }) });
    for (const text of [`${amount} ${currencyCode}`, words, object.customer?.displayName ?? '–']) {
      await row.getByText(text, { exact: true }).first().waitFor();
    }
    await seen('orders');
  });

  test('DASH-17, DASH-21: contacts have their names; products can be found by their source system', async () => {
    const [contact] = await listItems(person.api, dashboardId, 'Contact');
    expect(contact?.object).toMatchObject({ firstName: expect.any(String), lastName: expect.any(String) });
    await page.getByRole('tab', { name: 'Contacts' }).click();
    await rows().first().waitFor();
    await seen('contacts');
    await page.getByRole('tab', { name: 'Products' }).click();
    await rows().first().waitFor();
    await seen('products');
    const productsOf = async (type: 'Shopify' | 'Etsy') =>
      (await person.api('GET /api/dashboards/{dashboardId}/products', { params: { dashboardId }, query: { type } })).totalCount;
    expect(await productsOf('Shopify')).toBeGreaterThan(0);
    expect(await productsOf('Etsy')).toBe(0);
    expect(browser.problems).toEqual([]);
  });
});
