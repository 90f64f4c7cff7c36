import type { StepOf } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { form, leave, message, openAFormForEachTest, reopen, undo } from './opened-form.ts';

openAFormForEachTest();

describe('HTTP requests (STEP-68..72)', () => {
  test('URL is required and edited in its dialog', async () => {
    await form.openStep('tell');
    await form.panel.getByRole('textbox', { name: 'URL', exact: true }).fill('');
    await leave();
    await message('Please input URL').waitFor();
    await form.panel.getByRole('button', { name: 'Edit URL' }).click();
    const dialog = form.page.getByRole('dialog', { name: 'Edit URL' });
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill('https://example.com/long');
    await dialog.getByRole('button', { name: 'Update' }).click();
    expect(await form.step('tell')).toMatchObject({ url: 'https://example.com/long' });
    await message('Please input URL').waitFor({ state: 'detached' });
    await form.panel.getByRole('textbox', { name: 'URL', exact: true }).fill('ftp://example.com');
    await message('The URL must start with http:// or https://').waitFor();
  });

  test('query parameters have names and values; the resulting address is shown, with encoded values', async () => {
    await reopen({ query: 'trigger=Webhook' });
    await form.openStep('tell');
    const row = (index: number) => form.panel.getByRole('group', { name: `Query parameter ${index}`, exact: true });
    await form.panel.getByRole('button', { name: 'Delete for', exact: true }).click();
    await expect.poll(() => form.panel.getByText('Address with sample values').count()).toBe(0);
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

  test('headers are JSON in a dialog whose Update waits until it is valid', async () => {
    await form.openStep('tell');
    await form.panel.getByRole('button', { name: 'Edit headers' }).click();
    const dialog = form.page.getByRole('dialog', { name: 'Edit Expression' });
    const update = dialog.getByRole('button', { name: 'Update' });
    for (const [text, fault] of [
      ['{"a": ', 'This is not valid JSON'],
      ['["a"]', 'Headers must be a JSON object'],
      ['{"a": {"b": 1}}', 'The header a must be text'],
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

  test('method, body, response handling, time limit, redirects and error handling can be set', async () => {
    await form.openStep('tell');
    await form.choose('Method', 'PUT');
    await form.choose('Body type', 'Form fields (URL encoded)');
    await form.panel.getByRole('textbox', { name: 'Body', exact: true }).fill('{"a": 1}');
    await form.choose('Read response as', 'Text');
    await form.panel.getByRole('textbox', { name: 'Time limit in seconds', exact: true }).fill('500');
    await form.page.keyboard.press('Tab');
    await message('The time limit must be from 1 to 300 seconds').waitFor();
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
