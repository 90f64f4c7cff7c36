import { expect, test } from 'vitest';
import { isHostOf, simulatedAddress } from './simulated-systems.ts';

test('a simulated address keeps path and query, and names a host that exists only locally', () => {
  expect(simulatedAddress('https://shop.example.com/admin/a?b=c')).toBe('http://shop.example.com.simulated.portage.local/admin/a?b=c');
  expect(simulatedAddress('https://api.example.com')).toBe('http://api.example.com.simulated.portage.local/');
});

test('a pattern stands for the hosts below it, and for no other', () => {
  expect(isHostOf('*.example.com', 'shop.example.com')).toBe(true);
  expect(isHostOf('*.example.com', 'example.com')).toBe(false);
  expect(isHostOf('*.example.com', 'badexample.com')).toBe(false);
  expect(isHostOf('login.example.com', 'login.example.com')).toBe(true);
  expect(isHostOf('login.example.com', 'other.login.example.com')).toBe(false);
});
