import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCountingServer } from '../api/counting-server.ts';
import { ADMIN, DEMO } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { openStep } from '../editor/open-editor.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { deployClient, readDeployment, readRegistry, servedFiles } from './deployed.ts';
import { choose, newPerson, openTab, type SignedUpPerson, settle, signUpPerson } from './people.ts';
import { copyWorkTree, type WorkTreeCopy } from './work-tree-copy.ts';

const CONNECTORS_PAGE = 'mfe-connectors/src/connector-list/connector-list-page.tsx';
const GIFT_CARDS_PAGE = 'mfe-billing/src/gift-cards/gift-card-list-page.tsx';
const EDITOR_TITLE = 'mfe-workflows/src/editor/editor-title.tsx';
const LIST_PAGE = 'mfe-workflows/src/workflow-list/workflow-list-page.tsx';

/** @returns how many bytes the page has fetched from below `path` since, whatever it read from its cache */
async function countFetchedBytes(page: Page, path: string): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  const requested = new Set<string>();
  let bytes = 0;
  session.on(
    'Network.requestWillBeSent',
    ({ requestId, request }) => new URL(request.url).pathname.startsWith(path) && requested.add(requestId),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requested.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

/** Browsers and deployments on the running product; each test continues where the previous one ended. */
describe('deployments as people see them', () => {
  let stack: Stack;
  let copy: WorkTreeCopy;
  let open: OpenBrowser;
  let admin: Page;
  let tab: Page;
  let people: SignedUpPerson[];
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    stack = await startStack({ dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } });
    cleanups.push(() => stack.stop());
    copy = copyWorkTree();
    cleanups.push(() => copy.remove());
    open = await launchBrowser(stack.baseUrl);
    cleanups.push(() => open.close());
    people = await Promise.all(Array.from({ length: 4 }, () => newPerson(stack.baseUrl)));
    admin = await openTab(open, stack.baseUrl, ADMIN);
    tab = await openTab(open, stack.baseUrl, people[3] as SignedUpPerson);
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  /** Without a look at its sources, which takes longer than all the rest: `cli-area.test.ts` has it. @returns the output */
  async function deploy(workspace: string, ...options: string[]): Promise<string> {
    const env = { PORTAGE_URL: stack.baseUrl, PORTAGE_DATA_DIR: stack.dataDir };
    const { code, output } = await copy.npm(env, 'run', 'deploy', '-w', workspace, '--', '--anyway', ...options);
    if (code !== 0) throw new Error(output);
    return output;
  }

  /** Waits until browsers get this version: they read the published registry, which follows the database a moment later. */
  const untilPublished = (area: string, version: string | null | undefined) =>
    expect.poll(async () => (await readRegistry(stack))[area]?.version).toBe(version);
  const emptyList = (page: Page, title: string) => page.getByText(title, { exact: true }).waitFor();

  test('a changed area appears after one click in an open tab, and the other areas’ files stay the same', async () => {
    await choose(tab, 'Connectors');
    await emptyList(tab, 'No connectors yet');
    await choose(tab, 'Workflows');
    await emptyList(tab, 'No workflows yet');
    const { connectors: _, ...others } = await readRegistry(stack);
    const files = await Promise.all(Object.values(others).map((area) => servedFiles(stack, area)));

    copy.change(CONNECTORS_PAGE, 'title="No connectors yet"', 'title="No connectors in version two"');
    await deploy('mfe-connectors');

    await choose(tab, 'Connectors');
    await emptyList(tab, 'No connectors in version two');
    const { connectors: __, ...after } = await readRegistry(stack);
    expect(after).toEqual(others);
    expect(await Promise.all(Object.values(after).map((area) => servedFiles(stack, area)))).toEqual(files);
  });

  test('an open editor keeps its version until it is left, and what follows fetches less than 150 KB of it again', async () => {
    // From the same folder as the next version: a copy's packages are links, whose places name the modules.
    copy.change(LIST_PAGE, 'label="Filter workflows"', 'label="Filter workflows of version two"');
    await deploy('mfe-workflows');
    const page = await openTab(open, stack.baseUrl, DEMO);
    const openScript = async () => {
      await openStep(page, 'price');
      await page.locator('[data-step-panel] .monaco-editor .view-line').first().waitFor();
    };
    await page.getByRole('link', { name: 'Orders' }).first().click();
    await page.waitForURL('**/edit');
    const names = page.getByRole('navigation', { name: 'Breadcrumb' });
    await names.getByText('Orders').waitFor();
    await openScript();
    const countFetched = await countFetchedBytes(page, '/mfe/workflows/');

    copy.change(EDITOR_TITLE, "label: 'Workflows', href", "label: 'Workflows, version two', href");
    await deploy('mfe-workflows');

    await page.getByRole('tab', { name: 'Version History' }).click();
    await page.getByRole('tab', { name: 'Design' }).click();
    await names.getByText('Orders').waitFor();
    expect(await names.getByText('Workflows, version two').count()).toBe(0);
    await choose(page, 'Workflows');
    await page.getByRole('search', { name: 'Filter workflows of version two' }).waitFor();
    await page.getByRole('link', { name: 'Orders' }).first().click();
    await names.getByText('Workflows, version two').waitFor();
    await openScript();
    await expect.poll(countFetched).toBeGreaterThan(5_000);
    expect(countFetched()).toBeLessThan(150_000);
    await page.context().close();
  });

  test('an admin gives a share of people a version on the Deployments page, and exactly those people see it', async () => {
    copy.change(CONNECTORS_PAGE, 'No connectors in version two', 'No connectors in version three');
    await deploy('mfe-connectors', '--canary', '1');
    const { live, canary } = await readDeployment(stack, 'connectors');

    await choose(admin, 'Deployments');
    const row = admin.getByRole('row', { name: /^connectors / });
    await row.getByText('1 %').waitFor();
    await row.getByRole('button', { name: 'Details: more' }).click();
    await admin.getByRole('menuitem', { name: 'Set canary share' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Canary of connectors' });
    expect(await accessibilityProblems(admin)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Share of people, in percent' }).fill('40');
    await dialog.getByRole('button', { name: 'Set share' }).click();
    await row.getByText('40 %').waitFor();
    await expect.poll(async () => (await readRegistry(stack)).connectors?.canary?.percent).toBe(40);
    expect(await readDeployment(stack, 'connectors')).toMatchObject({ live, canary: { version: canary?.version, percent: 40 } });

    for (const [hasCanary, title] of [
      [true, 'No connectors in version three'],
      [false, 'No connectors in version two'],
    ] as const) {
      const page = await openTab(open, stack.baseUrl, await signUpPerson(stack.baseUrl, 'connectors', 40, hasCanary));
      await choose(page, 'Connectors');
      await emptyList(page, title);
      await page.context().close();
    }
  });

  test('the same page ends the canary, makes a version live, rolls back and holds, by keyboard, and says who did it', async () => {
    const row = admin.getByRole('row', { name: /^connectors / });
    const { live, canary } = await readDeployment(stack, 'connectors');
    await row.getByRole('button', { name: 'Details', exact: true }).focus();
    await admin.keyboard.press('Enter');
    const drawer = admin.getByRole('dialog', { name: 'connectors' });
    await drawer.getByRole('button', { name: 'End canary', disabled: false }).press('Enter');
    await admin.getByRole('alertdialog').getByText(`No one gets version ${canary?.version} of connectors any more`).waitFor();
    await admin.keyboard.press('Tab');
    await admin.keyboard.press('Enter');
    await expect.poll(async () => (await readDeployment(stack, 'connectors')).canary).toBeNull();

    await drawer.getByRole('button', { name: `Make live: ${canary?.version}` }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Make live' }).click();
    await untilPublished('connectors', canary?.version);
    await choose(tab, 'Workflows');
    await choose(tab, 'Connectors');
    await emptyList(tab, 'No connectors in version three');

    await drawer.getByRole('button', { name: 'Hold' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Hold' }).click();
    await drawer.getByText('it stays: it is held').waitFor();

    await drawer.getByRole('button', { name: 'Roll back' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click();
    await untilPublished('connectors', live);
    await choose(tab, 'Workflows');
    await choose(tab, 'Connectors');
    await emptyList(tab, 'No connectors in version two');

    await drawer.getByText(`Rolled back to ${live}, from ${canary?.version}`).waitFor();
    expect(await drawer.getByText(ADMIN.email).count()).toBeGreaterThan(2);
    expect(await accessibilityProblems(admin, ['[role="dialog"]'])).toEqual([]);
    await admin.keyboard.press('Escape');
    await admin.goto('/admin/audit');
    await admin.getByRole('cell', { name: 'Rolled back', exact: true }).first().waitFor();
  });

  test('two admins at once: the second is refused and sees what the first changed', async () => {
    await admin.goto('/admin/deployments?name=connectors');
    const drawer = admin.getByRole('dialog', { name: 'connectors' });
    const before = await readDeployment(stack, 'connectors');
    // It was taken back, so only its name brings it back.
    await drawer.getByText('Bad', { exact: true }).waitFor();
    expect(await drawer.getByRole('button', { name: 'Roll back' }).count()).toBe(0);
    await drawer.getByRole('button', { name: `Make live: ${before.previous}` }).click();
    copy.change(CONNECTORS_PAGE, 'No connectors in version three', 'No connectors in version four');
    await deploy('mfe-connectors');
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Make live' }).click();
    await admin
      .getByText(/Another person changed connectors in the meantime/)
      .first()
      .waitFor();
    const after = await readDeployment(stack, 'connectors');
    expect(after.previous).toBe(before.live);
    await choose(tab, 'Workflows');
    await choose(tab, 'Connectors');
    await emptyList(tab, 'No connectors in version four');
  });

  test('an admin compares two sets, returns to an earlier one, and back again', async () => {
    const before = (await readDeployment(stack, 'connectors')).previous;
    const after = (await readDeployment(stack, 'connectors')).live;
    await admin.goto('/admin/deployments');
    const rows = admin.getByRole('table', { name: 'Sets' }).getByRole('row');
    await rows.nth(1).getByText('Live', { exact: true }).waitFor();
    await rows.nth(1).getByText(`connectors ${after}`).waitFor();
    const returnTo = async (row: number) => {
      await rows
        .nth(row)
        .getByRole('button', { name: /^Details of set \d+$/ })
        .press('Enter');
      const drawer = admin.getByRole('dialog', { name: /^Set \d+$/ });
      await drawer
        .getByText(`connectors: ${before} → ${after}`)
        .or(drawer.getByText(`connectors: ${after} → ${before}`))
        .waitFor();
      await drawer.getByText(/^Files: /).waitFor();
      expect(await accessibilityProblems(admin, ['[role="dialog"]'])).toEqual([]);
      await drawer.getByRole('button', { name: 'Return to this set', disabled: false }).press('Enter');
      await admin.getByRole('alertdialog').getByRole('button', { name: 'Return to this set' }).click();
    };
    await returnTo(2);
    await untilPublished('connectors', before);
    await choose(tab, 'Workflows');
    await choose(tab, 'Connectors');
    await emptyList(tab, 'No connectors in version two');

    await admin.keyboard.press('Escape');
    await rows
      .nth(1)
      .getByText(/^Return to set \d+$/)
      .waitFor();
    await returnTo(2);
    await untilPublished('connectors', after);
    expect((await readDeployment(stack, 'connectors')).history[0]).toMatchObject({ action: 'RolledBack', by: ADMIN.email });
  });

  test('who opens the links of two previews sees both next to the live areas, and nobody else does', async () => {
    const npm = (...words: string[]) => copy.npm({ PORTAGE_URL: stack.baseUrl, PORTAGE_DATA_DIR: stack.dataDir }, 'run', ...words);
    const preview = async (workspace: string, file: string, before: string, after: string) => {
      copy.change(file, before, after);
      const output = await deploy(workspace, '--preview', 'feature/copy', '--expires', '36h');
      copy.change(file, after, before);
      const [link = ''] = /http\S+\/preview#\S+/.exec(output) ?? [];
      return link;
    };
    const live = await readRegistry(stack);
    const connectors = await preview('mfe-connectors', CONNECTORS_PAGE, 'No connectors in version four', 'No connectors in the preview');
    const billing = await preview('mfe-billing', GIFT_CARDS_PAGE, 'No gift cards yet', 'No gift cards in the preview');
    expect(await readRegistry(stack)).toEqual(live);
    expect((await npm('previews')).output).toMatch(/mfe-billing +feature\/copy .*\/preview#billing\./);

    // Signed out: the sign-in comes first, then the preview.
    const { email, password } = await newPerson(stack.baseUrl);
    const context = await open.browser.newContext({ baseURL: stack.baseUrl, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(connectors);
    await page.getByLabel('Email').fill(email);
    await page.locator('input[name="password"]').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await emptyList(page, 'No connectors in the preview');
    const banner = page.getByRole('region', { name: 'Previews' });
    await banner.getByText('feature/copy of connectors, by local, until').waitFor();
    await page.goto(billing);
    await emptyList(page, 'No gift cards in the preview');
    await banner.getByText('You’re seeing 2 previews that others don’t get').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const countLoads = async () =>
      (await deployClient(stack)('GET /api/deployments/previews')).previews.map(({ observed }) => observed?.loads ?? 0);
    await expect.poll(async () => Math.min(...(await countLoads()))).toBeGreaterThan(0);

    // HOSTILE 35, HOSTILE 49: a query parameter, a cookie and what the browser stores open nothing.
    const [shown] = (await deployClient(stack)('GET /api/deployments/previews')).previews.filter(({ area }) => area === 'connectors');
    const copied = JSON.stringify(await page.evaluate(() => ({ ...localStorage, 'portage:user': undefined })));
    await tab.evaluate((stored) => {
      const userId = (JSON.parse(localStorage.getItem('portage:user') ?? '{}') as { id?: string }).id;
      for (const [key, value] of Object.entries(JSON.parse(stored) as Record<string, string>)) localStorage.setItem(key, value);
      localStorage.setItem(`portage:previews:${userId}`, '1');
    }, copied);
    const cookies = ['preview', 'portage_preview', 'portage-preview'].map((name) => ({
      name,
      value: shown?.version ?? '',
      url: stack.baseUrl,
    }));
    await tab.context().addCookies(cookies);
    await tab.goto(`/connectors?preview=${shown?.id}&version=${shown?.version}`);
    await emptyList(tab, 'No connectors in version four');
    expect(await tab.getByRole('region', { name: 'Previews' }).count()).toBe(0);
    await tab.goto(`${connectors.slice(0, -1)}${connectors.endsWith('A') ? 'B' : 'A'}`);
    await tab.getByText('This link to a preview isn’t valid.').waitFor();
    await tab.getByRole('link', { name: 'Go to Portage' }).click();
    await choose(tab, 'Connectors');
    await emptyList(tab, 'No connectors in version four');

    // By keyboard; the other preview stays.
    await banner.getByRole('button', { name: 'End the preview feature/copy of connectors', disabled: false }).press('Enter');
    await page.getByText('The preview “feature/copy” of connectors has ended.').first().waitFor();
    await choose(page, 'Connectors');
    await emptyList(page, 'No connectors in version four');
    await banner.getByText('feature/copy of billing').waitFor();
    expect(await npm('preview', '--', 'mfe-connectors', '--delete', 'feature/copy')).toMatchObject({ code: 0 });

    await admin.goto('/admin/deployments');
    const rows = admin.getByRole('table', { name: 'Previews' }).getByRole('row');
    await rows.getByRole('button', { name: 'Delete the preview feature/copy of billing' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await admin.getByText('The preview “feature/copy” of billing has ended.').first().waitFor();
    await choose(page, 'Workflows');
    await page.getByText('The preview “feature/copy” of billing has ended.').first().waitFor();
    await banner.waitFor({ state: 'detached' });
    await page.goto('/gift-cards');
    await emptyList(page, 'No gift cards yet');
    await page.goto(billing);
    await page.getByText('This preview has ended.').waitFor();
    await context.close();
  });

  test('an admin adds a hook, which gets the next change signed, and sees how a version loads and what it shares', async () => {
    const receiver = await startCountingServer();
    cleanups.push(() => receiver.close());
    await admin.goto('/admin/deployments');
    await admin.getByRole('button', { name: 'Add hook' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Add hook' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Release notes');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/with-a-secret`);
    expect(await accessibilityProblems(admin, ['[role="dialog"]'])).toEqual([]);
    await dialog.getByRole('button', { name: 'Add hook' }).click();
    const secret = await admin.getByRole('dialog', { name: 'Secret of the hook' }).getByRole('textbox', { name: 'Secret' }).inputValue();
    await admin.getByRole('button', { name: 'Done' }).click();

    copy.change(GIFT_CARDS_PAGE, 'title="No gift cards yet"', 'title="No gift cards were sold yet"');
    await deploy('mfe-billing');
    const { live } = await readDeployment(stack, 'billing');
    await expect.poll(() => receiver.calls.length).toBe(1);
    const [call] = receiver.calls;
    if (!call) throw new Error('Nothing was sent');
    const { headers, body } = call;
    const { type, data } = JSON.parse(body);
    expect([type, data.action, data.changes[0].name, data.changes[0].to.live]).toEqual(['deployment.changed', 'Deployed', 'billing', live]);
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);

    const hook = admin.getByRole('row', { name: /^Release notes / });
    await hook.getByText('Delivered').waitFor();
    expect(await hook.textContent()).not.toContain('with-a-secret');
    await hook.getByRole('button', { name: 'Messages: more' }).click();
    await admin.getByRole('menuitem', { name: 'Send test' }).click();
    await admin.getByText('Release notes accepted the test message.').first().waitFor();
    expect(JSON.parse(receiver.calls[1]?.body ?? '').type).toBe('deployment.test');

    await choose(tab, 'Workflows');
    await choose(tab, 'Connectors');
    const row = admin.getByRole('table', { name: 'Areas' }).getByRole('row', { name: /^connectors / });
    await row.getByText(/^\d+ loads?\b/).waitFor();
    await row.getByRole('button', { name: 'Details', exact: true }).click();
    const drawer = admin.getByRole('dialog', { name: 'connectors' });
    await drawer.getByText(/^react: the shell’s [\d.]+, because a page has one copy and \^[\d.]+ is asked for/).waitFor();
    await drawer
      .getByText(/^half within \d/)
      .first()
      .waitFor();
    expect(await accessibilityProblems(admin, ['[role="dialog"]'])).toEqual([]);
    await admin.keyboard.press('Escape');
  });

  test('a version that throws for three people is rolled back automatically, and the Deployments page says so', async () => {
    await Promise.all(people.slice(0, 3).map((person) => settle(stack.baseUrl, person)));
    const good = (await readDeployment(stack, 'connectors')).live;
    copy.change(
      CONNECTORS_PAGE,
      "usePageTitle('Connectors');",
      // The check before a deploy opens the page, too.
      "usePageTitle('Connectors');\n  if (!localStorage.getItem('portage:user')?.includes('deploy-check')) throw new Error('broken for all');",
    );
    await deploy('mfe-connectors');
    const bad = (await readDeployment(stack, 'connectors')).live;
    expect(bad).not.toBe(good);

    for (const person of people.slice(0, 3)) {
      const page = await openTab(open, stack.baseUrl, person);
      await choose(page, 'Connectors');
      await page.getByRole('heading', { name: 'Ooops! Something went wrong' }).waitFor();
      if (person !== people[2]) {
        await choose(page, 'Workflows');
        await emptyList(page, 'No workflows yet');
      } else {
        await untilPublished('connectors', good);
        await page.getByRole('button', { name: 'Retry' }).click();
        await emptyList(page, 'No connectors in version four');
      }
      await page.context().close();
    }

    await admin.goto('/admin/deployments');
    await admin.getByText(`connectors fell back to ${good} because ${bad} failed`).waitFor();
    await admin
      .getByText(/It failed for 3 of the 3 people who had it\. The last one saw: “Error: broken for all”/)
      .first()
      .waitFor();
    expect(await accessibilityProblems(admin)).toEqual([]);
    await choose(tab, 'Workflows');
    await choose(tab, 'Connectors');
    await emptyList(tab, 'No connectors in version four');
  });

  describe('when an area’s address', () => {
    const files = '**/mfe/connectors/**';
    let page: Page;
    beforeAll(async () => {
      page = await openTab(open, stack.baseUrl, await newPerson(stack.baseUrl));
    });
    afterAll(() => page.context().close());

    /** Checks that the page shows the fallback, that the neighbour loads at once, and that Retry works once the area works again. */
    async function survives(says: string | RegExp): Promise<void> {
      await page.goto('/connectors');
      await page.getByText(says).waitFor();
      await choose(page, 'Workflows');
      await emptyList(page, 'No workflows yet');
      await choose(page, 'Connectors');
      await page.getByText(says).waitFor();
      await page.unroute(files);
      await page.getByRole('button', { name: 'Retry' }).click();
      await emptyList(page, 'No connectors in version four');
    }

    test('HOSTILE 35: is down, that area has its fallback and the others work', async () => {
      await page.route(files, (route) => route.abort('connectionrefused'));
      await survives('This part of Portage could not be loaded');
    });

    test('HOSTILE 35: returns garbage, that area has its fallback and says that it isn’t what was deployed', async () => {
      await page.route(files, (route) => route.fulfill({ contentType: 'text/javascript', body: 'garbage ]{' }));
      await survives(/is not the file that was deployed/);
    });

    test('HOSTILE 35: serves another entry script than the deployed one, it doesn’t run', async () => {
      await page.route('**/mfe/connectors/*/remoteEntry.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()}\ndocument.documentElement.dataset.stolen = 'yes';` });
      });
      await page.goto('/connectors');
      await page.getByText(/remoteEntry\.js is not the file that was deployed/).waitFor();
      expect(await page.evaluate(() => document.documentElement.dataset.stolen)).toBeUndefined();
      await page.unroute('**/mfe/connectors/*/remoteEntry.js');
      await page.getByRole('button', { name: 'Retry' }).click();
      await emptyList(page, 'No connectors in version four');
    });

    test('HOSTILE 35: is slow, the others load at once, and it loads when it arrives', async () => {
      await page.goto('/workflows');
      await emptyList(page, 'No workflows yet');
      const comes = Promise.withResolvers<void>();
      await page.route(files, async (route) => {
        await comes.promise;
        await route.continue();
      });
      await page.goto('/connectors');
      await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
      await choose(page, 'Workflows');
      // The connectors' files are still loading.
      await emptyList(page, 'No workflows yet');
      comes.resolve();
      await choose(page, 'Connectors');
      await emptyList(page, 'No connectors in version four');
      await page.unroute(files);
    });
  });

  test('the page is only for admins, and says so if there is nothing or the API fails', async () => {
    await tab.goto('/admin/deployments');
    await tab.waitForURL((url) => url.pathname !== '/admin/deployments');
    await admin.route('**/api/deployments', (route) =>
      route.fulfill({ json: { deployments: [], registry: { revision: 2, published: 1 } } }),
    );
    await admin.goto('/admin/deployments');
    await admin.getByText('Nothing is deployed yet').waitFor();
    await admin.getByText('The last change isn’t published yet').waitFor();
    await admin.unroute('**/api/deployments');
    await admin.route('**/api/deployments', (route) =>
      route.fulfill({
        status: 500,
        json: { isSuccess: false, errors: [{ userMessage: 'It broke', message: 'It broke', code: 'internal' }] },
      }),
    );
    await admin.goto('/admin/deployments');
    await admin.getByRole('button', { name: /try again|retry/i }).waitFor();
    await admin.unroute('**/api/deployments');
  });

  test('an area made by npm run new-area is in order, and opens from the menu once it is deployed', async () => {
    const run = (...words: string[]) => copy.npm({}, ...words);
    const made = await run('run', 'new-area', '--', 'reports', '--label', 'All Reports');
    expect(made.output).toContain('mfe-reports/src/app.tsx');
    expect(made.code).toBe(0);
    expect(await run('run', 'new-area', '--', 'reports')).toMatchObject({ code: 1, output: expect.stringContaining('is taken') });
    expect(await run('exec', '--', 'tsc', '-p', 'mfe-reports', '--checkers', '1')).toMatchObject({ code: 0 });
    expect(await run('exec', '-w', 'mfe-reports', '--', 'vitest', 'run')).toMatchObject({ code: 0 });
    const files = ['mfe-reports', 'packages/registry/src/areas.ts', 'shell/src/services/menu.ts'];
    expect(await run('exec', '--', 'biome', 'check', '--error-on-warnings', '--vcs-enabled=false', ...files)).toMatchObject({ code: 0 });

    for (const workspace of ['edge-api', 'shell', 'mfe-reports']) await deploy(workspace);
    expect(Object.keys(await readRegistry(stack))).toContain('reports');
    const page = await openTab(open, stack.baseUrl, people[2] as SignedUpPerson);
    await choose(page, 'All Reports');
    await page.getByRole('heading', { name: 'All Reports', level: 2 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/reports');
  });
});
