import type { StepOf, WorkflowStep } from '@portage/workflow';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type EditorOfNewPerson, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

const steps: WorkflowStep[] = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'each' },
  { stepId: 'each', type: 'Loop', listContextDataEntityName: '', loopFirstStepId: 'price', nextStepId: 'route' },
  { stepId: 'price', type: 'CustomScript', script: 'return 1' },
  {
    stepId: 'route',
    type: 'Branch',
    nextStepId: 'tell',
    conditionGroups: [
      { name: 'Yes', conditions: [], nextStepId: null },
      { name: 'No', conditions: [], nextStepId: null },
    ],
  },
  { stepId: 'tell', type: 'HttpRequest', url: '', nextStepId: 'wait' },
  { stepId: 'wait', type: 'DelayStep', delayValue: 1, nextStepId: 'keep' },
  { stepId: 'keep', type: 'DataStorage', dataStorageOperation: 'Create', keyValues: [{ key: '' }], nextStepId: 'end' },
  { stepId: 'end', type: 'EndStep' },
];

let editor: EditorOfNewPerson;
afterEach(async () => {
  expect(editor.problems).toEqual([]);
  await editor.close();
});

const panel = () => editor.page.locator('[data-step-panel]');
const field = (name: string) => panel().getByRole('textbox', { name, exact: true });

async function open(): Promise<Page> {
  editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
  // Shows the whole flow: cards outside the window aren't drawn.
  await editor.page.setViewportSize({ width: 1440, height: 1800 });
  return editor.page;
}

async function openStep(name: string): Promise<void> {
  await stepCard(editor.page, name).click();
  await panel()
    .getByRole('heading', { name: new RegExp(`${name}$`) })
    .waitFor();
}

async function choose(label: string, option: string, within = panel()): Promise<void> {
  await within
    .getByRole('button', { name: new RegExp(`(^| )${label}$`) })
    .and(editor.page.locator('[aria-haspopup="listbox"]'))
    .click();
  await editor.page.getByRole('option', { name: option, exact: true }).click();
}

/** The step on the server, once the editor has autosaved. */
async function saved<Type extends WorkflowStep['type']>(name: string, _type: Type): Promise<StepOf<Type>> {
  const { workflow } = await editor.api('GET /api/workflows/{id}', { params: { id: editor.workflowId } });
  return workflow.steps.find(({ stepId }) => stepId === name) as StepOf<Type>;
}

