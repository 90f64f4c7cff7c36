import { describe, expect, test } from 'vitest';
import { readJsonText } from './read-json-text.ts';

describe('a body to read', () => {
  test('is parsed if it is an object or a list written as text', () => {
    expect(readJsonText('{"a":[1]}')).toEqual({ a: [1] });
    expect(readJsonText(' [1]')).toEqual([1]);
  });

  test.each([['{broken'], ['"text"'], ['42'], ['plain words'], [42], [null]])('is left unchanged: %j', (value) => {
    expect(readJsonText(value)).toBe(value);
  });

  test('is left unchanged if it is very long', () => {
    const long = JSON.stringify({ text: 'x'.repeat(8_000_000) });
    expect(readJsonText(long)).toBe(long);
  });
});
