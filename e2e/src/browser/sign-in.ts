import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { APIResponse, Page } from 'playwright-core';
import { store } from '../../../tools/test-settings/browser-profiles.ts';
import type { SessionTokens } from '../api/session.ts';

interface Account {
  email: string;
  password: string;
  /** Tokens of a session to continue in the browser; absent: opens a new session. */
  tokens?: SessionTokens;
}

/**
 * The product closes a connection after 15 idle seconds. Playwright keeps it for the profile's next call, which is reset if it goes out at that
 * moment: like a browser, it then calls once more.
 */
const RETRY_AFTER_RESET = { maxRetries: 1 };

/**
 * Signs a browser profile in without loading a page: it stores what the sign-in page would have stored. Continuing the
 * sign-up's session saves the Worker the password's hash, which costs half as much as a page.
 */
export async function signInAs(page: Page, { tokens, ...account }: Account): Promise<void> {
  const { user, hasWorkflow } = tokens ? await readUser(page, tokens) : await openSession(page, account);
  await store(page.context(), 'portage:user', JSON.stringify({ ...user, hasWorkflow }));
}

async function openSession(page: Page, { email, password }: Account) {
  const response = await page.request.post('/api/users/signin', { data: { email, password }, ...RETRY_AFTER_RESET });
  return readResponse<'POST /api/users/signin'>(response);
}

async function readUser(page: Page, tokens: SessionTokens) {
  const headers = { authorization: `Bearer ${tokens.accessToken.value}` };
  const { user, hasWorkflow } = await readResponse<'GET /api/users/me'>(
    await page.request.get('/api/users/me', { headers, ...RETRY_AFTER_RESET }),
  );
  return { user: { ...user, ...tokens }, hasWorkflow };
}

async function readResponse<Key extends keyof Calls>(response: APIResponse): Promise<CallResponse<Calls, Key>> {
  if (!response.ok()) throw new Error(`${response.url()} answered with ${response.status()}: ${await response.text()}`);
  return (await response.json()) as CallResponse<Calls, Key>;
}

/** Signs in as a person does who opened a link, and waits for the first page. */
export async function signInByHand(page: Page, { email, password }: Account, link = '/signin'): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/signin');
}
