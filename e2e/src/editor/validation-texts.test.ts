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

/** The forms' messages about missing or wrong values, word for word (spec core section 5). */
const cases: Case[] = [
  {
    name: 'a webhook’s sample',
    faulty: { type: 'Trigger', triggerType: 'Webhook', payloadSampleJson: '{' },
    texts: ['Payload Sample JSON is not valid JSON'],
  },
  {
    name: 'a connector event',
    faulty: { type: 'Trigger', triggerType: 'ConnectorEvent' },
    texts: ['Please input Connector', 'Please input Resource', 'Please input Event'],
  },
  { name: 'a script', faulty: { type: 'CustomScript', script: ' ' }, texts: ['Please input Script'] },
  { name: 'a loop', faulty: { type: 'Loop', listContextDataEntityName: '' }, texts: ['Please input Collection to iterate'] },
  { name: 'an HTTP request', faulty: { type: 'HttpRequest', url: '' }, texts: ['Please input URL'] },
  {
    name: 'an HTTP request to a strange address',
    faulty: { type: 'HttpRequest', url: 'ftp://example.com' },
    texts: ['The URL must start with http:// or https://'],
  },
  {
    name: 'data storage',
    faulty: {
      type: 'DataStorage',
      dataStorageOperation: 'Create',
      scope: 'Workflow',
      expirationInHours: 721,
      keyValues: [{ key: '', valueExpression: '' }],
    },
    texts: ['Please input Key', 'Please set value', 'Data expires in 1 to 720 hours'],
  },
  {
    name: 'data storage of nothing',
    faulty: { type: 'DataStorage', dataStorageOperation: 'Create', keyValues: [] },
    texts: ['Please add an item'],
  },
  { name: 'a delay', faulty: { type: 'DelayStep', delayValue: 0 }, texts: ['The delay must be at least 1'] },
  {
    name: 'a delay of years',
    faulty: { type: 'DelayStep', delayValue: 366, delayType: 'Days' },
    texts: ['The delay must be at most 365 days'],
  },
  {
    name: 'a connector operation',
    faulty: { type: 'ConnectorOperation' },
    texts: ['Please input Connector', 'Please input Resource', 'Please input Operation'],
  },
  {
    name: 'a condition',
    faulty: {
      type: 'Branch',
      conditionGroups: [
        { name: 'Yes', conditions: [{ leftExpression: '', operator: 'Equals', rightExpression: '' }] },
        { name: 'No', conditions: [] },
      ],
    },
    texts: ['Please input Value'],
  },
  {
    name: 'a condition by script',
    faulty: {
      type: 'Branch',
      conditionGroups: [
        { name: '', useScript: true, script: '' },
        { name: 'No', conditions: [] },
      ],
    },
    texts: ['Please input Name', 'Please input Script'],
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
  { name: 'getting data', faulty: { type: 'GetDataStep' }, texts: ['Please input Connector Type', 'Please input Connector'] },
  {
    name: 'a dashboard',
    faulty: { type: 'DashboardStep' },
    texts: ['Please input Dashboard ID', 'Please input Connector Type', 'Please input Connector'],
  },
  {
    name: 'a registration on a dashboard',
    faulty: { type: 'DashboardItemStep', itemType: 'Registration' },
    texts: ['Dashboard ID', 'External ID', 'Object', 'Salesforce ID', 'Event Name', 'Lead Name', 'Registered At'].map(
      (name) => `Please input ${name}`,
    ),
  },
  { name: 'an integration step', faulty: { type: 'IntegrationStep' }, texts: ['Please input Implementation Type'] },
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
