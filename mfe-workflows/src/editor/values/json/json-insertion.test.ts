import { applyInsertion, evaluateTemplate } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { insertIntoJson } from './json-insertion.ts';

const reference = 'Steps["start"].Payload.id';
const scope = { steps: { start: { Payload: { id: 'A-1' } } }, data: {}, consts: {}, now: () => new Date(0) };

/** Inserts at the bar character. */
function insert(marked: string, expression = reference, selected?: { start: number; end: number }) {
  const at = marked.indexOf('|');
  const json = marked.replace('|', '');
  const insertion = insertIntoJson(json, at, at, expression, selected);
  const text = applyInsertion(json, insertion);
  return { text, selected: text.slice(insertion.selectionStart, insertion.selectionEnd) };
}

/** The body that the request would send. */
function sent(json: string): Record<string, string> {
  const headers = JSON.parse(json) as Record<string, string>;
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, evaluateTemplate(text, scope)]));
}

describe('a reference in JSON', () => {
  test('goes into the text at the cursor, escaped so that the JSON stays valid', () => {
    expect(sent(insert('{"Authorization": "Bearer |"}').text)).toEqual({ Authorization: 'Bearer A-1' });
    expect(sent(insert('{"Authorization": "Bearer $|"}').text)).toEqual({ Authorization: 'Bearer A-1' });
    expect(sent(insert('{"a": "say \\"|\\""}').text)).toEqual({ a: 'say "A-1"' });
  });

  test('becomes the missing value after a colon', () => {
    expect(sent(insert('{"a": "1", "x-id": |}').text)).toEqual({ a: '1', 'x-id': 'A-1' });
  });

  test.each(['{|}', '|{}', '{}|', '|', '{\n  |\n}'])('becomes a member whose name is selected, in %j', (marked) => {
    const { text, selected } = insert(marked);
    expect(sent(text)).toEqual({ name: 'A-1' });
    expect(selected).toBe('name');
  });

  test.each(['{"a": "1"|}', '{|"a": "1"}', '|{"a": "1"}', '{"a": "1", |}', '{\n  "a": "1"\n}|'])(
    'becomes a member among others, in %j',
    (marked) => {
      expect(sent(insert(marked).text)).toEqual({ a: '1', name: 'A-1' });
    },
  );

  test('has its first argument selected, for a formula', () => {
    const { text, selected } = insert('{"x": "|"}', 'toLowerCase("ÄB")', { start: 12, end: 16 });
    expect(sent(text)).toEqual({ x: 'äb' });
    expect(selected).toBe('\\"ÄB\\"');
  });
});
