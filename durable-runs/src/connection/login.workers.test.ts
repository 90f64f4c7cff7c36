import { describe, expect, test } from 'vitest';
import { acquireLease, connectorRow, getConnectionObject, makeConnection, tryLease } from '../../test/connection-harness.ts';
import { callsTo, OWNER, randomText } from '../../test/harness.ts';

const buildResponsePath = (body: object, status = 200) =>
  `/answer/${randomText()}?status=${status}&type=application/json&base64=${encodeURIComponent(btoa(JSON.stringify(body)))}`;

/** Like Mindbody: two keys on every call, and a token for a person who logs in. */
const typeWith = (path: string) => ({
  authorizationType: 'Basic' as const,
  additionalData: {
    connection: {
      tokenHeaders: { 'Api-Key': '{password}', SiteId: '{slug}' },
      login: {
        path,
        body: { Username: '{username}', Password: '{customOptions.staff::password}' },
        tokenPath: 'AccessToken',
        expiresInPath: 'ExpiresIn',
      },
      authParameters: [
        { in: 'header' as const, name: 'Api-Key', template: '{password}' },
        { in: 'header' as const, name: 'Authorization', template: 'Bearer {accessToken}' },
      ],
    },
  },
});
const KEY = 'key-of-the-developer';
const STAFF = { password: KEY, 'customOptions.staff::password': 'word-of-the-staff' };
const token = () => `token-${randomText()}`;

describe('a token exchanged for a user name and password', () => {
  test('sends the credentials once with the keys; calls use the token, and nothing is shown', async () => {
    const given = token();
    const login = buildResponsePath({ AccessToken: given, TokenType: 'Bearer', ExpiresIn: 3600 });
    const connectorId = await makeConnection({ type: typeWith(login), connector: { slug: '-99', username: 'ada' }, secrets: STAFF });
    const leases = await Promise.all(Array.from({ length: 20 }, () => acquireLease(connectorId)));
    expect(new Set(leases.map(({ extraKeys }) => JSON.stringify(extraKeys)))).toEqual(
      new Set([
        JSON.stringify([
          { in: 'header', name: 'Api-Key', value: KEY },
          { in: 'header', name: 'Authorization', value: `Bearer ${given}` },
        ]),
      ]),
    );
    const asked = await callsTo(login.split('?')[0] ?? '');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'POST', headers: { 'api-key': KEY, siteid: '-99', 'content-type': 'application/json' } });
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ Username: 'ada', Password: 'word-of-the-staff' });

    const url = `/echo/${randomText()}`;
    const request = { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ note: given }) };
    const answer = await getConnectionObject(connectorId).call({ ownerUserId: OWNER, connectorId, request });
    expect((await callsTo(url))[0]?.headers.authorization).toBe(`Bearer ${given}`);
    expect(JSON.stringify(answer)).not.toContain(given);
    expect(JSON.stringify(answer)).not.toContain('word-of-the-staff');
  });

  test('without credentials, calls have no token; with only one of them, names the missing one', async () => {
    const login = buildResponsePath({ AccessToken: token() });
    const keyOnly = await makeConnection({ type: typeWith(login), connector: { slug: '-99' }, secrets: { password: KEY } });
    expect((await acquireLease(keyOnly)).extraKeys).toEqual([{ in: 'header', name: 'Api-Key', value: KEY }]);
    expect(await callsTo(login.split('?')[0] ?? '')).toEqual([]);
    const half = await makeConnection({
      type: typeWith(login),
      connector: { slug: '-99', username: 'ada' },
      secrets: { password: KEY },
    });
    expect(await tryLease(half)).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('The connector has no staff password'),
    });
  });

  test('says what to check when they’re refused, and doesn’t retry until they change', async () => {
    const refusing = buildResponsePath({ Error: { Message: 'Staff identity authentication failed.', Code: 'DeniedAccess' } }, 401);
    const connectorId = await makeConnection({ type: typeWith(refusing), connector: { slug: '-99', username: 'ada' }, secrets: STAFF });
    const refused = { outcome: 'refused', retryable: false, message: expect.stringContaining('Check the user name and password') };
    expect(await tryLease(connectorId)).toMatchObject(refused);
    expect(await tryLease(connectorId)).toMatchObject(refused);
    expect(await callsTo(refusing.split('?')[0] ?? '')).toHaveLength(1);
    expect((await connectorRow(connectorId))?.connectionProblem).toContain('Check the user name and password');
    await getConnectionObject(connectorId).changed();
    expect(await tryLease(connectorId)).toMatchObject(refused);
    expect(await callsTo(refusing.split('?')[0] ?? '')).toHaveLength(2);
  });

  test('makes another token for another person', async () => {
    const login = buildResponsePath({ AccessToken: token() });
    const connectorId = await makeConnection({ type: typeWith(login), connector: { slug: '-99', username: 'ada' }, secrets: STAFF });
    expect((await acquireLease(connectorId)).revision).toBe(1);
    await getConnectionObject(connectorId).changed();
    expect((await acquireLease(connectorId)).revision).toBe(2);
    expect((await acquireLease(connectorId)).revision).toBe(2);
    expect(await callsTo(login.split('?')[0] ?? '')).toHaveLength(2);
  });
});
