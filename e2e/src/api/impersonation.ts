import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Page } from 'playwright-core';
import { ADMIN, signIn } from './session.ts';

/** The calls of an admin who impersonates this person. */
export async function actingAs(baseUrl: string, email: string): Promise<Client<Calls>> {
  const { user } = await impersonate(baseUrl, email);
  return createClient<Calls>({ baseUrl, getAccessToken: () => user.accessToken.value });
}

async function impersonate(baseUrl: string, email: string) {
  const admin = await signIn(baseUrl, ADMIN);
  const { users } = await admin('GET /api/users', { query: { userEmail: email } });
  return admin('POST /api/users/impersonate', { body: { userId: users[0]?.id ?? '' } });
}

/**
 * Opens the product as the admin's "Impersonate" does: a new tab that finds the call's response.
 *
 * @param page any page of the browser; the person signed in there stays signed in
 */
export async function openImpersonated(baseUrl: string, page: Page, email: string): Promise<Page> {
  const answer = await impersonate(baseUrl, email);
  if (page.url() === 'about:blank') await page.goto('/signin');
  await page.evaluate((text) => localStorage.setItem('impersonate-user', text), JSON.stringify(answer));
  const tab = await page.context().newPage();
  await tab.goto('/');
  await tab.getByText(`${email} [Impersonating]`).waitFor();
  return tab;
}
