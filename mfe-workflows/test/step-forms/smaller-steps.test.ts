import type { StepOf } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { form, leave, message, openAFormForEachTest, undo } from './opened-form.ts';

openAFormForEachTest();

describe('the smaller steps', () => {
  test('data storage: scope for Create, expiration for a workflow, rows with their messages (STEP-73..80)', async () => {
    await form.openStep('keep');
    await form.panel.getByRole('textbox', { name: 'Data expires in N hours', exact: true }).fill('721');
    await form.page.keyboard.press('Tab');
    await message('Data expires in 1 to 720 hours').waitFor();
    await form.panel.getByText('Expire data').click();
    expect(await form.step('keep')).toMatchObject({ expirationInHours: null });
    await form.panel.getByText('Expire data').click();
    expect(await form.step('keep')).toMatchObject({ expirationInHours: 1 });
    await form.choose('Scope', 'Current Run');
    expect(await form.panel.getByText('Expire data').count()).toBe(0);
    await form.panel.getByRole('button', { name: 'Delete token' }).click();
    const first = form.panel.getByRole('group', { name: 'Item 1' });
    await first.getByRole('textbox', { name: 'Key', exact: true }).fill('');
    await first.getByRole('textbox', { name: 'Value', exact: true }).fill('');
    await leave();
    await message('Please input Key').waitFor();
    await message('Please set value').waitFor();
    await form.choose('Operation', 'Delete');
    expect(await first.getByRole('textbox', { name: 'Value', exact: true }).count()).toBe(0);
    expect(await form.panel.getByRole('button', { name: /Scope$/ }).count()).toBe(0);
    expect(await form.step('keep')).toMatchObject({ dataStorageOperation: 'Delete', scope: null });
    await form.panel.getByRole('button', { name: 'Delete item 1' }).click();
    await form.panel.getByRole('button', { name: 'Add Item' }).focus();
    await form.page.keyboard.press('Shift+Tab');
    await message('Please add an item').waitFor();
    await form.panel.getByRole('button', { name: 'Add Item' }).click();
    expect(((await form.step('keep')) as StepOf<'DataStorage'>).keyValues).toHaveLength(1);
  });

  test('an error path is chosen with the keyboard, and says what it does', async () => {
    await form.openStep('keep');
    await form.panel.getByText('Other steps run when this one fails; then the run continues.').waitFor();
    await form.panel.getByRole('checkbox', { name: 'Error path' }).focus();
    await form.page.keyboard.press('Space');
    await form.panel.getByText(/Add them on the canvas/).waitFor();
    expect(await form.step('keep')).toMatchObject({ useErrorPath: true });
    await form.openStep('wait');
    expect(await form.panel.getByRole('checkbox', { name: 'Error path' }).count()).toBe(0);
  });

  test('data storage: the focus moves to the added row', async () => {
    await form.openStep('keep');
    await form.panel.getByRole('button', { name: 'Add Item' }).focus();
    await form.page.keyboard.press('Enter');
    await form.page.keyboard.type('third');
    expect(((await form.step('keep')) as StepOf<'DataStorage'>).keyValues.map(({ key }) => key)).toEqual(['lastOrder', 'token', 'third']);
  });

  test('data storage: Tab leads from a row’s key to its value, and only then to Delete', async () => {
    await form.openStep('keep');
    const row = form.panel.getByRole('group', { name: 'Item 1' });
    const fields = [
      row.getByRole('textbox', { name: 'Key', exact: true }),
      row.getByRole('textbox', { name: 'Value', exact: true }),
      row.getByRole('button', { name: 'Delete lastOrder' }),
    ];
    const reached: number[] = [];
    await fields[0]?.focus();
    // Fields have buttons of their own on the way.
    for (let presses = 0; presses < 8; presses += 1) {
      for (const [at, field] of fields.entries()) {
        if (await field.evaluate((element) => element === document.activeElement)) reached.push(at);
      }
      await form.page.keyboard.press('Tab');
    }
    expect(reached).toEqual([0, 1, 2]);
  });

  test('delay: a number from 1 and its unit, also by the arrow keys (STEP-82)', async () => {
    await form.openStep('wait');
    const delay = form.panel.getByRole('textbox', { name: 'Delay', exact: true });
    await delay.fill('');
    await message('Please input Delay').waitFor();
    expect(await form.step('wait')).toMatchObject({ delayValue: 5 });
    await delay.fill('0');
    await form.page.keyboard.press('Tab');
    await message('The delay must be at least 1').waitFor();
    await delay.fill('9');
    await delay.press('ArrowUp');
    expect(await form.step('wait')).toMatchObject({ delayValue: 10 });
    await delay.fill('366');
    await form.choose('Unit', 'Days');
    await message('The delay must be at most 365 days').waitFor();
  });

  test('end, loop and script (STEP-62..67, STEP-81)', async () => {
    await form.openStep('end');
    await form.panel.getByRole('button', { name: 'Workflow Scope' }).focus();
    await form.page.keyboard.press('Tab');
    await form.choose('Scope', 'Loop Iteration');
    await message('This step ends a loop but isn’t inside one').waitFor();
    await form.openStep('each');
    await form.panel.getByRole('textbox', { name: 'Collection', exact: true }).fill('');
    await leave();
    await message('Please input Collection to iterate').waitFor();
    await form.panel.getByText('Continue on error').click();
    expect(await form.step('each')).toMatchObject({ listContextDataEntityName: '', continueOnFailure: true });
    await form.openStep('script');
    await form.panel.getByText('Run only when the workflow is started by hand').click();
    expect(await form.step('script')).toMatchObject({ onlyManualExecution: true });
  });

  test('a loop collects one value per iteration, from its item and the steps inside it; cleared, it collects nothing', async () => {
    await form.openStep('each');
    const collect = form.panel.getByRole('textbox', { name: 'Collect', exact: true });
    await collect.fill('$Steps["each"].CurrentItem.sku');
    await leave();
    expect(await form.step('each')).toMatchObject({ resultExpression: '$Steps["each"].CurrentItem.sku' });
    expect(await form.panel.getByText(/has not run when this step starts/).count()).toBe(0);
    await collect.fill('$Steps["nobody"].Response');
    await leave();
    await form.panel.getByText('There is no step "nobody"').first().waitFor();
    await collect.fill('');
    await leave();
    expect(await form.step('each')).toMatchObject({ resultExpression: null });
  });

  test('typing in one field is one version to undo', async () => {
    await form.openStep('each');
    await form.panel.getByRole('textbox', { name: 'Collection', exact: true }).press('End');
    await form.page.keyboard.type('[0].items');
    expect(await form.step('each')).toMatchObject({ listContextDataEntityName: '$Steps["start"].Payload.lines[0].items' });
    await undo();
    expect(await form.step('each')).toMatchObject({ listContextDataEntityName: '$Steps["start"].Payload.lines' });
    expect(await form.panel.getByRole('textbox', { name: 'Collection', exact: true }).inputValue()).toBe('$Steps["start"].Payload.lines');
  });
});
