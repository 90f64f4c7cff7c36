import { briefValue } from '@portage/ui';
import { describe, expect, test } from 'vitest';

describe('briefValue', () => {
  test('shows the beginning of any value in one line', () => {
    expect(briefValue({ id: 'A-1', lines: [1, 2], none: null })).toBe('{ id: "A-1", lines: [1, 2], none: null }');
    expect(briefValue('text', 20, false)).toBe('text');
    expect(briefValue([])).toBe('[]');
  });

  test('HOSTILE 31: stays one line whatever the names and texts contain', () => {
    const hostile = { 'a\n```\n![x](https://evil.example)': 'b\n```', '<img src=x>': 1 };
    expect(briefValue(hostile)).toBe('{ "a\\n```\\n![x](https://evil.example)": "b\\n```", "<img src=x>": 1 }');
  });

  test('reads no more of a large value than it shows', () => {
    let reads = 0;
    const large = new Proxy(
      Array.from({ length: 100_000 }, (_, index) => index),
      {
        get(target, key, receiver) {
          reads += 1;
          return Reflect.get(target, key, receiver);
        },
      },
    );
    expect(briefValue({ large, text: 'x'.repeat(1_000_000) }, 60).length).toBeLessThanOrEqual(60);
    expect(reads).toBeLessThan(50);
  });
});
