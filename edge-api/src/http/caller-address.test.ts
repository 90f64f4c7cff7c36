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

test.for<[string[], string, string | undefined, string]>([
  [[], '127.0.0.1:4000', '203.0.113.9', '127.0.0.1'],
  [['127.0.0.1'], '127.0.0.1:4000', '203.0.113.9', '203.0.113.9'],
  [['127.0.0.1'], '127.0.0.1:4000', undefined, '127.0.0.1'],
  [['127.0.0.1'], '198.51.100.7:4000', '203.0.113.9', '198.51.100.7'],
  [['127.0.0.1'], '127.0.0.1:4000', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  [['127.0.0.1', '10.0.0.0/8'], '127.0.0.1:4000', '6.6.6.6, 203.0.113.9, 10.20.30.40', '203.0.113.9'],
  [['10.0.0.0/8'], '11.0.0.1:4000', '203.0.113.9', '11.0.0.1'],
  [['172.16.0.0/12'], '172.31.0.2:4000', '203.0.113.9', '203.0.113.9'],
  [['172.16.0.0/12'], '172.32.0.2:4000', '203.0.113.9', '172.32.0.2'],
  [['127.0.0.1'], '[::ffff:127.0.0.1]:4000', '2001:db8::7', '2001:db8::7'],
  [['fd00::/8'], '[fd12::1]:4000', '203.0.113.9', '203.0.113.9'],
  [['127.0.0.1'], '127.0.0.1:4000', 'unknown', '127.0.0.1'],
  [['127.0.0.1'], '127.0.0.1:4000', '::1]/x?[', '127.0.0.1'],
])('HOSTILE 41: proxies %j and a call from %s, forwarded for %s: the caller is %s', ([trusted, clientIp, forwarded, expected]) => {
  const request = new Request('https://portage.test/', {
    headers: { 'cf-connecting-ip': '9.9.9.9', ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
    cf: { clientIp },
  });
  expect(getCallerAddress(request, { CALLER_ADDRESS: '127.0.0.1', TRUSTED_PROXIES: trusted })).toBe(expected);
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
