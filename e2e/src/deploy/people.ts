import { createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { canaryBucket } from '@portage/registry';
import type { Page } from 'playwright-core';
import { type OpenBrowser, signInAs } from '../browser/browser.ts';

export interface SignedUpPerson {
  id: string;
  email: string;
  password: string;
}

export async function newPerson(baseUrl: string): Promise<SignedUpPerson> {
  const [email, password] = [`deploy-${crypto.randomUUID()}@example.com`, 'a-long-password'];
  const body = { firstName: 'Ada', lastName: 'Tester', email, password };
  const { user } = await createClient<Calls>({ baseUrl })('POST /api/users/signup', { body });
  return { id: user.id, email, password };
}

/** Somebody who gets a canary of that share, or somebody who does not. */
export async function personOf(baseUrl: string, area: string, percent: number, hasCanary: boolean): Promise<SignedUpPerson> {
  for (;;) {
    const person = await newPerson(baseUrl);
    if (canaryBucket(area, person.id) < percent === hasCanary) return person;
  }
}

/** A tab of a browser profile of their own, signed in. */
export async function tabOf({ browser }: OpenBrowser, baseUrl: string, person: { email: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signInAs(page, person);
  return page;
}

/** Clicks an entry of the sidebar. */
export async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).first().click();
}
