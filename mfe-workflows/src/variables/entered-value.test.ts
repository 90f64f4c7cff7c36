import { expect, test } from 'vitest';
import { readChange, readEntered, textOfVariable } from './entered-value.ts';

test.each([
  { type: 'Text', text: ' a ', value: ' a ' },
  { type: 'Number', text: ' 0.21 ', value: 0.21 },
  { type: 'Boolean', text: 'false', value: false },
  { type: 'Date', text: '2027-01-31', value: '2027-01-31' },
  { type: 'JSON', text: '{"nl": [1]}', value: { nl: [1] } },
  { type: 'JSON', text: 'null', value: null },
] as const)('$text is read as $type', ({ type, text, value }) => {
  expect(readEntered(type, text, false)).toEqual({ value });
});

test.each([
  { type: 'Number', text: 'seven', isSecret: false, problem: 'The value must be a number' },
  { type: 'Number', text: '', isSecret: false, problem: 'The value must be a number' },
  { type: 'Boolean', text: 'yes', isSecret: false, problem: 'The value must be true or false' },
  { type: 'Date', text: 'tomorrow', isSecret: false, problem: 'The value must be a date such as 2027-01-31 or 2027-01-31T09:00:00Z' },
  { type: 'JSON', text: '{', isSecret: false, problem: 'The value must be JSON' },
  { type: 'Text', text: 'abc', isSecret: true, problem: 'A secret needs at least 6 characters' },
] as const)('$text is refused as $type: $problem', ({ type, text, isSecret, problem }) => {
  expect(readEntered(type, text, isSecret)).toEqual({ problem });
});

test('a value is shown as it was typed, and a secret not at all', () => {
  expect(textOfVariable({ type: 'JSON', value: { nl: 1 }, isSecret: false })).toBe('{\n  "nl": 1\n}');
  expect(textOfVariable({ type: 'Number', value: 7, isSecret: false })).toBe('7');
  expect(textOfVariable({ type: 'Text', value: null, isSecret: true })).toBe('');
});

test('only a changed value is sent, so a secret that is no longer to be secret isn’t replaced by an empty text', () => {
  const secret = { type: 'Text', value: null, isSecret: true } as const;
  expect(readChange(secret, 'Text', '', true)).toEqual({});
  expect(readChange(secret, 'Text', '', false)).toEqual({});
  expect(readChange(secret, 'Text', 'open', false)).toEqual({ value: 'open' });
  expect(readChange({ type: 'Text', value: 'a', isSecret: false }, 'Text', '', false)).toEqual({ value: '' });
  expect(readChange({ type: 'Number', value: 7, isSecret: false }, 'Text', '7', false)).toEqual({ value: '7' });
  expect(readChange(null, 'Text', '', false)).toEqual({ value: '' });
});
