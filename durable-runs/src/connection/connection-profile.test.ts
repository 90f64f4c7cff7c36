import { secretConnectorFields } from '@portage/contracts';
import type { ConnectionRecord } from '@portage/database';
import { expect, it } from 'vitest';
import { connectionProfile, leaseOf } from './connection-profile.ts';

const record = (over: object = {}) =>
  ({
    connector: {
      id: 'c1',
      userId: 'u1',
      name: 'My Crm',
      slug: 'open-slug',
      username: 'open-user',
      clientId: 'open-client',
      realmId: null,
      authorizationType: 'ApiKey',
      useSandbox: false,
      isSimulated: false,
      customOptions: { region: 'open-region' },
    },
    type: {
      id: 't1',
      name: 'Crm',
      openApiDocument: null,
      settings: { baseUrl: 'https://api.example.com', authorizationType: 'ApiKey', additionalData: { connection: {} }, ...over },
    },
  }) as unknown as ConnectionRecord;

it('what a run redacts derives from the one list of secret fields: each of them, and no open field', () => {
  const secrets = Object.fromEntries(secretConnectorFields.map((name) => [name, `value of ${name}`]));
  const lease = leaseOf(connectionProfile(record(), { connector: secrets, type: {} }), null, 1);
  expect(lease.secrets).toEqual(expect.arrayContaining(Object.values(secrets)));
  expect(lease.secrets.filter((secret) => secret.startsWith('open-'))).toEqual([]);
});
