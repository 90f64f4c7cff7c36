import type { StepOf } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { form, leave, message, openAFormForEachTest } from './opened-form.ts';

openAFormForEachTest();

describe('branches (STEP-53..61)', () => {
  test('a group has a name, conditions with operators that hide the right side, and And or Or', async () => {
    await form.openStep('route');
    await form.panel.getByRole('button', { name: /^No / }).click();
    await form.panel.getByRole('button', { name: 'Add Condition' }).click();
    const condition = form.panel.getByRole('group', { name: 'Condition 1' });
    await condition.getByRole('textbox', { name: 'Value', exact: true }).focus();
    await leave();
    await message('Please input Value').waitFor();
    await condition.getByRole('textbox', { name: 'Value', exact: true }).fill('$Data.count');
    await condition.getByRole('textbox', { name: 'Compare with', exact: true }).fill('5');
    await form.choose('Operator', 'Less Than Or Equal', condition);
    await form.choose('Logical Operator', 'Or');
    const group = async () => ((await form.step('route')) as StepOf<'Branch'>).conditionGroups[1];
    expect(await group()).toMatchObject({
      logicalOperator: 'Or',
      conditions: [{ leftExpression: '$Data.count', operator: 'LessThanOrEqual', rightExpression: '5' }],
    });
    for (const unary of ['Empty', 'Not Empty', 'Is True', 'Is False']) {
      await form.choose('Operator', unary, condition);
      expect(await condition.getByRole('textbox', { name: 'Compare with', exact: true }).count()).toBe(0);
    }
    expect((await group())?.conditions?.[0]?.rightExpression).toBeNull();
    await form.panel.getByRole('button', { name: 'Delete condition 1' }).click();
    expect((await group())?.conditions).toEqual([]);
    await form.panel.getByRole('textbox', { name: 'Name', exact: true }).fill('');
    await form.page.keyboard.press('Tab');
    await message('Please input Name').waitFor();
    await form.panel.getByRole('checkbox', { name: 'Use Script' }).check({ force: true });
    expect(await group()).toMatchObject({ useScript: true, name: '' });
  });

  test('the focus moves to the added condition, and stays next to the deleted one', async () => {
    await form.openStep('route');
    await form.panel.getByRole('button', { name: /^No / }).click();
    for (const text of ['one', 'two']) {
      await form.panel.getByRole('button', { name: 'Add Condition' }).focus();
      await form.page.keyboard.press('Enter');
      await form.page.keyboard.type(text);
    }
    const conditions = async () => ((await form.step('route')) as StepOf<'Branch'>).conditionGroups[1]?.conditions;
    expect((await conditions())?.map(({ leftExpression }) => leftExpression)).toEqual(['one', 'two']);
    await form.panel.getByRole('button', { name: 'Delete condition 1' }).focus();
    await form.page.keyboard.press('Enter');
    await form.page.keyboard.type('!');
    expect((await conditions())?.map(({ leftExpression }) => leftExpression)).toEqual([expect.stringContaining('!')]);
    await form.panel.getByRole('button', { name: 'Delete condition 1' }).focus();
    await form.page.keyboard.press('Enter');
    await form.page.keyboard.press('Enter');
    expect(await conditions()).toHaveLength(1);
  });

  test('groups are added as Opt{n}; while more than two are left, one can be deleted after a question', async () => {
    await form.openStep('route');
    await form.panel.getByRole('button', { name: 'Add option' }).click();
    await expect.poll(() => form.panel.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Opt4');
    for (const name of ['Opt4', 'Opt3']) {
      await form.openStep('route');
      await form.panel.getByRole('button', { name: `Delete ${name}` }).click();
      await form.page.getByText('Are you sure to delete this condition?').waitFor();
      await form.page.getByRole('button', { name: 'Delete', exact: true }).click();
      await form.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    }
    const names = ((await form.step('route')) as StepOf<'Branch'>).conditionGroups.map(({ name }) => name);
    expect(names).toEqual(['Yes', 'No']);
    expect(await form.panel.getByRole('button', { name: /^Delete (Yes|No)$/ }).count()).toBe(0);
  });
});
