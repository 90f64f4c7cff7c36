import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNestedDeeper } from './json-nesting.ts';

function measureDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(measureDepth));
}

describe('the nesting of a JSON text', () => {
  test('counts its lists and objects, whatever its strings contain', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.string(), fc.nat(10), (value, text, levels) => {
        const nested = { value, [text]: [`${text}\\`, '"[[[[[[[[[[[['] };
        // Padded with spaces, so that its length gives nothing away.
        const json = JSON.stringify(nested) + ' '.repeat(50);
        expect(isNestedDeeper(json, levels)).toBe(measureDepth(nested) > levels);
      }),
    );
  });

  test.each([
    ['1', 0],
    ['[]', 1],
    ['{"a":[{}],"b":[]}', 3],
    ['{"[[[[":"]]]{{{"}', 1],
    [JSON.stringify({ text: 'quote " backslash \\ both \\" [[[' }), 1],
    [JSON.stringify(['\\', '[', '\\\\"', ['deep']]), 2],
    ['"never closed [[[[', 0],
  ])('of %s is %d levels', (json, levels) => {
    expect(isNestedDeeper(json, levels)).toBe(false);
    expect(isNestedDeeper(json, levels - 1)).toBe(levels > 0);
  });
});
