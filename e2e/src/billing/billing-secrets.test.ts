import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { launchBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl, sharedDataDir } from '../stack/shared-stack.ts';
import { atStripe, beginToBuy, CARDS, openPortal, payWith } from './billing-people.ts';

const baseUrl = sharedBaseUrl();
const dataDir = sharedDataDir();

/** Everything that a browser received, by address. */
function listenTo(page: Page): { all(): Promise<Map<string, string>> } {
  const answers: Promise<[string, string]>[] = [];
  page.on('response', (response: Response) => {
    const text = response
      .text()
      .catch(() => '')
      .then((body) => `${JSON.stringify(response.headers())}\n${body}`);
    answers.push(text.then((whole) => [`${answers.length} ${response.url()}`, whole]));
  });
  return { all: async () => new Map(await Promise.all(answers)) };
}

async function readAllFiles(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as [string, string]));
}

test.skipIf(dataDir === undefined)(
  'HOSTILE 33: the key and the webhook’s secret are in no response, page or log of a whole story with failures',
  async () => {
    const folder = dataDir ?? '';
    const { stripeSecretKey, stripeWebhookSecret } = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Record<
      string,
      string
    >;
    const person = await signUp(baseUrl);
    const admin = await signIn(baseUrl, ADMIN);
    const { page, close } = await launchBrowser(baseUrl, undefined, { hasEmptyCaches: true });
    const told = listenTo(page);
    await signInAs(page, person);

    await beginToBuy(page, 'Starter');
    await payWith(page, CARDS.declined);
    await page.getByText('Your card was declined.').waitFor();
    await payWith(page, CARDS.good);
    await page.waitForURL('**/billing?checkout=done');
    await openPortal(page);
    await page.goto('/billing/checkout-success?sessionId=cs_test_none');
    await page.getByText('This checkout was not found.').waitFor();

    // Stripe fails in every possible way.
    await page.goto('/billing');
    const change = page.getByRole('button', { name: 'Change to Team' });
    for (const kind of ['status-500', 'status-429', 'refused-422', 'lost-answer']) {
      await atStripe('faults', { kind, count: 3 });
      await change.and(page.locator(':enabled')).click();
      await page
        .getByRole('main')
        .getByText(/payment provider/)
        .first()
        .waitFor();
      await atStripe('faults', { kind, count: 0 });
      await page.reload();
    }
    const events = [
      { body: '{}', signature: '' },
      { body: '{"id":"evt_1"}', signature: `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
      { body: 'x'.repeat(1_100_000), signature: 't=1,v1=1' },
    ];
    const answers: string[] = [];
    for (const { body, signature } of events) {
      const answer = await fetch(`${baseUrl}/api/billing/stripe/webhook`, {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signature },
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      answers.push(await answer.text());
    }
    const { user } = await person.api('GET /api/users/me');
    answers.push(JSON.stringify(await admin('GET /api/users/{id}/subscription', { params: { id: user.id } })));
    for (const path of [
      '/api/configuration',
      '/api/openapi.json',
      '/local/simulators',
      '/local/simulators/stripe/calls',
      '/local/simulators/stripe/webhooks',
    ]) {
      answers.push(await (await fetch(`${baseUrl}${path}`, { headers: { accept: 'application/json' } })).text());
    }

    const read = [
      ...(await told.all()),
      ...answers.map((text, at) => [`answer ${at}`, text] as const),
      ...(await readAllFiles(join(folder, 'logs'))),
    ];
    expect(read.length).toBeGreaterThan(50);
    const logged = read.filter(([name]) => name.startsWith(folder));
    expect(logged.some(([, text]) => text.includes('A call of Stripe failed'))).toBe(true);
    for (const secret of [stripeSecretKey, stripeWebhookSecret]) {
      expect(secret?.length).toBeGreaterThan(40);
      // Even a part of it would be a leak.
      const parts = [secret?.slice(0, 16), secret?.slice(-16)] as string[];
      expect(read.filter(([, text]) => parts.some((part) => text.includes(part))).map(([name]) => name)).toEqual([]);
    }
    await close();
  },
);
