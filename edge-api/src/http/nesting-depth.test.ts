import { expect, test } from 'vitest';
import { computeNestingDepth } from './nesting-depth.ts';

test.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[{}],"b":[]}', 3],
  ['{"[[[[":"]]]{{{"}', 1],
  [JSON.stringify({ text: 'quote " backslash \\ both \\" [[[' }), 1],
  [JSON.stringify(['\\', '[', '\\\\"', ['deep']]), 2],
  ['"never closed [[[[', 0],
])('finds the depth of %s to be %d', (json, depth) => {
  expect(computeNestingDepth(json)).toBe(depth);
});
