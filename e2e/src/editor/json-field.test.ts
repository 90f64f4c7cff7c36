import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { orderSteps } from '@portage/workflow/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { openEditor, openStep } from './open-editor.ts';

/** Samples and other JSON in step forms. */
describe('the JSON field', () => {
  let browser: OpenBrowser;
  let page: Page;
  let api: Client<Calls>;
  let workflowId: string;

  beforeAll(async () => {
    const person = await signUp(sharedBaseUrl());
    api = person.api;
    browser = await launchBrowser(sharedBaseUrl());
    page = browser.page;
    page.on('dialog', (dialog) => dialog.accept());
    await signInAs(page, person);
    workflowId = await openEditor(page, api, orderSteps('https://example.com'));
    await openStep(page, 'start');
  });
  afterAll(() => browser.close());

  const panel = () => page.locator('[data-step-panel]');
  const savedTrigger = () => savedStep('start');
  async function savedStep(name: string): Promise<Record<string, unknown>> {
    const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
    return { ...workflow.steps.find(({ stepId }) => stepId === name) };
  }
  const field = () => panel().getByRole('textbox', { name: 'Payload Sample JSON' });

  test('says where a mistake is', async () => {
    await field().fill('{\n  "id": "A-1"\n  "total": 250\n}');
    await panel()
      .getByText(/^Line 3, column 3: /)
      .waitFor();
    expect(await field().getAttribute('aria-invalid')).toBe('true');
    expect(await panel().getByRole('button', { name: 'Format' }).isDisabled()).toBe(true);
  });

  test('formats JSON, and the sample’s fields can be chosen at once (HOOK-05)', async () => {
    await field().fill('{"id":"A-1","freight":{"cost":12}}');
    await panel().getByRole('button', { name: 'Format' }).click();
    await expect.poll(() => field().inputValue()).toBe('{\n  "id": "A-1",\n  "freight": {\n    "cost": 12\n  }\n}');
    await page.keyboard.press('Escape');
    await openStep(page, 'tell');
    const body = panel().locator('textarea[name=body]');
    await body.fill('');
    await body.focus();
    await page.keyboard.type('$cos');
    await page.getByRole('option', { name: /freight\.cost.*12/ }).click();
    await expect.poll(() => body.inputValue()).toBe('$Steps["start"].Payload.freight.cost');
  });

  test('is light in the form; its larger window has the code editor', async () => {
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
    await expect.poll(() => field().inputValue()).toContain('"cost": 12');
    expect(browser.problems).toEqual([]);
  });

  test('a sample that is too large stays in the field; everything else is still saved (STEP-22)', async () => {
    const large = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ id: index, text: 'x'.repeat(75) })));
    await field().fill(large);
    await panel()
      .getByText(/^This sample is 1,9\d\d KB and isn’t stored: the limit is 250 KB/)
      .waitFor();
    await panel().getByRole('textbox', { name: 'Description' }).fill('Comes from the shop');
    await expect.poll(async () => (await savedTrigger()).description).toBe('Comes from the shop');
    expect((await savedTrigger()).payloadSampleJson).toContain('"cost": 12');
    expect((await field().inputValue()).length).toBe(large.length);
    expect(await page.getByText('Workflow save failed').count()).toBe(0);
    // The field still says so when its form is reopened.
    await page.keyboard.press('Escape');
    await openStep(page, 'tell');
    await page.keyboard.press('Escape');
    await openStep(page, 'start');
    expect((await field().inputValue()).length).toBe(large.length);
    await field().fill('{"id": "A-2"}');
    await panel()
      .getByText(/isn’t stored/)
      .waitFor({ state: 'detached' });
    await expect.poll(async () => (await savedTrigger()).payloadSampleJson).toBe('{"id": "A-2"}');
  });

  test('accepts references in headers, written so that they stay JSON (STEP-70)', async () => {
    await page.keyboard.press('Escape');
    await openStep(page, 'tell');
    await panel().getByRole('button', { name: 'Edit headers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Expression' });
    const headers = dialog.getByRole('textbox', { name: 'Headers' });
    await headers.fill('{"X-Order": "no ');
    await headers.press('End');
    await dialog.getByRole('button', { name: 'Insert a value into Headers' }).click();
    const selector = page.getByRole('dialog', { name: 'Insert into Headers' });
    await selector.getByRole('treeitem', { name: /^id/ }).first().click();
    await expect.poll(() => headers.inputValue()).toBe('{"X-Order": "no ${Steps[\\"start\\"].Payload.id}');
    await page.keyboard.type('"}');
    // The dialog makes room for the selector next to it.
    const [dialogBox, selectorBox] = [await dialog.boundingBox(), await selector.boundingBox()];
    expect((dialogBox?.x ?? 0) + (dialogBox?.width ?? 0)).toBeLessThanOrEqual(selectorBox?.x ?? 0);
    // A button doesn't move away from under the pointer when the selector closes.
    await dialog.getByRole('button', { name: 'Update' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await savedStep('tell')).headers).toEqual({ 'X-Order': 'no ${Steps["start"].Payload.id}' });
    expect(browser.problems).toEqual([]);
  });
});
