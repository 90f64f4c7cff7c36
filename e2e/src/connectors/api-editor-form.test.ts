import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, signIn } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { PETS_DOCUMENT, PICTURE } from './pets.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

describe('connector types', () => {
  let opened: OpenBrowser;
  let page: Page;
  let api: Client<Calls>;
  let name: string;

  beforeAll(async () => {
    api = await signIn(sharedBaseUrl(), ADMIN);
    opened = await launchBrowser(sharedBaseUrl());
    page = opened.page;
    await signInAs(page, ADMIN);
  });
  afterAll(() => opened.close());
  beforeEach(() => {
    name = `Pets ${crypto.randomUUID().slice(0, 8)}`;
  });

  const upload = (what: 'document' | 'logo', chosen: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
    page.locator(`input[type=file][aria-label="Upload ${what}"]`).setInputFiles(chosen);
  const findType = async () => (await api('GET /api/connector-types', { query: { name } })).connectorTypes[0];

  test('CTYPE-01, CTYPE-02: are listed with their actions; the ones that come with Portage can’t be changed', async () => {
    const { connectorTypes } = await api('GET /api/connector-types', { query: { pageSize: 100 } });
    await page.goto('/admin/connectorTypes/');
    await page.getByRole('table', { name: 'Connector types' }).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Logo', 'Name', 'Visibility', 'Created', 'Action']);
    const system = connectorTypes.find(({ isSystem }) => isSystem);
    if (system) {
      await page.goto(`/admin/connectorTypes?name=${encodeURIComponent(system.name)}`);
      const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Edit ${system.name}`, exact: true }) });
      await row.waitFor();
      expect(await row.getByText(system.visibility === 'AllUsers' ? 'All Users' : 'User', { exact: true }).count()).toBe(1);
      expect(await row.getByRole('button', { name: `Edit ${system.name}` }).isDisabled()).toBe(true);
      await row.getByRole('button', { name: `More actions for ${system.name}` }).click();
      await expect.poll(() => page.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('Escape');
      await row.getByRole('link', { name: `Api Editor of ${system.name}` }).waitFor();
    }
    await page.goto('/admin/connectorTypes');
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await page.waitForURL('**/admin/connectorTypes/add');
  });

  test('CONST-05: are entered in a form at most 700 pixels wide', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.goto('/admin/connectorTypes/add');
    const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: 'Base Url', exact: true }) });
    await form.waitFor();
    expect((await form.boundingBox())?.width).toBe(700);
    if (size) await page.setViewportSize(size);
  });

  test('CTYPE-08, CTYPE-09: report what is missing in the specification’s words; OAuth asks only if it applies', async () => {
    await page.goto('/admin/connectorTypes/add');
    await page.getByRole('button', { name: 'Save' }).click();
    for (const label of ['Name', 'Base Url', 'Authorization Url', 'Token Url', 'Client Id', 'Client Secret']) {
      await page.getByText(`Please input ${label}`, { exact: true }).waitFor();
    }
    expect(await page.getByText('Please input Request Token Url', { exact: true }).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    const choose = async (label: string) => {
      await page.getByRole('button', { name: /Authorization Type/ }).click();
      await page.getByRole('option', { name: label }).click();
    };
    await choose('OAuth 1.0a');
    await page.getByText('Please input Request Token Url', { exact: true }).waitFor();
    await choose('API key');
    await page.getByText('Please input Client Id', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Token Url' }).count()).toBe(0);
  });

  test('CTYPE-10..15: an uploaded document is checked after a moment; saving waits for it and refuses a document with errors', async () => {
    await page.goto('/admin/connectorTypes/add');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Base Url', exact: true }).fill('https://api.pets.example');
    await page.getByRole('button', { name: /Authorization Type/ }).click();
    await page.getByRole('option', { name: 'API key' }).click();

    const observed = Promise.withResolvers<void>();
    await page.route('**/api/connector-types/validate', async (route) => {
      await observed.promise;
      await route.continue();
    });
    await upload('document', file('page.html', '<!doctype html><html><body>Docs</body></html>'));
    await page.getByText('page.html file uploaded successfully').first().waitFor();
    await page.getByText('Checking...').waitFor();
    observed.resolve();
    await page.getByText(/This is a web page/).waitFor();
    expect(await msBetween(page, '/api/files/upload', '/api/connector-types/validate')).toBeGreaterThanOrEqual(890);
    await page.getByText('Document contains some errors', { exact: true }).waitFor();
    expect(await page.getByText('page.html file uploaded successfully').count()).toBe(0);

    // A newer upload discards the older result, and the result for a removed one is ignored.
    await upload('document', file('broken.yaml', PETS_DOCUMENT.replace('openapi: 3.1.0', 'openapi: 3.1.0\nopenapi: 3.1.0')));
    await page.getByText(/This is a web page/).waitFor({ state: 'detached' });
    await page.getByText(/line 3/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Document contains some errors', { exact: true }).waitFor();
    expect(await findType()).toBeUndefined();

    await upload('document', file('pets.yaml', PETS_DOCUMENT));
    // Before the check has started: Save waits for it.
    await page.getByText('pets.yaml file uploaded successfully').first().waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/admin\/connectorTypes$/);
    await page.unroute('**/api/connector-types/validate');
    expect(await findType()).toMatchObject({ openApiDocument: { fileName: 'pets.yaml' }, authorizationType: 'ApiKey' });
  });

  test('CTYPE-12, CTYPE-15: a sound document is reported as such, and so is a failed upload', async () => {
    await page.goto('/admin/connectorTypes/add');
    await upload('document', file('pets.yaml', PETS_DOCUMENT));
    await page.getByText('File contains no errors').waitFor();
    await upload('document', file('empty.yaml', ''));
    await page.getByText('empty.yaml file upload failed.').first().waitFor();
    expect(await page.getByText('File contains no errors').count()).toBe(0);
  });

  test('CTYPE-05, CTYPE-06: all input is restored; secrets show as dots, and stay if untouched', async () => {
    const { connectorType } = await api('POST /api/connector-types', {
      body: { name, baseUrl: 'https://api.pets.example', authorizationType: 'ApiKey' },
    });
    await page.goto(`/admin/connectorTypes/${connectorType.id}/edit`);
    const fill = (label: string, text: string) => page.getByRole('textbox', { name: label, exact: true }).fill(text);
    await fill('Label', 'Pet shop');
    await fill('Category', 'Animals');
    await upload('logo', { name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(PICTURE) });
    await page.locator('form img').waitFor();
    await page.getByRole('button', { name: /Authorization Type/ }).click();
    await page.getByRole('option', { name: 'OAuth 2' }).click();
    await fill('Authorization Url', 'https://pets.example/authorize');
    await fill('Token Url', 'https://pets.example/token');
    await fill('Client Id', 'client');
    await page.locator('input[name="clientSecret"]').fill('very secret');
    await fill('Scope', 'read write');
    await page.getByText('Connectors can use a sandbox').click();
    await fill('Sandbox Base Url', 'https://sandbox.pets.example');
    await page.getByRole('button', { name: /Webhook Type/ }).click();
    await page.getByRole('option', { name: /GitHub/ }).click();
    await page.locator('input[name="webhookVerificationToken"]').fill('token of hooks');
    await page.getByRole('button', { name: 'Add place' }).click();
    const keys = page.getByRole('group', { name: 'Where keys go' });
    await keys.getByRole('textbox', { name: 'Name' }).fill('X-Api-Key');
    await fill('Allowed hosts', 'files.pets.example\n*.cdn.pets.example');
    await page.getByRole('button', { name: /Test connection: method/ }).click();
    await page.getByRole('option', { name: 'GET', exact: true }).click();
    await fill('Test connection: path', '/me');
    const signs = page.getByRole('group', { name: 'Signs of an expired token' });
    await signs.getByRole('button', { name: 'Add sign' }).click();
    await signs.getByRole('textbox', { name: 'Place in the body' }).fill('error.code');
    await signs.getByRole('textbox', { name: 'Is', exact: true }).fill('expired');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/admin\/connectorTypes$/);

    const saved = await findType();
    expect(saved).toMatchObject({
      label: 'Pet shop',
      logo: { fileName: 'mark.svg' },
      authorizationType: 'OAuth',
      clientSecret: '•'.repeat(20),
      scope: 'read write',
      hasSandboxOption: true,
      sandboxBaseUrl: 'https://sandbox.pets.example',
      webhookType: 'github',
      additionalData: {
        Category: 'Animals',
        connection: {
          authParameters: [{ in: 'header', name: 'X-Api-Key', template: '{apiKey}' }],
          allowedHosts: ['files.pets.example', '*.cdn.pets.example'],
          healthCheck: { method: 'GET', path: '/me' },
          expirySigns: [{ path: 'error.code', equals: 'expired' }],
        },
      },
    });

    await page.goto(`/admin/connectorTypes/${connectorType.id}/edit`);
    await expect.poll(() => page.locator('input[name="clientSecret"]').inputValue()).toBe('•'.repeat(20));
    await expect.poll(() => page.getByRole('textbox', { name: 'Category' }).inputValue()).toBe('Animals');
    await fill('Scope', 'read');
    const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/api/connector-types/'));
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ clientSecret: null, scope: 'read' });
    await page.waitForURL(/\/admin\/connectorTypes$/);
    expect((await findType())?.clientSecret).toBe('•'.repeat(20));
  });

  test('the server’s message appears next to its field; leaving unsaved work asks first', async () => {
    await page.goto('/admin/connectorTypes/add');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Base Url', exact: true }).fill('no address');
    await page.getByRole('button', { name: /Authorization Type/ }).click();
    await page.getByRole('option', { name: 'API key' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('"no address" is not a web address').first().waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/admin\/connectorTypes$/);
  });

  test('CTYPE-16: a type with connectors isn’t deleted, and the message says why; without connectors it is deleted', async () => {
    const { connectorType } = await api('POST /api/connector-types', {
      body: { name, baseUrl: 'https://api.pets.example', authorizationType: 'ApiKey' },
    });
    const { connector } = await api('POST /api/connectors', { body: { name, connectorTypeId: connectorType.id, apiKey: 'key' } });
    await page.goto(`/admin/connectorTypes?name=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `More actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('One connector is of this type. Delete them first.').first().waitFor();
    await api('DELETE /api/connectors/{id}', { params: { id: connector.id } });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches the search').waitFor();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing on the list and the form, %s', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/admin/connectorTypes');
    await page.getByRole('table').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto('/admin/connectorTypes/add');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please input Name', { exact: true }).waitFor();
    await page.getByText('Connectors can use a sandbox').click();
    await page.getByRole('button', { name: 'Add place' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
  });
});

/** From the end of one call to the start of another, by the page's clock: the test's clock runs on while the page is starved. */
function msBetween(page: Page, ended: string, begun: string): Promise<number> {
  return page.evaluate(
    ([first, second]) => {
      const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const callTo = (path: string | undefined) => calls.find(({ name }) => name.endsWith(path ?? ''));
      return (callTo(second)?.startTime ?? 0) - (callTo(first)?.responseEnd ?? 0);
    },
    [ended, begun],
  );
}
