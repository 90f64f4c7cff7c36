import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Page } from 'playwright-core';
import { store } from '../../../tools/test-settings/browser-profiles.ts';

interface Account {
  email: string;
  password: string;
}

/** Signs a browser profile in without loading a page: the browser keeps what the sign-in page would have kept. */
export async function signInAs(page: Page, { email, password }: Account): Promise<void> {
  const response = await page.request.post('/api/users/signin', { data: { email, password } });
  if (!response.ok()) throw new Error(`Signing ${email} in was answered with ${response.status()}: ${await response.text()}`);
  const { user, hasWorkflow } = (await response.json()) as CallResponse<Calls, 'POST /api/users/signin'>;
  await store(page.context(), 'portage:user', JSON.stringify({ ...user, hasWorkflow }));
}

/** Signs in as a person does, and waits for the first page behind it. */
export async function signInByHand(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/signin');
}
