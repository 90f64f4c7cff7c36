import { expect, test } from 'vitest';
import { fillAddress, fillText } from './fill-template.ts';

test('a field changes only its own placeholder in a URL (HOSTILE 22)', () => {
  expect(fillAddress('https://{slug}.example.com/{realmId}', { slug: 'shop', realmId: '1_2' })).toBe('https://shop.example.com/1_2');
  for (const slug of ['a.evil.example/', 'a@evil.example', 'a:80', '..', 'a?b', '']) {
    expect(() => fillAddress('https://{slug}.example.com', { slug }), slug).toThrow();
  }
});

test('underscores become dashes in host names, as in NetSuite sandbox accounts, and stay elsewhere', () => {
  const fields = { 'customOptions.accountId': '1234567_SB1' };
  expect(fillAddress('https://{customOptions.accountId}.suitetalk.api.netsuite.com/{customOptions.accountId}', fields)).toBe(
    'https://1234567-SB1.suitetalk.api.netsuite.com/1234567_SB1',
  );
  expect(fillText('{customOptions.accountId}', fields)).toBe('1234567_SB1');
});
