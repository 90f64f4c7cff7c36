import { expect, test } from 'vitest';
import { getCallerAddress, toCallerKey } from './caller-address.ts';

const call = (headers: Record<string, string> = {}) => new Request('https://portage.test/api/health', { headers });

test('a call’s address is the one the platform saw', () => {
  expect(getCallerAddress(call({ 'cf-connecting-ip': '10.0.0.1' }), {})).toBe('10.0.0.1');
  expect(getCallerAddress(call(), {})).toBe(null);
});

test('HOSTILE 41: a local Portage uses the socket’s address, never the caller’s word', () => {
  expect(getCallerAddress(call({ 'CF-Connecting-IP': '9.9.9.9' }), { CALLER_ADDRESS: '127.0.0.1' })).toBe('127.0.0.1');
});

test.for([
  [null, ''],
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as the address %s', ([address, place]) => {
  expect(toCallerKey(address as string | null)).toBe(place);
});
