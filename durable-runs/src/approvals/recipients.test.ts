import { expect, test } from 'vitest';
import { readRecipients } from './recipients.ts';

test('addresses in any script are accepted, each mailbox once', () => {
  expect(readRecipients(['jürgen@exämple.de', 'JÜRGEN@xn--exmple-cua.de; ann@example.com', 'Ann@example.com'])).toEqual({
    ok: true,
    recipients: ['jürgen@exämple.de', 'ann@example.com'],
  });
});

test.for(['a@b', 'Ann <ann@example.com>', 'jürgen\u200b@exämple.de', 'x y@exämple.de'])('%j is refused', (text) => {
  expect(readRecipients(text)).toEqual({ ok: false, message: `“${text}” is not an e-mail address.` });
});
