import type { StepOf } from '@portage/workflow';
import axe from 'axe-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FormPage, type FormsGallery, type OpenOptions, startFormsGallery } from './forms-gallery.ts';

let gallery: FormsGallery;
let form: FormPage;

beforeAll(async () => {
  gallery = await startFormsGallery();
}, 120_000);
beforeEach(async () => {
  form = await gallery.open();
});
afterEach(async () => {
  const { complaints } = form;
  await form.close();
  expect(complaints).toEqual([]);
});

async function reopen(options: OpenOptions): Promise<void> {
  await form.close();
  form = await gallery.open(options);
}

const message = (text: string) => form.panel.getByText(text, { exact: true });

/** The focus leaves the field and everything that belongs to it. */
const leave = () => form.panel.getByRole('button', { name: 'Close' }).focus();

async function undo(): Promise<void> {
  await form.page.evaluate(() => (window as unknown as { editorStore: { undo(): void } }).editorStore.undo());
}

describe('the panel of a step', () => {
  it('is 450 px wide, closes by its button, by Escape and by a click outside; another step takes its place', async () => {
    await form.openStep('tell');
    expect((await form.panel.boundingBox())?.width).toBe(450);
    await form.panel.getByRole('button', { name: 'Close' }).click();
    expect(await form.panel.count()).toBe(0);
    await form.openStep('tell');
    await form.page.keyboard.press('Escape');
    expect(await form.panel.count()).toBe(0);
    expect(await form.page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe('id-tell');
    await form.openStep('tell');
    await form.openStep('wait');
    await form.panel.getByRole('textbox', { name: 'Delay', exact: true }).waitFor();
    await form.page.mouse.click(300, 700);
    expect(await form.panel.count()).toBe(0);
  });

  it('stays while a list of choices, a calendar or a dialog that belongs to it is used (STEP-08)', async () => {
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

  it('asks before it deletes a step; a trigger cannot be deleted', async () => {
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
    expect(await form.step('keep')).toMatchObject({ nextStepId: 'order' });
  });

  it('a step can be hidden from the customer while impersonating only (EDIT-78)', async () => {
    await form.openStep('wait');
    expect(await form.panel.getByRole('button', { name: 'Hide from customer' }).count()).toBe(0);
    await reopen({ query: 'impersonating' });
    await form.openStep('wait');
    await form.panel.getByRole('button', { name: 'Hide from customer' }).click();
    expect(await form.step('wait')).toMatchObject({ isHiddenFromCustomer: true });
    await form.panel.getByRole('button', { name: 'Show to customer' }).click();
    expect(await form.step('wait')).toMatchObject({ isHiddenFromCustomer: false });
  });

  it('read-only forms change nothing (STEP-16)', async () => {
    await reopen({ query: 'readonly' });
    const before = await form.steps();
    await form.openStep('tell');
    expect(await form.panel.getByRole('textbox', { name: 'Name', exact: true }).getAttribute('readonly')).not.toBeNull();
    expect(await form.panel.getByRole('button', { name: 'POST Method' }).isDisabled()).toBe(true);
    expect(await form.panel.getByRole('button', { name: /^(Edit|Insert|Delete)/ }).count()).toBe(0);
    expect(await form.panel.getByRole('checkbox', { name: 'Use Retry' }).isDisabled()).toBe(true);
    expect(await form.steps()).toEqual(before);
  });
});

describe('the name of a step (STEP-09..14)', () => {
  const name = () => form.panel.getByRole('textbox', { name: 'Name', exact: true });

  it('is required and unique; an invalid name stays in the field with its message, and the step keeps its own', async () => {
    await form.openStep('script');
    await name().fill('');
    expect(await message('Please input Name').count()).toBe(0);
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
    expect(await message('This step name is already in use').count()).toBe(0);
    expect((await form.steps()).slice(0, 2)).toMatchObject([{ nextStepId: 'double' }, { stepId: 'double' }]);
  });

  it('pointers follow with each key, references when the field is left, all as one version to undo', async () => {
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

  it('references also follow when the panel is closed out of the field', async () => {
    await form.openStep('start');
    await name().fill('hook');
    await form.page.keyboard.press('Escape');
    await form.panel.waitFor({ state: 'detached' });
    expect(await form.step('each')).toMatchObject({ listContextDataEntityName: '$Steps["hook"].Payload.lines' });
  });

  it('above 30 steps references keep the old name, and the form says so', async () => {
    await reopen({ query: 'steps=31' });
    await form.openStep('start');
    await message('With more than 30 steps, references in other steps keep the old name.').waitFor();
    await name().fill('hook');
    await form.page.keyboard.press('Tab');
    expect(await form.step('each')).toMatchObject({ listContextDataEntityName: '$Steps["start"].Payload.lines' });
  });
});

describe('the trigger', () => {
  it('has four types; another type rebuilds the form and forgets the rest (STEP-18, STEP-23)', async () => {
    await reopen({ query: 'trigger=Webhook' });
    await form.openStep('start');
    await form.panel.getByRole('textbox', { name: 'Payload Sample JSON', exact: true }).waitFor();
    await form.panel.getByRole('button', { name: 'Webhook Type' }).click();
    expect(await form.page.getByRole('option').allTextContents()).toEqual(['Connector Event', 'Manual', 'Scheduled', 'Webhook']);
    await form.page.getByRole('option', { name: 'Scheduled' }).click();
    const step = (await form.step('start')) as StepOf<'Trigger'>;
    expect(step.payloadSampleJson).toBeUndefined();
    expect(step.schedule).toMatchObject({ frequency: 1, period: 'OneTime' });
    expect(Math.abs(Date.parse(step.schedule?.startAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('shows the webhook URL and copies it (STEP-21, STEP-22)', async () => {
    await reopen({ query: 'trigger=Webhook' });
    await form.openStep('start');
    await message('http://localhost:8080/api/webhooks/4f0d2c5e9b7a').waitFor();
    await form.panel.getByRole('button', { name: 'Copy URL' }).click();
    await form.page.getByText('Copied').waitFor();
    expect(await form.page.evaluate(() => navigator.clipboard.readText())).toBe('http://localhost:8080/api/webhooks/4f0d2c5e9b7a');
  });

  it('keeps a sample that is not JSON, and says so once the field is left', async () => {
    await reopen({ query: 'trigger=Webhook' });
    await form.openStep('start');
    await form.panel.getByRole('textbox', { name: 'Payload Sample JSON', exact: true }).fill('{"id": ');
    expect(await form.step('start')).toMatchObject({ payloadSampleJson: '{"id": ' });
    await form.panel.getByRole('textbox', { name: 'Description', exact: true }).focus();
    await message('Payload Sample JSON is not valid JSON').waitFor();
  });

  it('a schedule: period, frequency from 1 and not for OneTime, time zone, overlap, the next five fires (STEP-26..28)', async () => {
    await reopen({ query: 'trigger=Scheduled' });
    await form.openStep('start');
    const fires = () => form.panel.getByRole('region', { name: 'Next five runs' }).getByRole('listitem').allTextContents();
    expect(await fires()).toHaveLength(5);
    expect((await fires())[0]).toContain('10:00 AM');
    await form.panel.getByRole('textbox', { name: 'Frequency', exact: true }).fill('0');
    await form.page.keyboard.press('Tab');
    await message('Frequency must be a whole number of at least 1').waitFor();
    await message('Complete the schedule to see when it starts runs.').waitFor();
    await form.panel.getByRole('textbox', { name: 'Frequency', exact: true }).fill('');
    await message('Please input Frequency').waitFor();
    await form.panel.getByRole('textbox', { name: 'Frequency', exact: true }).fill('2');
    await form.panel.getByText('Skip this time').click();
    await form.search('Time zone', 'Asia/Tok', 'Asia/Tokyo');
    expect(((await form.step('start')) as StepOf<'Trigger'>).schedule).toEqual({
      startAt: '2026-11-30T09:00:00.000Z',
      frequency: 2,
      period: 'Month',
      timeZone: 'Asia/Tokyo',
      overlap: 'Skip',
    });
    expect((await fires())[0]).toContain('6:00 PM');
    await form.choose('Period', 'One Time');
    expect(await form.panel.getByRole('textbox', { name: 'Frequency', exact: true }).count()).toBe(0);
  });
});

describe('branches (STEP-53..61)', () => {
  it('a group has a name, conditions with operators that hide the right side, and And or Or', async () => {
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

  it('the keyboard goes on in the condition that was added, and stays beside the one that was deleted', async () => {
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

  it('groups are added as Opt{n}; one is deleted after a question, as long as more than two are left', async () => {
    await form.openStep('route');
    await form.panel.getByRole('button', { name: 'Add option' }).click();
    expect(await form.panel.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Opt4');
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

describe('HTTP requests (STEP-68..72)', () => {
  it('URL is required and edited in its dialog', async () => {
    await form.openStep('tell');
    await form.panel.getByRole('textbox', { name: 'URL', exact: true }).fill('');
    await leave();
    await message('Please input URL').waitFor();
    await form.panel.getByRole('button', { name: 'Edit URL' }).click();
    const dialog = form.page.getByRole('dialog', { name: 'Edit URL' });
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill('https://example.com/long');
    await dialog.getByRole('button', { name: 'Update' }).click();
    expect(await form.step('tell')).toMatchObject({ url: 'https://example.com/long' });
    expect(await message('Please input URL').count()).toBe(0);
    await form.panel.getByRole('textbox', { name: 'URL', exact: true }).fill('ftp://example.com');
    await message('The URL must start with http:// or https://').waitFor();
  });

  it('query parameters have names and values; the address that they make is shown, values encoded', async () => {
    await reopen({ query: 'trigger=Webhook' });
    await form.openStep('tell');
    const row = (index: number) => form.panel.getByRole('group', { name: `Query parameter ${index}`, exact: true });
    await form.panel.getByRole('button', { name: 'Delete for', exact: true }).click();
    expect(await form.panel.getByText('Address with sample values').count()).toBe(0);
    await form.panel.getByRole('button', { name: 'Add query parameter' }).click();
    expect(
      await row(1)
        .getByRole('textbox', { name: 'Parameter', exact: true })
        .evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await form.page.keyboard.type('q');
    await row(1).getByRole('textbox', { name: 'Value', exact: true }).fill('R&D #1');
    await form.panel.getByRole('button', { name: 'Add query parameter' }).click();
    await row(2).getByRole('textbox', { name: 'Value', exact: true }).fill('2');
    await form.panel.getByText('No address to show: The name of a query parameter is empty.').waitFor();
    await leave();
    await message('Please input Name').waitFor();
    await row(2).getByRole('textbox', { name: 'Parameter', exact: true }).fill('page');
    const address = form.panel.getByRole('status', { name: 'Address with sample values' });
    await address.getByText(/^https:\/\/example\.com\/orders\/A-1001\?from=portage&q=R%26D%20%231&page=2$/).waitFor();
    expect(await form.step('tell')).toMatchObject({
      queryParameters: [
        { name: 'q', valueExpression: 'R&D #1' },
        { name: 'page', valueExpression: '2' },
      ],
    });
    await row(1).getByRole('button', { name: 'Delete q', exact: true }).click();
    expect(await form.step('tell')).toMatchObject({ queryParameters: [{ name: 'page', valueExpression: '2' }] });
    await undo();
    await row(2).waitFor();
  });

  it('headers are JSON in a dialog whose Update waits for it to be valid', async () => {
    await form.openStep('tell');
    await form.panel.getByRole('button', { name: 'Edit headers' }).click();
    const dialog = form.page.getByRole('dialog', { name: 'Edit Expression' });
    const update = dialog.getByRole('button', { name: 'Update' });
    for (const [text, fault] of [
      ['{"a": ', 'This is not valid JSON'],
      ['["a"]', 'Headers must be a JSON object'],
      ['{"a": {"b": 1}}', 'The header a must be a text'],
    ] as const) {
      await dialog.getByRole('textbox', { name: 'Headers', exact: true }).fill(text);
      await dialog.getByText(fault).waitFor();
      expect(await update.isDisabled()).toBe(true);
    }
    await dialog.getByRole('textbox', { name: 'Headers', exact: true }).fill('{"x-retry": 3, "authorization": "Bearer $Data.token"}');
    await update.click();
    expect(await form.step('tell')).toMatchObject({ headers: { 'x-retry': '3', authorization: 'Bearer $Data.token' } });
    await form.panel.getByRole('button', { name: 'Edit headers' }).click();
    await dialog.getByRole('textbox', { name: 'Headers', exact: true }).fill('{}');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await form.step('tell')).toMatchObject({ headers: { 'x-retry': '3' } });
  });

  it('method, body, how the answer is read, time limit, redirects and what happens on errors', async () => {
    await form.openStep('tell');
    await form.choose('Method', 'PUT');
    await form.choose('Body type', 'Form fields (URL encoded)');
    await form.panel.getByRole('textbox', { name: 'Body', exact: true }).fill('{"a": 1}');
    await form.choose('Read response as', 'Text');
    await form.panel.getByRole('textbox', { name: 'Time limit in seconds', exact: true }).fill('500');
    await form.page.keyboard.press('Tab');
    await message('The time limit is from 1 to 300 seconds').waitFor();
    await form.panel.getByRole('textbox', { name: 'Time limit in seconds', exact: true }).fill('abc');
    await message('Please enter a number').waitFor();
    await form.panel.getByRole('textbox', { name: 'Time limit in seconds', exact: true }).fill('30');
    await form.panel.getByText('Follow redirects').click();
    await form.panel.getByText('Continue on error').click();
    await form.panel.getByText('Use Retry').click();
    await form.panel.getByRole('textbox', { name: 'Response Sample JSON', exact: true }).fill('{"ok": tru');
    await form.panel.getByRole('textbox', { name: 'Description', exact: true }).focus();
    await message('Response Sample JSON is not valid JSON').waitFor();
    const step = (await form.step('tell')) as StepOf<'HttpRequest'>;
    expect(step).toMatchObject({
      httpMethod: 'PUT',
      bodyType: 'Form',
      body: '{"a": 1}',
      responseType: 'Text',
      timeoutSeconds: 30,
      followRedirects: false,
      continueOnFailure: true,
      useRetry: false,
      responseSampleJson: '{"ok": tru',
    });
    await form.choose('Body type', 'By content type');
    await form.panel.getByRole('textbox', { name: 'Time limit in seconds', exact: true }).fill('');
    const cleared = await form.step('tell');
    expect('bodyType' in cleared || 'timeoutSeconds' in cleared).toBe(false);
  });
});

describe('the smaller steps', () => {
  it('data storage: scope for Create, expiration for a workflow, rows with their messages (STEP-73..80)', async () => {
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

  it('data storage: the keyboard goes on in the row that was added', async () => {
    await form.openStep('keep');
    await form.panel.getByRole('button', { name: 'Add Item' }).focus();
    await form.page.keyboard.press('Enter');
    await form.page.keyboard.type('third');
    expect(((await form.step('keep')) as StepOf<'DataStorage'>).keyValues.map(({ key }) => key)).toEqual(['lastOrder', 'token', 'third']);
  });

  it('delay: a number from 1, its unit, by the arrow keys too (STEP-82)', async () => {
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

  it('end, loop and script (STEP-62..67, STEP-81)', async () => {
    await form.openStep('end');
    await form.panel.getByRole('button', { name: 'Workflow Scope' }).focus();
    await form.page.keyboard.press('Tab');
    await form.choose('Scope', 'Loop Iteration');
    await message('This step ends a loop but does not stand in one').waitFor();
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

  it('typing in one field is one version to undo', async () => {
    await form.openStep('each');
    await form.panel.getByRole('textbox', { name: 'Collection', exact: true }).press('End');
    await form.page.keyboard.type('[0].items');
    expect(await form.step('each')).toMatchObject({ listContextDataEntityName: '$Steps["start"].Payload.lines[0].items' });
    await undo();
    expect(await form.step('each')).toMatchObject({ listContextDataEntityName: '$Steps["start"].Payload.lines' });
    expect(await form.panel.getByRole('textbox', { name: 'Collection', exact: true }).inputValue()).toBe('$Steps["start"].Payload.lines');
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  it('axe finds nothing wrong with any form, and no form is wider than the panel', async () => {
    for (const query of ['trigger=Webhook&impersonating', 'trigger=Scheduled', 'trigger=ConnectorEvent']) {
      await reopen({ query, colorScheme, width: query === 'trigger=Scheduled' ? 400 : 1280 });
      const names = query === 'trigger=Webhook&impersonating' ? (await form.steps()).map(({ stepId }) => stepId) : ['start'];
      await form.page.evaluate(axe.source);
      for (const name of names) {
        await form.page.evaluate(
          (id) => (window as unknown as { editorStore: { open(id: string): void } }).editorStore.open(id),
          `id-${name}`,
        );
        await form.page.waitForTimeout(150);
        const { problems, overflow } = await form.page.evaluate(async () => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run('[data-step-panel]', {
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          });
          const panel = document.querySelector('[data-step-panel]');
          const body = panel?.lastElementChild;
          return {
            problems: violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`)),
            overflow: body ? body.scrollWidth - body.clientWidth : 0,
          };
        });
        expect([name, problems]).toEqual([name, []]);
        expect([name, overflow]).toEqual([name, 0]);
      }
    }
  });
});
