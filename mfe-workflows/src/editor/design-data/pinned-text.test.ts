import type { WorkflowStep } from '@portage/workflow';
import { expect, test } from 'vitest';
import { keepInput, readStoredInput } from '../run/kept-input.ts';
import { pinnedText, readPinned } from './pinned-text.ts';
import { withSample } from './sample-of-run.ts';

test('offers a step’s output as JSON to edit, and reads it back', () => {
  const values = { Response: { id: 1 }, ResponseHttpStatusCode: 200, Payload: 'of a trigger' };
  expect(readPinned(pinnedText(values))).toEqual({ ok: true, values: { Response: { id: 1 }, ResponseHttpStatusCode: 200 } });
  expect(readPinned(pinnedText({}))).toEqual({ ok: true, values: { Response: {} } });
});

test('keeps what later steps received of a file and of a list’s pages', () => {
  const file = { Response: 'JVBERg==', ResponseHeaders: { 'set-cookie': ['a=1', 'b=2'] }, ResponseIsBase64: true as const };
  expect(readPinned(pinnedText(file))).toEqual({ ok: true, values: file });
  const list = { Response: { data: [1] }, ResponseItemsPath: 'data' };
  expect(readPinned(pinnedText(list))).toEqual({ ok: true, values: list });
});

test('says what is wrong with an output', () => {
  expect(readPinned('{')).toMatchObject({ ok: false, message: expect.stringContaining('not JSON') });
  expect(readPinned('[1]')).toMatchObject({ ok: false, message: 'Write an object, e.g. { "Response": … }.' });
  expect(readPinned('{"Respons": 1}')).toMatchObject({ ok: false, message: expect.stringContaining('no Respons.') });
});

test('turns a webhook’s call and a request’s response into a sample, within the size limit', () => {
  const start: WorkflowStep = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook' };
  expect(withSample(start, { payload: { a: 1 } })).toEqual({ ...start, payloadSampleJson: '{\n  "a": 1\n}' });
  const call: WorkflowStep = { stepId: 'call', type: 'HttpRequest', url: 'https://a.example' };
  expect(withSample(call, { response: { body: [1] } })).toMatchObject({ responseSampleJson: '[\n  1\n]' });
  expect(withSample(call, { response: { body: 'x'.repeat(260_000) } })).toBeNull();
  expect(withSample({ ...start, triggerType: 'Manual' }, { payload: 1 })).toBeNull();
});

test('stores what was typed to test one step, up to a length', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
  keepInput(storage, 'k', '{"a":1}', 0);
  expect(readStoredInput(storage, 'k', 1_000)).toBe('{"a":1}');
  expect(readStoredInput(storage, 'k', 31 * 86_400_000)).toBeNull();
  keepInput(storage, 'k', 'x'.repeat(30_000), 0);
  expect(readStoredInput(storage, 'k', 0)).toBeNull();
});
