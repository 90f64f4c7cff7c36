import type { Page } from 'playwright-core';

/** Signs in as a person does, and waits for the first page behind it. */
export async function signInAs(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/signin');
}
