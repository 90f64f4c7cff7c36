import { connectors } from '@portage/database';
import { expect, test } from 'vitest';
import { api, database, signedInPerson } from '../../test/api.ts';

test('connectors are listed to their owner, without anything secret, by name and type', async () => {
  const person = await signedInPerson();
  expect((await api('GET /api/connectors', { token: person.token })).body).toEqual({ connectors: [], totalCount: 0 });

  const row = (name: string, connectorTypeId: string, at: string, isDeleted = false) => ({
    id: crypto.randomUUID(),
    userId: person.row.id,
    name,
    connectorTypeId,
    isDeleted,
    username: 'internal-name',
    createdAt: new Date(at),
    lastUpdatedAt: new Date(at),
  });
  await database()
    .insert(connectors)
    .values([row('Shop', 'shopify', '2026-01-01'), row('Books', 'xero', '2026-01-02'), row('Gone', 'xero', '2026-01-03', true)]);

  const list = async (query = '') => (await api(`GET /api/connectors?${query}`, { token: person.token })).body;
  expect(await list()).toMatchObject({ totalCount: 2, connectors: [{ name: 'Books' }, { name: 'Shop', userId: person.row.id }] });
  expect(await list('name=SHO')).toMatchObject({ totalCount: 1, connectors: [{ name: 'Shop' }] });
  expect(await list('connectorTypeId=xero')).toMatchObject({ totalCount: 1, connectors: [{ name: 'Books' }] });
  expect(JSON.stringify(await list())).not.toContain('internal-name');

  expect((await api('GET /api/connectors', { token: (await signedInPerson()).token })).body.totalCount).toBe(0);
  expect(await api('GET /api/connectors')).toMatchObject({ status: 401 });
  expect(await api('GET /api/connectors?secret=1', { token: person.token })).toMatchObject({ status: 400 });
});
