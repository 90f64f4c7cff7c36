import { describe, expect, test } from 'vitest';
import { form, message, openAFormForEachTest, reopen, undo } from './opened-form.ts';

openAFormForEachTest();

describe('the panel of a step', () => {
  test('is 450 px wide, closes by its button, Escape and a click outside; another step replaces it', async () => {
    await form.openStep('tell');
    expect((await form.panel.boundingBox())?.width).toBe(450);
    await form.panel.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => form.panel.count()).toBe(0);
    await form.openStep('tell');
    await form.page.keyboard.press('Escape');
    await expect.poll(() => form.panel.count()).toBe(0);
    await expect.poll(() => form.page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe('id-tell');
    await form.openStep('tell');
    await form.openStep('wait');
    await form.panel.getByRole('textbox', { name: 'Delay', exact: true }).waitFor();
    await form.page.mouse.click(300, 700);
    await expect.poll(() => form.panel.count()).toBe(0);
  });

  test('stays open while its list of choices, calendar or dialog is used (STEP-08)', async () => {
    await form.openStep('wait');
    await form.panel.getByRole('button', { name: 'Minutes Unit' }).click();
    await form.page.mouse.click(300, 700);
    await form.panel.getByRole('button', { name: 'Minutes Unit' }).waitFor();
    await form.choose('Unit', 'Hours');
    expect(await form.step('wait')).toMatchObject({ delayType: 'Hours' });
    await form.openStep('tell');
    await form.panel.getByRole('button', { name: 'Edit URL' }).click();
    await form.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await form.panel.getByRole('textbox', { name: 'URL', exact: true }).waitFor();
    await form.panel.getByRole('button', { name: 'Edit URL' }).click();
    await form.page.keyboard.press('Escape');
    await form.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await form.panel.count()).toBe(1);
  });

  test('asks before deleting a step; a trigger can’t be deleted', async () => {
    await form.openStep('start');
    expect(await form.panel.getByRole('button', { name: 'Delete step' }).count()).toBe(0);
    await form.openStep('wait');
    await form.panel.getByRole('button', { name: 'Delete step' }).click();
    await form.page.getByText('Are you sure to delete this step?').waitFor();
    await form.page.getByRole('button', { name: 'No', exact: true }).click();
    expect((await form.steps()).some(({ stepId }) => stepId === 'wait')).toBe(true);
    await form.panel.getByRole('button', { name: 'Delete step' }).click();
    await form.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await form.panel.waitFor({ state: 'detached' });
    expect((await form.steps()).some(({ stepId }) => stepId === 'wait')).toBe(false);
    expect(await form.step('keep')).toMatchObject({ nextStepId: 'bill' });
  });

  test('allows hiding a step from the customer only while impersonating (EDIT-78)', async () => {
    await form.openStep('wait');
    expect(await form.panel.getByRole('button', { name: 'Hide from customer' }).count()).toBe(0);
    await reopen({ query: 'impersonating' });
    await form.openStep('wait');
    await form.panel.getByRole('button', { name: 'Hide from customer' }).click();
    expect(await form.step('wait')).toMatchObject({ isHiddenFromCustomer: true });
    await form.panel.getByRole('button', { name: 'Show to customer' }).click();
    expect(await form.step('wait')).toMatchObject({ isHiddenFromCustomer: false });
  });

  test('changes nothing in read-only forms (STEP-16)', async () => {
    await reopen({ query: 'readonly' });
    const before = await form.steps();
    await form.openStep('tell');
    expect(await form.panel.getByRole('textbox', { name: 'Name', exact: true }).getAttribute('readonly')).not.toBeNull();
    expect(await form.panel.getByRole('button', { name: 'POST Method' }).isDisabled()).toBe(true);
    expect(await form.panel.getByRole('button', { name: /^(Edit|Insert|Delete)/ }).count()).toBe(0);
    expect(await form.panel.getByRole('checkbox', { name: 'Use Retry' }).isDisabled()).toBe(true);
    const frameOf = (name: string) =>
      form.panel.getByRole('textbox', { name, exact: true }).evaluate((field) => {
        const frame = getComputedStyle(field).borderTopWidth === '0px' ? field.parentElement : field;
        return getComputedStyle(frame ?? field).borderTopStyle;
      });
    for (const name of ['Name', 'URL', 'Response Sample JSON']) expect(await frameOf(name)).toBe('dashed');
    expect(await form.steps()).toEqual(before);
  });
});

describe('the name of a step (STEP-09..14)', () => {
  const name = () => form.panel.getByRole('textbox', { name: 'Name', exact: true });

  test('is required and unique; an invalid name stays in the field with its message, and the step keeps its own', async () => {
    await form.openStep('script');
    await name().fill('');
    await expect.poll(() => message('Please input Name').count()).toBe(0);
    await form.page.keyboard.press('Tab');
    await message('Please input Name').waitFor();
    await name().fill('tell');
    await message('This step name is already in use').waitFor();
    await form.page.getByText('script stepId: This step name is already in use').waitFor();
    await form.openStep('wait');
    await form.openStep('script');
    expect(await name().inputValue()).toBe('tell');
    expect((await form.steps())[1]).toMatchObject({ stepId: 'script' });
    await name().fill('double');
    await expect.poll(() => message('This step name is already in use').count()).toBe(0);
    expect((await form.steps()).slice(0, 2)).toMatchObject([{ nextStepId: 'double' }, { stepId: 'double' }]);
  });

  test('updates pointers on each key and references when the field is left, all as one version to undo', async () => {
    const before = await form.steps();
    await form.openStep('start');
    await name().fill('hook');
    expect(await form.step('script')).toMatchObject({ script: 'return Steps["start"].Payload.total * 2;' });
    await form.page.keyboard.press('Tab');
    expect(await form.step('script')).toMatchObject({ script: 'return Steps["hook"].Payload.total * 2;' });
    expect(JSON.stringify(await form.steps())).not.toContain('Steps[\\"start');
    await undo();
    expect(await form.steps()).toEqual(before);
  });

  test('also updates references when the panel is closed from the field', async () => {
    await form.openStep('start');
    await name().fill('hook');
    await form.page.keyboard.press('Escape');
    await form.panel.waitFor({ state: 'detached' });
    expect(await form.step('each')).toMatchObject({ listContextDataEntityName: '$Steps["hook"].Payload.lines' });
  });

  test('keeps the old name in references above 30 steps, and the form says so', async () => {
    await reopen({ query: 'steps=31' });
    await form.openStep('start');
    await message('With more than 30 steps, references in other steps keep the old name.').waitFor();
    await name().fill('hook');
    await form.page.keyboard.press('Tab');
    expect(await form.step('each')).toMatchObject({ listContextDataEntityName: '$Steps["start"].Payload.lines' });
  });
});
