import { expect, test } from 'vitest';
import { callerAddressOf } from './caller-address.ts';

const call = (headers: Record<string, string> = {}) => new Request('https://portage.test/api/health', { headers });

test('a call comes from where the platform saw it', () => {
  expect(callerAddressOf(call({ 'cf-connecting-ip': '10.0.0.1' }), {})).toBe('10.0.0.1');
  expect(callerAddressOf(call(), {})).toBe(null);
});

test('HOSTILE 41: a local Portage takes the address of the socket, never the word of the caller', () => {
  expect(callerAddressOf(call({ 'CF-Connecting-IP': '9.9.9.9' }), { CALLER_ADDRESS: '127.0.0.1' })).toBe('127.0.0.1');
});