/** The focused element, by its own name or its label. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const labels = (focused?.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
    return focused?.getAttribute('aria-label') ?? (labels.join(' ').trim() || (focused?.textContent ?? ''));
  });
}

describe('step forms', () => {
  test('are filled in by mouse, one after the other, and saved', async () => {
    const page = await open();
    await openStep('start');
    await choose('Type', 'Webhook');
    await panel()
      .getByText(/\/api\/webhooks\//)
      .waitFor();
    await field('Payload Sample JSON').fill('{"id": "A-1", "total": 180, "lines": [{"sku": "tea"}]}');

    await openStep('each');
    await field('Collection').fill('$Steps["start"].Payload.lines');
    await panel().getByText('Continue on error').click();

    await stepCard(page, 'route').click();
    await panel().getByRole('button', { name: /^Yes / }).click();
    await panel().getByRole('button', { name: 'Add Condition' }).click();
    await field('Value').fill('$Steps["start"].Payload.total');
    await choose('Operator', 'Greater Than', panel().getByRole('group', { name: 'Condition 1' }));
    await field('Compare with').fill('100');

    await openStep('tell');
    await choose('Method', 'POST');
    await field('URL').fill('https://example.com/orders');
    await field('Body').fill('{"id": "${Steps["start"].Payload.id}"}');
    await panel().getByText('Use Retry').click();

    await openStep('wait');
    await field('Delay').fill('5');
    await choose('Unit', 'Minutes');

    await openStep('keep');
    await choose('Scope', 'Workflow');
    await panel().getByText('Expire data').click();
    await field('Data expires in N hours').fill('48');
    await field('Key').fill('lastOrder');
    await field('Value').fill('$Steps["start"].Payload.id');

    await page.mouse.click(400, 1700);
    await panel().waitFor({ state: 'detached' });
    await page.getByText('Workflow is valid and can be started').waitFor();
    await expect
      .poll(() => saved('keep', 'DataStorage'))
      .toMatchObject({
        scope: 'Workflow',
        expirationInHours: 48,
        keyValues: [{ key: 'lastOrder', valueExpression: '$Steps["start"].Payload.id' }],
      });
    expect(await saved('start', 'Trigger')).toMatchObject({
      triggerType: 'Webhook',
      payloadSampleJson: '{"id": "A-1", "total": 180, "lines": [{"sku": "tea"}]}',
    });
    expect(await saved('each', 'Loop')).toMatchObject({
      listContextDataEntityName: '$Steps["start"].Payload.lines',
      continueOnFailure: true,
    });
    expect((await saved('route', 'Branch')).conditionGroups[0]?.conditions).toEqual([
      { leftExpression: '$Steps["start"].Payload.total', operator: 'GreaterThan', rightExpression: '100' },
    ]);
    expect(await saved('tell', 'HttpRequest')).toMatchObject({
      httpMethod: 'POST',
      url: 'https://example.com/orders',
      body: '{"id": "${Steps["start"].Payload.id}"}',
      useRetry: true,
    });
    expect(await saved('wait', 'DelayStep')).toMatchObject({ delayValue: 5, delayType: 'Minutes' });
  });

  test('are filled in by keyboard alone: from the flow into the form and back', async () => {
    const page = await open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = async (name: RegExp) => {
      for (let times = 0; times < 40; times += 1) {
        if (name.test(await focusedName(page))) return;
        await press('Tab');
      }
      throw new Error(`Tab does not come to ${name}.`);
    };
    await page.locator('[data-flowchart]').focus();
    await press('End');
    await expect.poll(() => focusedName(page)).toMatch(/^End Step end/);
    await press('ArrowUp', 'ArrowUp', 'Enter');
    await panel().waitFor();
    await tabTo(/^Name/);
    await press('Control+A');
    await page.keyboard.type('pause');
    await tabTo(/^Delay/);
    await press('ArrowUp', 'ArrowUp');
    await tabTo(/Unit$/);
    await press('Enter');
    await page.getByRole('option', { name: 'Hours' }).waitFor();
    await page.keyboard.type('Ho');
    await press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await press('Escape');
    await panel().waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toMatch(/^Delay Step pause/);
    await expect.poll(() => saved('pause', 'DelayStep')).toMatchObject({ delayValue: 3, delayType: 'Hours' });
    expect(await saved('tell', 'HttpRequest')).toMatchObject({ nextStepId: 'pause' });
  });

  test('the validity indicator opens the problem with its messages; values that can’t be kept are also reported', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'each: Please input Collection to iterate' }).click();
    await panel().getByText('Please input Collection to iterate').waitFor();
    await field('Name').fill('tell');
    await page.getByRole('button', { name: 'each: This step name is already in use' }).waitFor();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    await field('Name').fill('every');
    await page.getByRole('button', { name: 'every: Please input Collection to iterate' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('a schedule that isn’t set yet asks for its period, and shows none', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), [{ stepId: 'start', type: 'Trigger', triggerType: 'Scheduled' }]);
    const { page } = editor;
    await page.getByRole('button', { name: 'start: Please input Period' }).click();
    await panel().getByText('Complete the schedule to see when it starts runs.').waitFor();
    await choose('Period', 'Day');
    await panel().getByText('Times in UTC').waitFor();
    await expect.poll(() => saved('start', 'Trigger')).toMatchObject({ schedule: { period: 'Day' } });
  });

  test('an active workflow shows its forms read-only', async () => {
    editor = await openEditorOfNewPerson(sharedBaseUrl());
    await editor.api('POST /api/workflows/{id}/activate', { params: { id: editor.workflowId } });
    await editor.page.reload();
    await openStep('start');
    expect(await field('Name').getAttribute('readonly')).not.toBeNull();
    expect(await panel().getByRole('button', { name: /Type$/ }).isDisabled()).toBe(true);
    expect(await panel().getByRole('button', { name: 'Delete step' }).count()).toBe(0);
  });
});
