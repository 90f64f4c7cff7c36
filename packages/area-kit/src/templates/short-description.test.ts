import { expect, test } from 'vitest';
import { shortDescription } from './short-description.ts';

test.each([
  [null, ''],
  ['Short', 'Short'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), `${'x'.repeat(97)}…`],
  ['🙂'.repeat(101), `${'🙂'.repeat(97)}…`],
])('TPL-19: %s is shown as %s', (text, shown) => expect(shortDescription(text)).toBe(shown));
