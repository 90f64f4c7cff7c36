import { secretConnectorFields } from '@portage/contracts';
import type { ConnectionRecord } from '@portage/database';
import { expect, test } from 'vitest';
import { buildLease, connectionProfile } from './connection-profile.ts';

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

test('runs redact exactly the fields in the list of secret fields, and no open field', () => {
  const secrets = Object.fromEntries(secretConnectorFields.map((name) => [name, `value of ${name}`]));
  const lease = buildLease(connectionProfile(record(), { connector: secrets, type: {} }), null, 1);
  expect(lease.secrets).toEqual(expect.arrayContaining(Object.values(secrets)));
  expect(lease.secrets.filter((secret) => secret.startsWith('open-'))).toEqual([]);
});

test('a linked account’s token fills the type’s keys, whether entered by hand or given by the widget (CONN-45, CONN-60)', () => {
  const names = ['customOptions.merge::token', 'customOptions.uapi::token'] as const;
  const typeThatNames = (name: string) =>
    record({ additionalData: { connection: { authParameters: [{ in: 'header', name: 'X-Account-Token', template: `{${name}}` }] } } });
  const sent = (named: string, secrets: Record<string, string>) =>
    buildLease(connectionProfile(typeThatNames(named), { connector: { apiKey: 'key', ...secrets }, type: {} }), null, 1).extraKeys;
  for (const named of names) {
    for (const given of names) expect(sent(named, { [given]: 'linked' }), `${given} for ${named}`).toMatchObject([{ value: 'linked' }]);
    expect(sent(named, { 'customOptions.merge::token': 'm', 'customOptions.uapi::token': 'u' })).toMatchObject([
      { value: named === 'customOptions.merge::token' ? 'm' : 'u' },
    ]);
    expect(() => sent(named, {})).toThrow('The connector has no Linked Account Token: enter it in the connector.');
  }
});
