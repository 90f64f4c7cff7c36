import { createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { canaryBucket } from '@portage/registry';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { common } from '../../../tools/test-settings/projects.ts';
import type { OpenBrowser } from '../browser/browser.ts';
import { signInByHand } from '../browser/sign-in.ts';

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

/** Makes a person count for the registry: a confirmed address, and a run of their own. Their lists are empty again afterwards. */
export async function settle(baseUrl: string, { email, password }: SignedUpPerson): Promise<void> {
  const open = createClient<Calls>({ baseUrl });
  const outbox = (await (await fetch(`${baseUrl}/local/outbox`, { headers: { accept: 'application/json' } })).json()) as Outbox;
  const mail = outbox.messages.find(({ to, subject }) => to === email && subject.startsWith('Confirm'));
  const [, token = ''] = /confirm-email\?token=([\w.-]+)/.exec(mail?.text ?? '') ?? [];
  const { success } = await open('POST /api/users/confirm-email', { body: { token } });
  if (!success) throw new Error(`The address ${email} was not confirmed`);

  const { user } = await open('POST /api/users/signin', { body: { email, password } });
  const api = createClient<Calls>({ baseUrl, getAccessToken: async () => user.accessToken.value });
  const steps = [{ stepId: 'start', type: 'Trigger' as const, triggerType: 'Webhook' as const, nextStepId: null }];
  const { workflow } = await api('POST /api/workflows', { body: { name: 'Once', steps } });
  await api('POST /api/workflows/{id}/test-run', { params: { id: workflow.id } });
  const runs = () => api('GET /api/workflows/instances', { query: { WorkflowId: workflow.id } });
  await vi.waitUntil(async () => (await runs()).workflowInstances.length > 0, { timeout: 60_000, interval: 200 });
  await api('DELETE /api/workflows/{id}', { params: { id: workflow.id } });
}

interface Outbox {
  messages: { to: string; subject: string; text: string }[];
}

/** A person inside or outside a canary of that share. */
export async function signUpPerson(baseUrl: string, area: string, percent: number, hasCanary: boolean): Promise<SignedUpPerson> {
  for (;;) {
    const person = await newPerson(baseUrl);
    if (canaryBucket(area, person.id) < percent === hasCanary) return person;
  }
}

/** A signed-in tab in its own browser profile. @param link opened before the sign-in */
export async function openTab(
  { browser }: OpenBrowser,
  baseUrl: string,
  person: { email: string; password: string },
  link?: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(common.expect.poll.timeout);
  const page = await context.newPage();
  await signInByHand(page, person, link);
  return page;
}

/** Clicks an entry of the sidebar. */
export async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).first().click();
}
