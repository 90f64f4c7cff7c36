import { describe, expect, test } from 'vitest';
import { sampleSizeProblem } from './sample-size.ts';

const none = () => [];

describe('the size of samples', () => {
  test('accepts 250 KB and says how much is too much', () => {
    expect(sampleSizeProblem('x'.repeat(250_000), none)).toBeNull();
    expect(sampleSizeProblem('x'.repeat(1_900_000), none)).toBe(
      'This sample is 1,900 KB and isn’t stored: the limit is 250 KB. A few rows are enough.',
    );
    expect(sampleSizeProblem('x'.repeat(250_001), none)).toContain('251 KB');
  });

  test('counts bytes, not characters', () => {
    expect(sampleSizeProblem('€'.repeat(80_000), none)).toBeNull();
    expect(sampleSizeProblem('€'.repeat(90_000), none)).toContain('270 KB');
  });

  test('leaves room within the 2 MB that one save may have, counted as the body is written', () => {
    const others = ['x'.repeat(1_400_000)];
    expect(sampleSizeProblem('x'.repeat(200_000), () => others)).toBeNull();
    // Every quote takes two characters there.
    expect(sampleSizeProblem('"'.repeat(225_000), () => others)).toContain('larger than 1,800 KB');
    expect(sampleSizeProblem('{}', () => ['x'.repeat(3_000_000)])).toBeNull();
  });
});
