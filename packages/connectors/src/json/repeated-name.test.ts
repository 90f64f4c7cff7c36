import { expect, test } from 'vitest';
import { findRepeatedName } from './repeated-name.ts';

test.each<[string, string[], string | null]>([
  ['{"items":[1],"items":[]}', ['items'], 'items'],
  ['{"items" : [1] , "items"\n: [1]}', ['items'], 'items'],
  ['{"items":[1],"\\u0069tems":[]}', ['items'], 'items'],
  ['{"a":{},"b":{"items":1},"a":{"items":[]}}', ['a', 'items'], 'a'],
  ['{"a":{"items":[],"b":{"items":0},"items":[]}}', ['a', 'items'], 'items'],
  ['[{"rows":[]},{"rows":[1],"rows":[]}]', ['[]', 'rows', '[]'], 'rows'],
  ['{"lists":[{"rows":[1],"rows":[]}]}', ['lists', '0', 'rows'], 'rows'],
  ['{"items":["items","items"],"item":"items:"}', ['items'], null],
  ['{"items":[{"items":1,"items":2}],"more":{"items":3,"items":4}}', ['items'], null],
  ['{"items":[],"text":"\\"items\\": \\u0069"}', ['items'], null],
  ['{"a":{"items":[]},"b":{"items":[]}}', ['a', 'items'], null],
  ['[{"rows":[]},{"rows":[]}]', ['rows'], null],
  ['{"items":[],"items":[]}', [], null],
  ['"items"', ['items'], null],
])('%s repeats along %j: %j', (json, path, repeated) => {
  expect(findRepeatedName(json, path)).toBe(repeated);
});
