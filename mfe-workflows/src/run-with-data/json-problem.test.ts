import { describe, expect, test } from 'vitest';
import { formatJson, jsonProblem } from './json-problem.ts';

describe('jsonProblem', () => {
  test.each(['', '  ', '{}', '[1, "a"]', 'null', '"text"'])('finds nothing wrong with %j', (text) => {
    expect(jsonProblem(text)).toBeNull();
  });

  test.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{"a": ', 1, 7],
    ['[1, 2', 1, 6],
    ['{a: 1}', 1, 2],
    ['{"a": tru }', 1, 10],
    ['{"text": "two\nlines"}', 1, 14],
  ])('finds the first mistake in %j', (text, line, column) => {
    expect(jsonProblem(text)).toMatchObject({ line, column });
  });

  test('says it in a few words', () => {
    expect(jsonProblem('{"a": 1,}')?.message).toBe('Expected double-quoted property name');
    expect(jsonProblem('{"a": ')?.message).toBe('Unexpected end of JSON input');
  });
});

describe('formatJson', () => {
  test('indents JSON and leaves other text alone', () => {
    expect(formatJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(formatJson('{')).toBeNull();
  });
});
