import { expect, test } from 'vitest';
import { isOwnPath, readBillingReturn } from './billing-return.ts';

test('a page of this Portage is followed, with its query', () => {
  expect(readBillingReturn('a=1; redirect_url=%2Fconnectors%2Fadd%3Ftype%3Dx; b=2')).toBe('/connectors/add?type=x');
});

test.each([
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'connectors',
  '/a/../../b',
  '/billing',
  '/billing/checkout-success?sessionId=cs_1',
  `/${'x'.repeat(2_000)}`,
])('HOSTILE 36: %j is not followed', (path) => {
  expect(isOwnPath(path)).toBe(false);
  expect(readBillingReturn(`redirect_url=${encodeURIComponent(path)}`)).toBeNull();
});

test('an unreadable cookie is ignored', () => {
  expect([readBillingReturn('redirect_url=%E0%A4%A'), readBillingReturn('xredirect_url=%2Fworkflows')]).toEqual([null, null]);
});
