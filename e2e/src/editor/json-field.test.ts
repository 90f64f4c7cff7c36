import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { orderSteps } from '@portage/workflow/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser, signInAs } from '../browser/browser.ts';
import { openEditor, openStep } from './open-editor.ts';

/** Samples and other JSON in step forms. */
describe('the JSON field', () => {
  let browser: OpenBrowser;
  let page: Page;
  let api: Client<Calls>;

  beforeAll(async () => {
    const person = await signUp(inject('baseUrl'));
    api = person.api;
    browser = await launchBrowser(inject('baseUrl'));
    page = browser.page;
    page.setDefaultTimeout(30_000);
    page.on('dialog', (dialog) => dialog.accept());
    await signInAs(page, person);
    await openEditor(page, api, orderSteps('https://example.com'));
    await openStep(page, 'start');
  });
  afterAll(() => browser.close());

  const panel = () => page.locator('[data-step-panel]');
  const field = () => panel().getByRole('textbox', { name: 'Payload Sample JSON' });

  it('says where a mistake is', async () => {
    await field().fill('{\n  "id": "A-1"\n  "total": 250\n}');
    await panel()
      .getByText(/^Line 3, column 3: /)
      .waitFor();
    expect(await field().getAttribute('aria-invalid')).toBe('true');
    expect(await panel().getByRole('button', { name: 'Format' }).isDisabled()).toBe(true);
  });

  it('formats what is JSON, and what the sample says can be chosen at once (HOOK-05)', async () => {
    await field().fill('{"id":"A-1","freight":{"cost":12}}');
    await panel().getByRole('button', { name: 'Format' }).click();
    expect(await field().inputValue()).toBe('{\n  "id": "A-1",\n  "freight": {\n    "cost": 12\n  }\n}');
    await page.keyboard.press('Escape');
    await openStep(page, 'tell');
    const body = panel().locator('textarea[name=body]');
    await body.fill('');
    await body.focus();
    await page.keyboard.type('$cos');
    await page.getByRole('option', { name: /freight\.cost.*12/ }).click();
    expect(await body.inputValue()).toBe('$Steps["start"].Payload.freight.cost');
  });

  it('is light in the form; its larger window has the code editor', async () => {
    await page.keyboard.press('Escape');
    await openStep(page, 'start');
    expect(await page.locator('.monaco-editor').count()).toBe(0);
    await panel().getByRole('button', { name: 'Open Payload Sample JSON in a larger window' }).click();
    const dialog = page.getByRole('dialog', { name: 'Payload Sample JSON' });
    await dialog.locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('x');
    await dialog.getByRole('button', { name: /^Line 6, column 2: / }).waitFor();
    await page.keyboard.press('Backspace');
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await field().inputValue()).toContain('"cost": 12');
    expect(browser.problems).toEqual([]);
  });
});
