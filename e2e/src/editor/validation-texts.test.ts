import type { StepType, WorkflowStep } from '@portage/workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { openEditor } from './open-editor.ts';

interface Case {
  name: string;
  faulty: Partial<WorkflowStep> & { type: StepType };
  texts: string[];
}

/**
 * Messages of the forms that no other browser test looks at: the rest of each form's texts is checked in
 * `packages/workflow/src/validation/validate-workflow.test.ts` (spec core section 5).
 */
const cases: Case[] = [
  {
    name: 'a connector event',
    faulty: { type: 'Trigger', triggerType: 'ConnectorEvent' },
    texts: ['Please input Connector', 'Please input Resource', 'Please input Event'],
  },
  { name: 'a script', faulty: { type: 'CustomScript', script: ' ' }, texts: ['Please input Script'] },
  {
    name: 'a connector operation',
    faulty: { type: 'ConnectorOperation' },
    texts: ['Please input Connector', 'Please input Resource', 'Please input Operation'],
  },
  {
    name: 'a synchronisation',
    faulty: { type: 'SyncStep' },
    texts: [
      'Please input Source Connector Type',
      'Please input Source Connector',
      'Please input Target Connector Type',
      'Please input Target Connector',
    ],
  },
  {
    name: 'a registration on a dashboard',
    faulty: { type: 'DashboardItemStep', itemType: 'Registration' },
    texts: ['Dashboard ID', 'External ID', 'Object', 'Salesforce ID', 'Event Name', 'Lead Name', 'Registered At'].map(
      (name) => `Please input ${name}`,
    ),
  },
];

describe('validation texts', () => {
  let browser: OpenBrowser;
  let person: Awaited<ReturnType<typeof signUp>>;
  beforeAll(async () => {
    person = await signUp(sharedBaseUrl());
    browser = await launchBrowser(sharedBaseUrl());
    browser.page.on('dialog', (dialog) => dialog.accept());
    await signInAs(browser.page, person);
  });
  afterAll(() => browser.close());

  test.each(cases)('of $name appear in its form once the indicator is pressed', async ({ faulty, texts }) => {
    const { page } = browser;
    const step = { stepId: 'faulty', ...faulty } as WorkflowStep;
    const start: WorkflowStep = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'faulty' };
    await openEditor(page, person.api, step.type === 'Trigger' ? [step] : [start, step]);
    await page.getByRole('button', { name: /^faulty: / }).click();
    const panel = page.locator('[data-step-panel]');
    for (const text of texts) await panel.getByText(text, { exact: true }).waitFor();
  });

  test('appear only after a field was touched', async () => {
    const { page } = browser;
    await openEditor(page, person.api, [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'faulty' },
      { stepId: 'faulty', type: 'HttpRequest', url: '' },
    ]);
    await page.locator('[data-card="faulty"]').click();
    const panel = page.locator('[data-step-panel]');
    const url = panel.getByRole('textbox', { name: 'URL', exact: true });
    await url.waitFor();
    expect(await panel.getByText('Please input URL').count()).toBe(0);
    await url.focus();
    await panel.getByRole('textbox', { name: 'Description' }).focus();
    await panel.getByText('Please input URL').waitFor();
  });
});
