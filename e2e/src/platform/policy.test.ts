import { AREA_NAMES, AREAS, type AreaName } from '@portage/registry';
import { orderSteps } from '@portage/workflow/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, signIn } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { openStep } from '../editor/open-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();

/** Requests that a browser refused because of the page's policy, as `directive: what`. */
async function watchPolicy(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('tellRefused', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      (globalThis as unknown as { tellRefused(what: string): void }).tellRefused(
        `${location.pathname}: ${effectiveDirective}: ${blockedURI} (${sourceFile})`,
      );
    });
  });
  return refused;
}

/** Pages of the areas in the product as served: nothing that they do violates the policy. */
describe('every area lives under the policy of its page', () => {
  let opened: OpenBrowser;
  let page: Page;
  let refused: string[];
  let workflowId: string;
  let typeId: string;

  beforeAll(async () => {
    const api = await signIn(baseUrl, ADMIN);
    const { workflow } = await api('POST /api/workflows', {
      body: { name: 'Policy', steps: orderSteps('https://example.com/big-orders') },
    });
    workflowId = workflow.id;
    const { connectorType } = await api('POST /api/connector-types', {
      body: { name: `Policy ${crypto.randomUUID()}`, baseUrl: 'https://policy.example', authorizationType: 'ApiKey' },
    });
    typeId = connectorType.id;
    opened = await launchBrowser(baseUrl);
    page = opened.page;
    page.on('dialog', (dialog) => dialog.accept());
    refused = await watchPolicy(page);
    await signInAs(page, ADMIN);
  });
  afterAll(() => opened.close());

  /** Reloads, so that the page gets its own address's policy. */
  async function visit(path: string): Promise<void> {
    await page.goto(path);
    await page.locator('main').waitFor();
    await page.waitForLoadState('networkidle');
  }

  /** An area's pages besides its first. */
  const PAGES: Partial<Record<AreaName, string[]>> = {
    workflows: ['/run-history', '/workflows/add-from-template'],
    connectors: ['/connectors/add'],
    playbooks: ['/stats', '/dashboard'],
    admin: ['/admin/workflows', '/admin/users', '/admin/audit', '/admin/maintenance', '/admin/connectorTypes', '/admin/templates'],
  };

  test.each(AREA_NAMES)('the area %s', async (area) => {
    const files: string[] = [];
    const note = (response: { url(): string }) => files.push(response.url());
    page.on('response', note);
    for (const path of [AREAS[area].firstPage, ...(PAGES[area] ?? [])]) await visit(path);
    page.off('response', note);
    // The area itself was shown, not its replacement.
    expect(files.some((url) => url.startsWith(`${baseUrl}/mfe/${area}/`))).toBe(true);
    expect(await page.getByText('could not be loaded').count()).toBe(0);
    expect(refused).toEqual([]);
  });

  test('the editor with its script editor', async () => {
    await page.goto(`/workflows/${workflowId}/edit`);
    await page.locator('[data-flowchart] [data-card]').first().waitFor();
    await openStep(page, 'price');
    await page.locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nconst o = Steps.');
    await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
  });

  test('the editor of OpenAPI documents with its text', async () => {
    await visit(`/admin/connectorTypes/${typeId}/editor`);
    await page.getByRole('tab', { name: 'YAML' }).click();
    await page.locator('.monaco-editor').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
  });

  test('nothing was refused without an event, and nothing failed', () => {
    expect(opened.problems.filter((line) => /content security policy|refused to/i.test(line))).toEqual([]);
  });

  test('the watch detects violations of the policy', async () => {
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.wasRun = true';
      document.head.append(script);
      document.head.append(Object.assign(document.createElement('script'), { src: 'https://evil.example/x.js' }));
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="globalThis.wasRun = true">');
    });
    await expect.poll(() => refused.filter((line) => line.includes('script-src')).length).toBeGreaterThanOrEqual(2);
    // Strings don't become code; tested later, because debugger calls are exempt.
    const evaluated = await page.evaluate(
      () =>
        new Promise((resolve) =>
          setTimeout(() => {
            try {
              resolve(new Function('return 1')());
            } catch (error) {
              resolve((error as Error).name);
            }
          }),
        ),
    );
    expect(evaluated).toBe('EvalError');
    expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false);
    const asked = await page.evaluate(() =>
      fetch('https://evil.example/').then(
        () => 'sent',
        () => 'refused',
      ),
    );
    expect(asked).toBe('refused');
    await expect.poll(() => refused.some((line) => line.includes('connect-src'))).toBe(true);
  });
});
