import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailsTo } from '../api/outbox.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { looksRight } from '../browser/looks-right.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const seen = (page: Page, name: string) => looksRight(page, `account-${name}`);

/** The response to a program that has only its key. */
async function callWith(key: string, path: string, method = 'GET'): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${sharedBaseUrl()}${path}`, { method, headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, text: await answer.text() };
}

describe('a person’s own account', () => {
  let opened: OpenBrowser;
  let page: Page;
  let person: Awaited<ReturnType<typeof signUp>>;

  beforeEach(async () => {
    person = await signUp(sharedBaseUrl());
    opened = await launchBrowser(sharedBaseUrl());
    page = opened.page;
  });
  afterEach(() => opened.close());

  const help = () => page.getByRole('link', { name: 'Help', exact: true }).getAttribute('href');
  const section = (name: string) => page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name });

  test('makes an API key by keyboard, shows it once, and revokes it after asking (HOSTILE 44)', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAs(page, person);
    await page.goto('/workflows');
    await page.getByRole('button', { name: person.email, disabled: false }).press('Enter');
    await page.getByRole('menuitem', { name: 'Account' }).press('Enter');
    await section('API keys').press('Enter');
    await page.getByText('You have no API keys yet.').waitFor();
    await page.getByRole('button', { name: 'New API key', disabled: false }).press('Enter');
    const name = page.getByLabel('Name');
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('Please enter a name').waitFor();
    await page.keyboard.type('Nightly export');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('Please choose at least one scope').waitFor();
    await seen(page, 'new-key');
    await page.keyboard.press('Space');
    await page.getByLabel('Expires after').selectOption('One year');
    await page.getByLabel('Name').press('Enter');

    const shown = page.getByLabel('API key', { exact: true });
    const key = await shown.inputValue();
    expect(key).toMatch(/^portage_[0-9A-Za-z]{49}$/);
    await seen(page, 'shown-key');
    await page.getByRole('button', { name: 'Copy', disabled: false }).press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.getByRole('button', { name: 'Done', disabled: false }).press('Enter');
    await shown.waitFor({ state: 'detached' });

    expect(JSON.parse((await callWith(key, '/api/users/me')).text).user.email).toBe(person.email);
    expect((await callWith(key, '/api/workflows/none', 'DELETE')).status).toBe(403);
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: `portage_…${key.slice(-4)}` });
    await row.getByText('Nightly export').waitFor();
    expect(await row.getByText('Never', { exact: true }).count()).toBe(0);
    expect(await page.content()).not.toContain(key);
    await seen(page, 'keys');

    await page.getByRole('button', { name: 'Revoke Nightly export', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', disabled: false }).press('Enter');
    await page.getByText('You have no API keys yet.').waitFor();
    expect((await callWith(key, '/api/users/me')).status).toBe(401);
  });

  test('changes the profile and the password, and ends the other sessions', async () => {
    const { email, password } = person;
    await signInAs(page, { email, password });
    await page.goto('/account');
    await page.getByLabel('First Name').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter First Name').waitFor();
    await page.getByLabel('First Name').fill('Grace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile saved.').first().waitFor();
    expect((await person.api('GET /api/users/me')).user.firstName).toBe('Grace');
    await seen(page, 'profile');

    expect(await help()).toBe('/help/account');
    const theme = page.getByRole('main').getByRole('radio', { name: 'Light' });
    await theme.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('main').getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByRole('main').getByRole('radio', { name: 'As the system' }).isChecked()).toBe(true);

    await section('Sessions').click();
    await page.getByText('This browser').waitFor();
    await expect.poll(() => page.getByRole('main').getByText('Signed in').count()).toBeGreaterThan(1);
    expect(await help()).toBe('/help/account#sessions');
    await seen(page, 'sessions');
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('All other sessions ended.').first().waitFor();
    await expect(person.api('GET /api/users/me')).rejects.toMatchObject({ status: 401 });

    await section('Password').click();
    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password').fill('an even longer password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This is not your current password').waitFor();
    expect(await help()).toBe('/help/account#password');
    await seen(page, 'password');
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').first().waitFor();

    await section('Quota').click();
    await expect.poll(() => page.getByText('No limit').count()).toBe(4);
    expect(await help()).toBe('/help/limits#quotas');
    await seen(page, 'quota');
  });

  test('changes the email through a link to the new address, and deletes the account', async () => {
    const { email, password } = person;
    const newEmail = `new-${email}`;
    await signInAs(page, { email, password });
    await page.goto('/account');
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Email', exact: true }) });
    await card.getByLabel('New email').fill(newEmail);
    await card.getByLabel('Current password').fill('not this one');
    await card.getByRole('button', { name: 'Change email' }).click();
    await card.getByText('This is not your current password').waitFor();
    await card.getByLabel('Current password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(`Open the link that was mailed to ${newEmail}`).first().waitFor();
    const findLink = async () => /https?:\/\/\S+token=\S+/.exec((await mailsTo(sharedBaseUrl(), newEmail))[0]?.text ?? '')?.[0];
    await expect.poll(findLink).toContain('change=true');
    const link = new URL((await findLink()) ?? '');
    await page.goto(`${link.pathname}${link.search}`);
    await page.getByText('Thank you. Your email is confirmed.').waitFor();
    await page.goto('/account');
    await page.getByText(`You sign in with ${newEmail}.`).waitFor();
    await expect.poll(async () => (await mailsTo(sharedBaseUrl(), email))[0]?.subject).toBe('Your Portage email was changed');

    const remove = page.getByRole('button', { name: 'Delete account' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel('Current password').last().fill(password);
    await page.getByText('Delete my account and everything in it').click();
    await remove.click();
    await page.waitForURL(/\/signin/);
    await expect(signIn(sharedBaseUrl(), { email: newEmail, password })).rejects.toMatchObject({ status: 401 });
  });

  test('an admin’s key scrapes the metrics, and is named in the audit log', async () => {
    await signInAs(page, ADMIN);
    const api = await signIn(sharedBaseUrl(), ADMIN);
    const made = await api('POST /api/account/keys', { body: { name: 'Prometheus', scopes: ['read'], expiresAt: null } });
    const { status, text } = await callWith(made.secret, '/api/metrics');
    expect([status, text.includes('# TYPE portage_runs_open gauge')]).toEqual([200, true]);
    await page.goto('/account/api-keys');
    await page.getByRole('button', { name: 'Revoke Prometheus' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Key “Prometheus” revoked.').first().waitFor();
    await page.goto('/admin/audit?action=api-key');
    await page.getByRole('row').filter({ hasText: 'API key revoked' }).filter({ hasText: 'Prometheus' }).first().waitFor();
  });
});
