import type { StepOf } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { form, message, openAFormForEachTest, reopen } from './opened-form.ts';

openAFormForEachTest();

describe('the trigger', () => {
  test('has four types; another type rebuilds the form and drops the rest (STEP-18, STEP-23)', async () => {
    await reopen({ query: 'trigger=Webhook' });
    await form.openStep('start');
    await form.panel.getByRole('textbox', { name: 'Payload Sample JSON', exact: true }).waitFor();
    await form.panel.getByRole('button', { name: 'Webhook Type' }).click();
    await expect.poll(() => form.page.getByRole('option').allTextContents()).toEqual(['Connector Event', 'Manual', 'Scheduled', 'Webhook']);
    await form.page.getByRole('option', { name: 'Scheduled' }).click();
    const step = (await form.step('start')) as StepOf<'Trigger'>;
    expect(step.payloadSampleJson).toBeUndefined();
    expect(step.schedule).toMatchObject({ frequency: 1, period: 'OneTime' });
    expect(Math.abs(Date.parse(step.schedule?.startAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test('shows the webhook URL and copies it (STEP-21, STEP-22)', async () => {
    await reopen({ query: 'trigger=Webhook' });
    await form.openStep('start');
    await message('http://localhost:8080/api/webhooks/4f0d2c5e9b7a').waitFor();
    await form.panel.getByRole('button', { name: 'Copy URL' }).click();
    await form.page.getByText('Copied').waitFor();
    expect(await form.page.evaluate(() => navigator.clipboard.readText())).toBe('http://localhost:8080/api/webhooks/4f0d2c5e9b7a');
  });

  test('keeps a sample that isn’t JSON, and says so once the field is left', async () => {
    await reopen({ query: 'trigger=Webhook' });
    await form.openStep('start');
    await form.panel.getByRole('textbox', { name: 'Payload Sample JSON', exact: true }).fill('{"id": ');
    expect(await form.step('start')).toMatchObject({ payloadSampleJson: '{"id": ' });
    await form.panel.getByRole('textbox', { name: 'Description', exact: true }).focus();
    await message('Payload Sample JSON is not valid JSON').waitFor();
  });

  test('has a schedule: period, frequency from 1 except for OneTime, time zone, overlap, the next five starts (STEP-26..28)', async () => {
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
    await form.panel.getByLabel('At', { exact: true }).fill('08:30');
    await form.panel.getByText('Time of day in Asia/Tokyo').waitFor();
    expect(((await form.step('start')) as StepOf<'Trigger'>).schedule?.startAt).toBe('2026-11-30T08:30');
    expect((await fires())[0]).toContain('8:30 AM');
    await form.choose('Period', 'Hour');
    expect(await form.panel.getByLabel('At', { exact: true }).count()).toBe(0);
    await form.choose('Period', 'One Time');
    expect(await form.panel.getByRole('textbox', { name: 'Frequency', exact: true }).count()).toBe(0);
  });
});
