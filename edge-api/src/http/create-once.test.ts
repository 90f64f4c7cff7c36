import { expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../../test/api.ts';
import { makeConnectorType } from '../../test/connector-types.ts';

const creations: { call: string; list: string; body: () => Promise<Record<string, unknown>> }[] = [
  { call: 'POST /api/workflows', list: 'GET /api/workflows', body: async () => ({ name: 'Orders', triggerType: 'Manual' }) },
  { call: 'POST /api/workflow-folders', list: 'GET /api/workflow-folders', body: async () => ({ name: 'Orders' }) },
  {
    call: 'POST /api/variables',
    list: 'GET /api/variables',
    body: async () => ({ name: 'Orders', type: 'Text', value: 'orders' }),
  },
  {
    call: 'POST /api/connectors',
    list: 'GET /api/connectors',
    body: async () => ({
      name: 'Shop',
      connectorTypeId: await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' } }),
      apiKey: 'key',
    }),
  },
];

const create = ({ token }: Person, call: string, body: object, key: string) =>
  api(call, { token, body, headers: { 'idempotency-key': key } });
const withoutTimes = (body: unknown) => JSON.stringify(body).replaceAll(/"\d{4}-\d{2}-\d{2}T[^"]*"/g, '""');

test.each(creations)(
  '$call, repeated because its response was lost, creates nothing more and returns the same',
  async ({ call, list, body }) => {
    const [person, other] = [await signedInPerson(), await signedInPerson()];
    const sent = await body();
    const first = await create(person, call, sent, 'k1');
    const again = await create(person, call, sent, 'k1');
    expect([first.status, again.status], again.message).toEqual([200, 200]);
    expect(withoutTimes(again.body)).toBe(withoutTimes(first.body));
    const count = async ({ token }: Person) => (await api(list, { token })).body;
    const text = JSON.stringify(await count(person));
    expect(text.match(/"name":"(Orders|Shop)"/g)).toHaveLength(1);
    expect((await create(other, call, sent, 'k1')).status).toBe(200);
  },
);

test('another key creates another thing, and what can’t be returned again says that it was done', async () => {
  const person = await signedInPerson();
  const [first, second] = [await create(person, 'POST /api/workflows', {}, 'k1'), await create(person, 'POST /api/workflows', {}, 'k2')];
  expect(second.body.workflow.id).not.toBe(first.body.workflow.id);
  const key = { name: 'Pipeline', scopes: ['read'], expiresAt: null };
  expect((await create(person, 'POST /api/account/keys', key, 'k1')).status).toBe(200);
  expect(await create(person, 'POST /api/account/keys', key, 'k1')).toMatchObject({ status: 409, code: 'already-done' });
});
