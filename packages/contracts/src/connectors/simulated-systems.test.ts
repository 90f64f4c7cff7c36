import { expect, test } from 'vitest';
import { matchesHost, readSimulatedAddress, simulatedAddress, simulatedConnectorAddress } from './simulated-systems.ts';

test('a simulated address keeps path and query, and names a host that exists only locally', () => {
  expect(simulatedAddress('https://shop.example.com/admin/a?b=c')).toBe('http://shop.example.com.simulated.portage.local/admin/a?b=c');
  expect(simulatedAddress('https://api.example.com')).toBe('http://api.example.com.simulated.portage.local/');
});

test('the call of a simulated connector names its type, and is read back as the real system would receive it', () => {
  for (const address of ['https://api.example.com/v1/a%2Fb?c=d%20e', 'http://localhost:8080/', 'https://[::1]:8443/a//b']) {
    const sent = simulatedConnectorAddress(address, 'system-pets');
    expect(new URL(sent).hostname).toBe('simulated.portage.local');
    const read = readSimulatedAddress(new URL(sent));
    expect([read?.connectorTypeId, read?.url.href]).toEqual(['system-pets', address]);
  }
  expect(readSimulatedAddress(new URL('http://simulated.portage.local/pets'))).toBeNull();
  expect(readSimulatedAddress(new URL('https://api.example.com/pets/https/api.example.com/'))).toBeNull();
});

test('a pattern matches the hosts below it and no others', () => {
  expect(matchesHost('*.example.com', 'shop.example.com')).toBe(true);
  expect(matchesHost('*.example.com', 'example.com')).toBe(false);
  expect(matchesHost('*.example.com', 'badexample.com')).toBe(false);
  expect(matchesHost('login.example.com', 'login.example.com')).toBe(true);
  expect(matchesHost('login.example.com', 'other.login.example.com')).toBe(false);
});
