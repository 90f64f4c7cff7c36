import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowStep } from '@portage/workflow';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pressLogout } from '../../../tools/test-settings/account-menu.ts';
import { openImpersonated } from '../api/impersonation.ts';
import { waitForRun } from '../api/runs.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { closeByClick } from '../browser/close-by-click.ts';
import { signInAs } from '../browser/sign-in.ts';
import { toast, typeMaker } from '../connectors/connector-people.ts';
import { type ConnectedSystem, createConnectorType, makeConnector, startSystem } from '../connectors/step-system.ts';
import { openEditor, stepCard } from '../editor/new-person-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();
const text = { type: 'string' };
const NOTES = {
  openapi: '3.0.0',
  info: { title: 'Notes', version: '1' },
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/notes': {
      post: {
        operationId: 'write',
        tags: ['Notes'],
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', required: ['text'], properties: { text, colour: text, size: text } } },
          },
        },
        responses: { '200': { description: 'Done', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
};

/**
 * Actions that an admin can take as another person and that person can't (spec A section 6, USER-09), and actions that
 * not even the admin can take.
 */
describe('in a person’s name', () => {
  let system: ConnectedSystem;
  let person: Awaited<ReturnType<typeof signUp>>;
  let browser: OpenBrowser;
  let ownBrowser: OpenBrowser;
  /** The admin's tab as the person. */
  let tab: Page;
  /** The person's own tab. */
  let own: Page;
  let workflowId: string;
  const panel = (page: Page) => page.locator('[data-step-panel]');
  const noteOf = async () => {
    const { workflow } = await person.api('GET /api/workflows/{id}', { params: { id: workflowId } });
    return workflow.steps.find(({ stepId }) => stepId === 'note') as Extract<WorkflowStep, { type: 'ConnectorOperation' }>;
  };
  const openNote = async (page: Page) => {
    await openEditor(page, workflowId);
    await stepCard(page, 'note').click();
    await panel(page).getByText('Operation', { exact: false }).first().waitFor();
  };
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor();
  };

  beforeAll(async () => {
    system = await startSystem(() => ({ body: { ok: true } }));
    person = await signUp(baseUrl);
    const name = `Notes ${crypto.randomUUID().slice(0, 8)}`;
    const typeId = await createConnectorType(baseUrl, {
      name,
      fileName: 'notes.json',
      document: JSON.stringify(NOTES),
      baseUrl: system.url,
    });
    const connectorId = await makeConnector(person.api, typeId, 'board');
    const { workflow } = await person.api('POST /api/workflows', {
      body: {
        name: 'Notes',
        steps: [
          { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'note' },
          {
            stepId: 'note',
            type: 'ConnectorOperation',
            connectorId,
            connectorTypeId: typeId,
            operationId: 'POST /notes',
            requestParameterMappings: [{ toParameterPath: 'body.text', fromParameterExpression: 'mapped' }],
          },
        ],
      },
    });
    workflowId = workflow.id;
    [browser, ownBrowser] = [await launchBrowser(baseUrl), await launchBrowser(baseUrl)];
    for (const one of [browser, ownBrowser]) one.page.context().setDefaultTimeout(30_000);
    own = ownBrowser.page;
    await signInAs(own, person);
    await signInAs(browser.page, ADMIN);
    tab = await openImpersonated(baseUrl, browser.page, person.email);
  });
  afterAll(() => Promise.all([system?.close(), browser?.close(), ownBrowser?.close()]));

  test('STEP-34: Use script inserts the operation’s script, which is saved, runs, and stays hidden from the customer', async () => {
    await openNote(own);
    expect(await panel(own).getByText('Use script').count()).toBe(0);

    await openNote(tab);
    await panel(tab).getByText('Use script').click();
    const editor = panel(tab).locator('.monaco-editor').first();
    await editor.waitFor();
    await expect.poll(async () => (await editor.locator('.view-lines').textContent()) ?? '').toContain('return');
    await editor.locator('.view-lines').click();
    await tab.keyboard.press('Control+a');
    await tab.keyboard.insertText('return { body: { text: "from the " + "script" } };');
    await save(tab);
    expect(await noteOf()).toMatchObject({ requestParametersSourceType: 'Script', script: expect.stringContaining('from the ') });

    system.calls.length = 0;
    const { workflowInstanceId } = await person.api('POST /api/workflows/{id}/test-run', { params: { id: workflowId } });
    expect((await waitForRun(person.api, workflowInstanceId)).status).toBe('Succeeded');
    expect(system.calls.map(({ body }) => JSON.parse(body))).toEqual([{ text: 'from the script' }]);

    await openNote(own);
    await panel(own).getByText('A script fills in the parameters of this step.').waitFor();
    expect(await panel(own).locator('.monaco-editor').count()).toBe(0);

    await openNote(tab);
    await panel(tab).getByText('Use script').click();
    await panel(tab).locator('.monaco-editor').waitFor({ state: 'detached' });
    await save(tab);
    expect((await noteOf()).requestParametersSourceType).toBe('Mappings');
  });

  test('STEP-51, STEP-52: fields are made advanced for the customer, and part of the playbook', async () => {
    await openNote(own);
    const colour = (page: Page) => panel(page).getByRole('textbox', { name: /^colour/ });
    await colour(own).waitFor();
    expect(
      await panel(own)
        .getByRole('button', { name: /^(Advanced for customers|In playbook)/ })
        .count(),
    ).toBe(0);

    await openNote(tab);
    await colour(tab).waitFor();
    // One of each next to every field: text, colour, size.
    const toggle = (name: string) => panel(tab).getByRole('button', { name, exact: true });
    const toggles = (name: string) => panel(tab).getByRole('button', { name: new RegExp(`^${name}, .*: off$`) });
    expect([await toggles('Advanced for customers').count(), await toggles('In playbook').count()]).toEqual([3, 3]);
    await toggle('Advanced for customers, colour: off').click();
    await toggle('In playbook, size: off').click();
    await toggle('Advanced for customers, colour: on').waitFor();
    await save(tab);
    expect(await noteOf()).toMatchObject({ dynamicAdvancedParameters: ['body.colour'], playbookParameters: ['body.size'] });

    await openNote(own);
    await panel(own).getByRole('textbox', { name: /^size/ }).waitFor();
    expect(await colour(own).count()).toBe(0);
    await panel(own).getByText('Show advanced parameters').click();
    await colour(own).waitFor();
    await openNote(tab);
    await colour(tab).waitFor();
  });

  test('EDIT-78: steps are hidden from the customer, whose editor is then read-only, and shown again', async () => {
    await openNote(tab);
    await panel(tab).getByRole('button', { name: 'Hide from customer' }).click();
    await panel(tab).getByRole('button', { name: 'Show to customer' }).waitFor();
    await save(tab);
    await stepCard(tab, 'note').waitFor();
    await openEditor(own, workflowId);
    await own.getByText('Read-only: it has steps that are hidden from you').waitFor();
    expect(await stepCard(own, 'note').count()).toBe(0);
    await panel(tab).getByRole('button', { name: 'Show to customer' }).click();
    await save(tab);
    await openEditor(own, workflowId);
    await stepCard(own, 'note').waitFor();
  });

  test('EDIT-18: dashboard steps are in the palette', async () => {
    await openEditor(tab, workflowId);
    const palette = (page: Page) => page.getByRole('navigation', { name: 'Steps to add' });
    for (const name of ['Dashboard Step', 'Dashboard Item Step']) {
      await palette(tab).getByRole('button', { name, exact: true }).waitFor();
      expect(await palette(own).getByRole('button', { name, exact: true }).count()).toBe(0);
    }
  });

  test('WFL-04, WFL-14: workflows are exported as files and imported again', async () => {
    await tab.goto('/workflows');
    await tab.getByRole('button', { name: 'Edit: more' }).click();
    const downloading = tab.waitForEvent('download');
    await tab.getByRole('menuitem', { name: 'Export' }).click();
    const path = join(tmpdir(), `${crypto.randomUUID()}.json`);
    await writeFile(path, await readFile(await (await downloading).path()));
    const choosing = tab.waitForEvent('filechooser');
    await tab.getByRole('button', { name: 'Import', exact: true }).click();
    await (await choosing).setFiles(path);
    await tab.getByRole('dialog', { name: 'Add Workflow' }).getByLabel('Workflow Name').fill('Notes again');
    await tab.getByRole('button', { name: 'Add Workflow' }).click();
    await tab.waitForURL('**/workflows/*/edit');
    expect((await person.api('GET /api/workflows', { query: { name: 'Notes again' } })).totalCount).toBe(1);
  });

  test('CONN-27, CONN-49, USER-11: types that need a subscription are offered, and Shopify’s sandbox', async () => {
    const makeType = await typeMaker(baseUrl);
    const paid = await makeType('Paid', { baseUrl: 'https://paid.example.com', subscriptionRequired: true });
    const shop = await makeType('Shop', {
      baseUrl: 'https://{slug}.example.com',
      sandboxBaseUrl: 'https://{slug}.sandbox.example.com',
      hasSandboxOption: true,
      additionalData: { connection: { form: 'ShopifyPrivate' } },
    });
    for (const [page, isOffered] of [
      [own, false],
      [tab, true],
    ] as const) {
      await page.goto('/connectors/add');
      const tiles = page.getByRole('list', { name: 'Applications' });
      await tiles.getByRole('button', { name: shop.name }).waitFor();
      expect(await tiles.getByRole('button', { name: paid.name }).count()).toBe(isOffered ? 1 : 0);
      await tiles.getByRole('button', { name: shop.name }).click();
      await page.getByLabel('Password', { exact: false }).first().waitFor();
      expect(await page.getByRole('checkbox', { name: /sandbox/i }).count()).toBe(isOffered ? 1 : 0);
    }
    await tab.goto(`/connectors/add?connectorTypeId=${paid.id}`);
    await tab.getByLabel('Name', { exact: false }).first().fill('Paid for');
    await tab.locator('input[type=password]').first().fill('a-token');
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(tab, 'Connector created.');
    // The tile isn't just hidden: the server refuses the customer.
    const refused = person.api('POST /api/connectors', { body: { name: 'Mine', connectorTypeId: paid.id, apiKey: 'x' } });
    await expect(refused).rejects.toThrow('You must have a valid subscription');
  });

  test('HOSTILE 29: no secret is shown, and changes are logged under both names', async () => {
    const { connectors } = await person.api('GET /api/connectors', { query: { name: 'board' } });
    const id = connectors[0]?.id ?? '';
    const answers: string[] = [];
    tab.on('response', (response) => {
      if (response.url().includes('/api/'))
        void response
          .text()
          .then((body) => answers.push(body))
          .catch(() => {});
    });
    await tab.goto(`/connectors/${id}/edit`);
    await tab.getByLabel('Name', { exact: false }).first().fill('board of notes');
    await expect.poll(() => tab.locator('input[type=password]').first().inputValue()).toMatch(/^.{20}$/);
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(tab, 'Connector saved.');
    await expect.poll(() => answers.join()).toContain('board of notes');
    expect(answers.join() + (await tab.content())).not.toContain('key-of-board');
    const admin = await signIn(baseUrl, ADMIN);
    const { auditEntries } = await admin('GET /api/audit', { query: { userEmail: person.email, action: 'connector.saved' } });
    expect(auditEntries[0]).toMatchObject({ actor: { email: person.email }, impersonator: { email: ADMIN.email } });
  });

  test('HOSTILE 29: an impersonating admin can impersonate no one else, neither in the pages nor by a call', async () => {
    for (const path of ['/admin/users', '/users', '/admin/audit', '/admin/maintenance']) {
      await tab.goto(path);
      await tab.waitForURL('**/workflows');
    }
    const status = await tab.evaluate(async () => {
      const { id, accessToken } = JSON.parse(sessionStorage.getItem('portage:user') ?? '{}');
      const headers = { authorization: `Bearer ${accessToken.value}`, 'content-type': 'application/json' };
      return (await fetch('/api/users/impersonate', { method: 'POST', headers, body: JSON.stringify({ userId: id }) })).status;
    });
    expect(status).toBe(403);
  });

  test('a copy of the tab keeps working when the token is refreshed, and is signed out with the tab', async () => {
    const opening = tab.context().waitForEvent('page');
    // The browser copies the tab's storage to a window that it opens, as "Duplicate" does.
    await tab.evaluate(() => void window.open('/workflows'));
    const copy = await opening;
    await copy.getByText('[Impersonating]').waitFor();
    const refreshTokenOf = (page: Page) =>
      page.evaluate(() => JSON.parse(sessionStorage.getItem('portage:user') ?? '{}').refreshToken?.value as string | undefined);
    const before = await refreshTokenOf(tab);
    expect(await refreshTokenOf(copy)).toBe(before);
    const endSoon = (page: Page) =>
      page.evaluate(() => {
        const user = JSON.parse(sessionStorage.getItem('portage:user') ?? '{}');
        user.accessToken.expiresAt = new Date(Date.now() + 60_000).toISOString();
        sessionStorage.setItem('portage:user', JSON.stringify(user));
      });
    for (const page of [tab, copy]) await endSoon(page);
    await Promise.all([tab, copy].map((page) => page.goto('/connectors')));
    await Promise.all([tab, copy].map((page) => page.getByText('board of notes').first().waitFor()));
    const after = await refreshTokenOf(tab);
    expect(after).not.toBe(before);
    expect(await refreshTokenOf(copy)).toBe(after);
    await endSoon(copy);
    await copy.goto('/workflows');
    await copy.getByText('Notes again').first().waitFor();
    await expect.poll(() => refreshTokenOf(tab)).toBe(await refreshTokenOf(copy));

    await closeByClick(copy, (await pressLogout(copy)).getByRole('button', { name: 'Logout' }));
    await tab.waitForURL('**/signin');
    // The admin's own session is separate.
    await browser.page.goto('/admin/users');
    await browser.page.getByText(ADMIN.email, { exact: true }).first().waitFor();
  });
});
