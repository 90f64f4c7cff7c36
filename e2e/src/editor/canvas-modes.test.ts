import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { openImpersonated } from '../api/impersonation.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { closeForm, focusedName, plusAt, savedFlow } from './canvas.ts';
import { type EditorOfNewPerson, openEditor, openEditorOfNewPerson, stepCard } from './new-person-editor.ts';

const PALETTE = [
  'Connectors',
  'JavaScript',
  'Branch',
  'Loop',
  'HTTP Request',
  'Data Storage',
  'End Step',
  'Delay Step',
  'Sync Step',
  'Get Data Step',
  // Additions to the specification's list.
  'Call Workflow',
  'Wait for Approval',
];

describe('what the canvas shows to whom', () => {
  let editor: EditorOfNewPerson;
  const open = async (steps: unknown[]) => {
    editor = await openEditorOfNewPerson(sharedBaseUrl(), steps);
    return editor;
  };
  const palette = () => editor.page.getByRole('navigation', { name: 'Steps to add' });
  const impersonate = async () => {
    const page = await openImpersonated(sharedBaseUrl(), editor.page, editor.email);
    await openEditor(page, editor.workflowId);
    editor = { ...editor, page };
    return page;
  };
  afterEach(() => editor.close());

  test('the palette offers the steps of EDIT-17, and dashboard steps only while impersonating (EDIT-18)', async () => {
    await open(orderSteps('https://example.com'));
    await expect.poll(() => palette().getByRole('button').allInnerTexts()).toEqual(PALETTE);
    await impersonate();
    await expect.poll(() => palette().getByRole('button').allInnerTexts()).toEqual([...PALETTE, 'Dashboard Step', 'Dashboard Item Step']);
  });

  test('the palette is hidden if a step is an integration (EDIT-16)', async () => {
    const { page } = await open([
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
      { stepId: 'sync', type: 'IntegrationStep' },
    ]);
    await stepCard(page, 'sync').waitFor();
    expect(await palette().count()).toBe(0);
  });

  test('the dialog "New Step" is 500 wide and has its three parts (EDIT-36..39)', async () => {
    const { page } = await open([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    await plusAt(page, 'after start').click();
    const dialog = page.getByRole('dialog', { name: 'New Step' });
    expect((await dialog.locator('..').boundingBox())?.width).toBe(500);
    expect(await dialog.getByRole('region', { name: 'Simple steps' }).getByRole('button').allInnerTexts()).toEqual([
      'JavaScript',
      'Branch',
      'Loop',
      'Data Storage',
      'Http Request',
      'End Step',
      'Delay Step',
      'Sync Step',
      // Additions to the specification's list.
      'Call Workflow',
      'Wait for Approval',
    ]);
    await dialog.getByRole('heading', { name: 'Integration Steps' }).waitFor();
    // There are some once another test has made an integration.
    await dialog
      .getByText(/^(Select Integration Step|No integration steps yet)$/)
      .first()
      .waitFor();
    expect(await dialog.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('heading', { name: 'Connectors' }).waitFor();
    await dialog.getByRole('button', { name: 'New Connector' }).waitFor();
  });

  test('the dialog takes typed text at once, and Enter adds the step', async () => {
    const { page } = await open([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    await plusAt(page, 'after start').click();
    const dialog = page.getByRole('dialog', { name: 'New Step' });
    await dialog.waitFor();
    await page.keyboard.type('req');
    await expect
      .poll(() => dialog.getByRole('region', { name: 'Simple steps' }).getByRole('button').allInnerTexts())
      .toEqual(['Http Request']);
    await dialog.getByRole('textbox', { name: 'Search steps' }).fill('filter');
    const described = dialog.getByRole('button', { name: 'Loop', exact: true, description: 'Repeats steps for each item of a list.' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => described.evaluate((button) => button === document.activeElement)).toBe(true);
    // A letter goes to the field again.
    await page.keyboard.type('s');
    await dialog.getByRole('textbox', { name: 'Search steps' }).fill('send email');
    await dialog.getByText('Portage has no e-mail step.').waitFor();
    await dialog.getByRole('textbox', { name: 'Search steps' }).fill('request');
    await page.keyboard.press('Enter');
    const panel = page.locator('[data-step-panel]');
    await panel.getByText('HttpRequest1').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    // A request names its step, also if the form is closed from the field of its address.
    await panel.getByRole('textbox', { name: 'URL' }).click();
    await page.keyboard.type('https://shop.example/api/orders');
    await closeForm(page);
    await stepCard(page, 'Get orders').waitFor();
    await page.keyboard.press('a');
    await dialog.waitFor();
    await page.keyboard.type('airt');
    await dialog.getByRole('button', { name: 'Airtable', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[data-step-panel]').getByText('ConnectorOperation1').first().waitFor();
  });

  test('a double click in the palette adds one step; inside a condition group nothing deletes the whole branch', async () => {
    const { page } = await open([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    await page.getByRole('navigation', { name: 'Steps to add' }).getByRole('button', { name: 'Branch', exact: true }).dblclick();
    const panel = page.locator('[data-step-panel]');
    await panel.getByText('always, which means the options after it are never reached').waitFor();
    await panel.getByText('otherwise', { exact: true }).waitFor();
    expect(await stepCard(page, 'Branch2').count()).toBe(0);
    expect(await panel.getByRole('button', { name: 'Delete step' }).count()).toBe(1);
    await page.locator('[data-pill="Yes"]').click();
    await panel.getByText('Use Script').waitFor();
    expect(await panel.getByRole('button', { name: 'Delete step' }).count()).toBe(0);
  });

  test('Ctrl+Enter runs, even while a card has the focus', async () => {
    const { page } = await open([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    await stepCard(page, 'start').focus();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tab', { name: 'Last Run', selected: true }).waitFor();
  });

  test('a new branch has Yes and No (STEP-58), is followed by the steps after its plus, and gets a free name', async () => {
    const { page, api, workflowId } = await open([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }]);
    for (const place of ['after start', 'after start']) {
      await plusAt(page, place).click();
      await page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: 'Branch', exact: true }).click();
      await closeForm(page);
    }
    expect(await savedFlow(page, api, workflowId)).toBe('start > Branch2{Yes:  | No: } > Branch1{Yes:  | No: }');
  });

  test('steps hidden from customers aren’t shown to them, and make the rest read-only; an impersonating admin sees and unhides them (EDIT-59, EDIT-78)', async () => {
    const steps = orderSteps('https://example.com').map((step) =>
      step.stepId === 'wait' ? { ...step, isHiddenFromCustomer: true } : step,
    );
    const { page, api, workflowId } = await open(steps);
    await stepCard(page, 'route').waitFor();
    expect(await stepCard(page, 'wait').count()).toBe(0);
    expect(await palette().count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Add a step/ }).count()).toBe(0);

    const tab = await impersonate();
    await stepCard(tab, 'wait').click({ button: 'right' });
    await tab.getByRole('menuitem', { name: 'Show to customer' }).click();
    await savedFlow(tab, api, workflowId);
    const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
    expect(workflow).toMatchObject({ hasHiddenSteps: false });
    expect(workflow.steps.find((step) => step.stepId === 'wait')?.isHiddenFromCustomer).toBe(false);
  });

  test('unconnected steps are next to the flow and can be moved into it', async () => {
    const { page, api, workflowId } = await open([
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual' },
      { stepId: 'lost', type: 'CustomScript', script: 'return 1' },
    ]);
    await stepCard(page, 'lost').getByText('Not connected').waitFor();
    await stepCard(page, 'lost').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await page.keyboard.press('Enter');
    expect(await savedFlow(page, api, workflowId)).toBe('start > lost');
  });

  test('names of 100 characters stay on their cards', async () => {
    const name = 'n'.repeat(100);
    const { page } = await open([
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: name },
      { stepId: name, type: 'CustomScript', script: 'return 1', description: 'd'.repeat(300) },
    ]);
    const text = stepCard(page, name).getByText(name, { exact: true });
    const card = await stepCard(page, name).elementHandle();
    // Both measured at one instant: the canvas may still move into position.
    const [textEnd, cardEnd] = await text.evaluate(
      (of, on) => [of.getBoundingClientRect().right, on?.getBoundingClientRect().right ?? 0] as const,
      card,
    );
    expect(textEnd).toBeLessThanOrEqual(cardEnd);
  });

  test('of 500 steps only the visible ones are drawn, a form draws none of them again, and search finds the last one', async () => {
    const chain: WorkflowStep[] = Array.from({ length: 499 }, (_, at) => ({
      stepId: `step${at + 1}`,
      type: 'CustomScript',
      script: 'return 1',
      nextStepId: at < 498 ? `step${at + 2}` : null,
    }));
    const { page } = await open([{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'step1' }, ...chain]);
    expect(await page.locator('[data-card]').count()).toBeLessThan(60);
    const redrawn = await page.evaluateHandle(() => {
      const before = new Set(document.querySelectorAll('[data-card]'));
      const names = new Set<string | null>();
      const look = (records: MutationRecord[]) => {
        for (const { target } of records) {
          const card = target instanceof Element ? target.closest('[data-card]') : null;
          if (card && before.has(card)) names.add(card.getAttribute('data-card'));
        }
      };
      const canvas = document.querySelector('[data-flowchart]');
      if (canvas) new MutationObserver(look).observe(canvas, { subtree: true, childList: true, attributes: true });
      return names;
    });
    await stepCard(page, 'start').click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Begins the day');
    await page.getByText(/^Autosaved /).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-step-panel]').waitFor({ state: 'detached' });
    await page.mouse.move(900, 500);
    await page.mouse.wheel(0, 600);
    await stepCard(page, 'start').waitFor({ state: 'detached' });
    expect(await redrawn.evaluate((names) => [...names])).toEqual(['start']);
    await page.locator('[data-flowchart]').focus();
    await page.keyboard.press('f');
    await page.keyboard.type('step499');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('JavaScript step499, step 500 of 500');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focusedName(page)).toBe('JavaScript step498, step 499 of 500');
    // The card scrolls out of sight and back; the keyboard focus isn't lost.
    await page.keyboard.press('Home');
    await expect.poll(() => focusedName(page)).toBe('Trigger start, step 1 of 500');
    await page.mouse.move(900, 500);
    await page.mouse.wheel(0, 20_000);
    await stepCard(page, 'start').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedName(page)).toBe('JavaScript step1, step 2 of 500');
  });
});
