import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logOut } from '../../../tools/test-settings/account-menu.ts';
import { ADMIN, signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { field, toast, typeMaker } from './connector-people.ts';

const baseUrl = sharedBaseUrl();
const NOTICE = 'What you typed before you were signed out has been restored';

/**
 * A click sends this call, which is refused, and so is the refresh of the session.
 * Other calls of the page succeed: one that the page sends by itself would end the session before the click.
 */
async function endSession(page: Page, button: Locator, call: string): Promise<void> {
  const refuse = { status: 401, json: { isSuccess: false, errors: [{ message: 'expired' }] } };
  const refused = [`**/api${call}`, '**/api/users/refresh-token'];
  for (const url of refused)
    await page.route(url, (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill(refuse)));
  await button.click();
  await page.waitForURL('**/signin');
  for (const url of refused) await page.unroute(url);
}

async function signInAgain(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/signin');
}

describe('a form whose session ends', () => {
  let person: Awaited<ReturnType<typeof signUp>>;
  let opened: OpenBrowser;
  let type: { id: string; name: string };
  beforeAll(async () => {
    const makeType = await typeMaker(baseUrl);
    [person, opened, type] = await Promise.all([
      signUp(baseUrl),
      launchBrowser(baseUrl),
      makeType('Kept', { baseUrl: 'https://{slug}.example.com', needSlug: true }),
    ]);
    await signInAs(opened.page, person);
  });
  afterAll(() => opened?.close());

  test('has its input again once the same person is back, without secrets, until it is saved', async () => {
    const { page } = opened;
    const address = `/connectors/add?connectorTypeId=${type.id}`;
    await page.goto(address);
    await field(page, 'Name').fill('Typed before');
    await field(page, 'Slug').fill('kept');
    await field(page, 'Token').fill('sk_secret');
    await endSession(page, page.getByRole('button', { name: 'Save' }), '/connectors');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sk_secret');

    await signInAgain(page, person);
    await page.getByText(NOTICE).waitFor();
    expect(new URL(page.url()).pathname).toBe('/connectors/add');
    expect(await field(page, 'Name').inputValue()).toBe('Typed before');
    expect(await field(page, 'Slug').inputValue()).toBe('kept');
    expect(await field(page, 'Token').inputValue()).toBe('');
    expect(await page.getByRole('region', { name: 'Notifications' }).textContent()).toBe('');
    await field(page, 'Token').fill('k');
    // A registry that doesn't respond delays the next page, so that this one is left by a reload.
    await page.route('**/mfe-registry.json', () => {});
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Connector created.');
    await page.route('**/mfe-registry.json', (route) => route.continue());

    await page.goto(address);
    await page.getByRole('button', { name: 'Change application' }).waitFor();
    expect(await page.getByText(NOTICE).count()).toBe(0);
    await page.unroute('**/mfe-registry.json');
  });

  test('discards its input on request, and when the page is left', async () => {
    const { page } = opened;
    const { connectors } = await person.api('GET /api/connectors', {});
    const address = `/connectors/${connectors[0]?.id}/edit`;
    const typeAndComeBack = async () => {
      await page.goto(address);
      await field(page, 'Name').fill('Changed');
      await endSession(page, page.getByRole('button', { name: 'Save' }), '/connectors/*');
      await signInAgain(page, person);
      await page.getByText(NOTICE).waitFor();
      expect(await field(page, 'Name').inputValue()).toBe('Changed');
    };
    await typeAndComeBack();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText(NOTICE).waitFor({ state: 'detached' });
    expect(await field(page, 'Name').inputValue()).toBe('Typed before');

    await typeAndComeBack();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/connectors');
    const keptKeys = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('kept-input')));
    await expect.poll(keptKeys).toEqual([]);
  });

  test('in a dialog has its input again when the dialog is reopened, until it is closed', async () => {
    const { page } = opened;
    const dialog = page.getByRole('dialog');
    const runsADay = dialog.getByRole('textbox', { name: 'Workflow Runs/Day' });
    const until = dialog.getByRole('group', { name: 'Until' });
    const quotas = {
      open: () => page.getByRole('button', { name: 'Quotas of new accounts' }).click(),
      type: () => runsADay.fill('77'),
      isThere: async () => expect(await runsADay.inputValue()).toBe('77'),
      save: 'Save',
      call: '/users/default-quotas',
    };
    const grant = {
      open: async () => {
        await page.getByRole('button', { name: 'Impersonate: more' }).click();
        await page.getByRole('menuitem', { name: 'Subscription' }).click();
      },
      type: async () => {
        await until.getByRole('spinbutton', { name: /month/ }).click();
        await page.keyboard.type('12312031');
      },
      isThere: () => until.getByText('2031').waitFor(),
      save: 'Grant',
      call: '/users/*/subscription-grant',
    };
    for (const { open, type: typeInto, isThere, save, call } of [quotas, grant]) {
      await signInAs(page, ADMIN);
      await page.goto(`/admin/users?userEmail=${encodeURIComponent(person.email)}`);
      await open();
      await typeInto();
      await endSession(page, dialog.getByRole('button', { name: save, exact: true }), call);
      await signInAgain(page, ADMIN);
      await open();
      await dialog.getByText(NOTICE).waitFor();
      await isThere();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await open();
      await dialog.getByRole('button', { name: save, exact: true }).waitFor();
      await runsADay.or(until).waitFor();
      expect(await dialog.getByText(NOTICE).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
    await signInAs(page, person);
  });

  test('keeps nothing for a person who signs out, or for another person', async () => {
    const { page } = opened;
    const keptKeys = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('kept-input')).length);
    await page.goto(`/connectors/add?connectorTypeId=${type.id}`);
    await field(page, 'Name').fill('Typed before');
    await field(page, 'Slug').fill('kept');
    await field(page, 'Token').fill('k');
    await endSession(page, page.getByRole('button', { name: 'Save' }), '/connectors');
    expect(await keptKeys()).toBe(1);
    await signInAgain(page, ADMIN);
    await page.goto(`/connectors/add?connectorTypeId=${type.id}`);
    await page.getByRole('button', { name: 'Change application' }).waitFor();
    expect([await page.getByText(NOTICE).count(), await keptKeys()]).toEqual([0, 0]);

    await field(page, 'Name').fill('Typed before');
    await logOut(page);
    await page.waitForURL('**/signin');
    expect(await keptKeys()).toBe(0);
  });
});
