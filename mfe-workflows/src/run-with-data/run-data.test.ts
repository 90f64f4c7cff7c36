import { describe, expect, test } from 'vitest';
import { buildChoiceKey, keepChoice, readStoredChoice } from './kept-choice.ts';
import { buildPayloadTexts, firstChoice, readPayload } from './run-data-texts.ts';

const last = { runId: 'r', createdAt: '2026-01-01T00:00:00Z', method: null, payload: { total: 5 }, isTooLong: false };
const sample = { payload: null, source: 'Trigger' as const };

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage;
}

describe('the data of a run started by hand', () => {
  test('offers existing data: a null sample is a sample, a payload that is too long is not offered', () => {
    expect(buildPayloadTexts({ last, sample })).toEqual({ Last: '{\n  "total": 5\n}', Sample: 'null', Empty: '' });
    expect(buildPayloadTexts({ last: { ...last, payload: null, isTooLong: true }, sample: null })).toEqual({ Empty: '' });
  });

  test('starts with the previous choice if its data still exists', () => {
    const texts = buildPayloadTexts({ last, sample: null });
    expect(firstChoice(texts, null).choice).toBe('Last');
    expect(firstChoice(texts, { choice: 'Empty', ownText: '' }).choice).toBe('Empty');
    expect(firstChoice(texts, { choice: 'Sample', ownText: '{}' })).toEqual({ choice: 'Last', ownText: '{}' });
    expect(firstChoice(buildPayloadTexts({ last: null, sample }), null).choice).toBe('Sample');
    expect(firstChoice(buildPayloadTexts({ last: null, sample: null }), { choice: 'Own', ownText: '[1]' })).toEqual({
      choice: 'Own',
      ownText: '[1]',
    });
  });

  test('is stored per person and workflow, for a month', () => {
    const kept = storage();
    const key = buildChoiceKey('u', 'w');
    keepChoice(kept, key, { choice: 'Own', ownText: '{"a": 1}' }, 0);
    expect(readStoredChoice(kept, key, 1_000)).toEqual({ choice: 'Own', ownText: '{"a": 1}' });
    expect(readStoredChoice(kept, buildChoiceKey('other', 'w'), 1_000)).toBeNull();
    expect(readStoredChoice(kept, key, 40 * 86_400_000)).toBeNull();
    keepChoice(kept, key, { choice: 'Own', ownText: 'x'.repeat(30_000) }, 0);
    expect(readStoredChoice(kept, key, 0)).toEqual({ choice: 'Empty', ownText: '' });
  });

  test('says where a text stops being JSON; a blank one isn’t data', () => {
    expect(readPayload(' ')).toEqual({ ok: true, payload: null });
    expect(readPayload('[1, null]')).toEqual({ ok: true, payload: [1, null] });
    expect(readPayload('{\n  "a": x\n}')).toMatchObject({ ok: false, message: expect.stringContaining('line 2') });
  });
});
