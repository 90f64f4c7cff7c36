import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNestedDeeper } from './nesting.ts';

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
});
