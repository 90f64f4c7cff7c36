import { expect, test } from 'vitest';
import { printable } from './printable.ts';

test('text from a server can’t control the terminal, and JSON stays JSON', () => {
  expect(printable('a\u001b[2J\u009b1A\r\u202eb\n\tc “ü”')).toBe('a\\u001b[2J\\u009b1A\\u000d\\u202eb\n\tc “ü”');
  const json = JSON.stringify({ name: '\u009b1A\u007f' });
  expect(JSON.parse(printable(json))).toEqual(JSON.parse(json));
});
