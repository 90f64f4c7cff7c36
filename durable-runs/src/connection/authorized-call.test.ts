import { describe, expect, test } from 'vitest';
import type { EgressRequest } from '../egress/egress-message.ts';
import { authorizedCall } from './authorized-call.ts';
import type { ConnectionLease } from './lease.ts';

const lease = (extraKeys: ConnectionLease['extraKeys']) =>
  ({
    connectorName: 'Plaid',
    baseUrl: 'https://api.example.com',
    allowedHosts: ['api.example.com'],
    credentials: null,
    extraKeys,
  }) as unknown as ConnectionLease;
const ports = { nowMs: 0, randomBytes: (length: number) => new Uint8Array(length), subtle: crypto.subtle };
const request = (body: string): EgressRequest => ({ method: 'POST', url: '/items', headers: {}, body, systemHeaders: {} });
const token = { in: 'body' as const, name: 'access_token', value: 'access-1' };

describe('a call with a credential in its body', () => {
  test('HOSTILE 20: follows no redirect, because the body would go along to another origin', async () => {
    expect(await authorizedCall(request('{"access_token":""}'), lease([token]), ports)).toMatchObject({
      url: 'https://api.example.com/items',
      body: '{"access_token":"access-1"}',
      followRedirects: false,
    });
  });

  test('is an ordinary call if no credential belongs in the body', async () => {
    const call = await authorizedCall(
      request('{"n": 12345678901234567890}'),
      lease([token, { in: 'header', name: 'Key', value: 'k' }]),
      ports,
    );
    expect(call).toMatchObject({ body: '{"n": 12345678901234567890}', secretHeaders: ['key'] });
    expect(call.followRedirects).toBeUndefined();
  });
});

test('a call of a simulated connector goes only to the simulator of one of the connector’s hosts', async () => {
  const simulated = { ...lease([token]), isSimulated: true, connectorTypeId: 'pets' };
  const { url } = await authorizedCall({ ...request(''), url: '/items?page=2' }, simulated, ports);
  expect(url).toBe('http://simulated.portage.local/pets/https/api.example.com/items?page=2');
  const elsewhere = authorizedCall({ ...request(''), url: 'https://other.example.com/' }, simulated, ports);
  await expect(elsewhere).rejects.toThrow('not to other.example.com');
});
