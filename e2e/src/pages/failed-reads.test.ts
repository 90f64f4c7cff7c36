import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { scriptSteps } from '../editor/new-person-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const REASON = 'The server is having a rest.';
let browser: OpenBrowser | null = null;
afterEach(async () => {
  await browser?.close();
  browser = null;
});

/** @returns a function that lets the call through again */
async function fail(page: Page, path: RegExp): Promise<() => Promise<void>> {
  const json = { isSuccess: false, errors: [{ userMessage: REASON, message: REASON, code: 'internal' }] };
  await page.route(path, (route) => route.fulfill({ status: 500, json }));
  return () => page.unroute(path);
}

test('approvals that can’t be read are no longer loading, and are read again on demand', async () => {
  const person = await signUp(sharedBaseUrl());
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'ask' },
    { stepId: 'ask', type: 'WaitForApproval', subject: 'Pay 42?' },
  ];
  const { workflow } = await person.api('POST /api/workflows', { body: { name: 'Payments', steps: steps as never } });
  const params = { id: workflow.id };
  const { workflowInstanceId } = await person.api('POST /api/workflows/{id}/test-run', { params, body: {} });
  browser = await launchBrowser(sharedBaseUrl());
  const { page } = browser;
  await signInAs(page, person);

  const letListThrough = await fail(page, /\/api\/approvals$/);
  await page.goto('/run-history/approvals');
  await page.getByText('The approvals could not be loaded').waitFor();
  expect(await page.getByText('Loading the approvals').count()).toBe(0);
  await letListThrough();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: '1 waiting for your decision' }).waitFor();

  const letQuestionThrough = await fail(page, /\/api\/approvals\/.+/);
  await page.getByRole('button', { name: 'Answer Pay 42?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay 42?' });
  await dialog.getByText(REASON).waitFor();
  expect(await dialog.getByText('Loading the request').count()).toBe(0);
  await letQuestionThrough();
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  expect((await waitForRun(person.api, workflowInstanceId)).status).toBe('Succeeded');
});

test('versions, the last run, a run’s steps and their context are read again on demand', async () => {
  const person = await signUp(sharedBaseUrl());
  const { workflow } = await person.api('POST /api/workflows', { body: { name: 'Orders', steps: scriptSteps() } });
  const params = { id: workflow.id };
  const { workflowInstanceId } = await person.api('POST /api/workflows/{id}/test-run', { params, body: {} });
  await waitForRun(person.api, workflowInstanceId);
  browser = await launchBrowser(sharedBaseUrl());
  const { page } = browser;
  await signInAs(page, person);
  const readAgain = async (letThrough: () => Promise<void>) => {
    await page.getByText(REASON).waitFor();
    await letThrough();
    await page.getByRole('button', { name: 'Retry' }).click();
  };

  const letVersionsThrough = await fail(page, /\/versions\?/);
  await page.goto(`/workflows/${workflow.id}/edit`);
  await page.getByRole('tab', { name: 'Version History' }).click();
  await readAgain(letVersionsThrough);
  await page.getByRole('button', { name: 'Restore this version' }).waitFor();

  const letLastRunThrough = await fail(page, /\/last-instance$/);
  await page.getByRole('tab', { name: 'Last Run' }).click();
  await readAgain(letLastRunThrough);
  await page.getByText('Succeeded').first().waitFor();

  const letStepsThrough = await fail(page, /\/step-instances\?/);
  await page.goto(`/run-history/${workflowInstanceId}/view`);
  await readAgain(letStepsThrough);
  await page
    .getByRole('button', { name: /\bwork\b/ })
    .first()
    .click();
  const letContextThrough = await fail(page, /\/context\?/);
  await page.getByRole('button', { name: 'Show data available to this step' }).click();
  await readAgain(letContextThrough);
  await page.getByText('Context').waitFor();
});
