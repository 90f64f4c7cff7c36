import { describe, expect, test } from 'vitest';
import { acquireLease, getConnectionObject, makeConnection, tryLease } from '../../test/connection-harness.ts';
import { callsTo, OWNER, randomText, testEnv } from '../../test/harness.ts';

const buildResponsePath = (body: unknown, status = 200) =>
  `/answer/${randomText()}?status=${status}&type=application/json&base64=${encodeURIComponent(btoa(JSON.stringify(body)))}`;

/** Like Booker: a token of the business, exchanged for one of the chosen location. */
const typeWith = (tokenPath: string, exchangePath: string) => ({
  authorizationType: 'OAuth' as const,
  tokenUrl: testEnv.TARGET + tokenPath,
  scope: 'merchant',
  additionalData: {
    connection: {
      grantType: 'client_credentials' as const,
      tokenHeaders: { 'Ocp-Apim-Subscription-Key': '{apiKey}' },
      tokenExchange: { path: exchangePath, query: { locationId: '{customOptions.locationId}' } },
      authParameters: [
        { in: 'header' as const, name: 'Authorization', template: 'Bearer {accessToken}' },
        { in: 'body' as const, name: 'access_token', template: '{accessToken}' },
      ],
    },
  },
});
const token = (of: string) => `${of}-${randomText()}`;
const SECRETS = { apiKey: 'key-of-the-subscription', clientSecret: 'secret-of-the-client' };
const stripQuery = (address: string) => address.split('?')[0] ?? '';
const findBearer = (lease: { extraKeys: { name: string; value: string }[] }) =>
  lease.extraKeys.find(({ name }) => name === 'Authorization')?.value;

describe('a token exchanged for a location’s token', () => {
  test('is exchanged once for many calls; calls that list locations use the wider one, and neither is shown', async () => {
    const [wide, narrow] = [token('business'), token('location')];
    const [login, exchange] = [buildResponsePath({ access_token: wide, expires_in: 3600 }), buildResponsePath(narrow)];
    const connectorId = await makeConnection({
      type: typeWith(login, exchange),
      connector: { clientId: 'client', customOptions: { locationId: '30234' } },
      secrets: SECRETS,
    });
    const leases = await Promise.all(Array.from({ length: 20 }, () => acquireLease(connectorId)));
    expect(new Set(leases.map(findBearer))).toEqual(new Set([`Bearer ${narrow}`]));
    expect(await callsTo(stripQuery(login))).toHaveLength(1);
    const [asked, ...more] = await callsTo(stripQuery(exchange));
    expect(more).toEqual([]);
    expect(asked).toMatchObject({
      method: 'POST',
      headers: { authorization: `Bearer ${wide}`, 'ocp-apim-subscription-key': 'key-of-the-subscription' },
    });
    expect(asked?.path).toContain('locationId=30234');

    const url = `/echo/${randomText()}`;
    const request = {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: '', note: `${wide} ${narrow}` }),
    };
    const answer = await getConnectionObject(connectorId).call({ ownerUserId: OWNER, connectorId, omitsUnfilledKeys: true, request });
    const [called] = await callsTo(url);
    expect(called?.headers.authorization).toBe(`Bearer ${wide}`);
    expect(JSON.parse(called?.body ?? '')).toMatchObject({ access_token: wide });
    expect(JSON.stringify(answer)).not.toContain(wide);
    expect(JSON.stringify(answer)).not.toContain(narrow);
  });

  test('waits until a location is chosen, and makes a new token for another location', async () => {
    const [wide, narrow] = [token('business'), token('location')];
    const [login, exchange] = [buildResponsePath({ access_token: wide, expires_in: 3600 }), buildResponsePath({ access_token: narrow })];
    const type = typeWith(login, exchange);
    const without = await makeConnection({ type, connector: { clientId: 'client' }, secrets: SECRETS });
    expect(findBearer(await acquireLease(without))).toBe(`Bearer ${wide}`);
    expect(await callsTo(stripQuery(exchange))).toEqual([]);
    const chosen = await makeConnection({
      type,
      connector: { clientId: 'client', customOptions: { locationId: '1' } },
      secrets: SECRETS,
    });
    expect(findBearer(await acquireLease(chosen))).toBe(`Bearer ${narrow}`);
    await getConnectionObject(chosen).changed();
    expect((await acquireLease(chosen)).revision).toBe(2);
    expect(await callsTo(stripQuery(exchange))).toHaveLength(2);
  });

  test('asks to choose the location again if the system refuses it, and doesn’t retry at once', async () => {
    const [login, exchange] = [
      buildResponsePath({ access_token: token('business'), expires_in: 3600 }),
      buildResponsePath({ error: 'no' }, 403),
    ];
    const connectorId = await makeConnection({
      type: typeWith(login, exchange),
      connector: { clientId: 'client', customOptions: { locationId: '1' } },
      secrets: SECRETS,
    });
    const refused = { outcome: 'refused', retryable: false, message: expect.stringContaining('choose the location again') };
    expect(await tryLease(connectorId)).toMatchObject(refused);
    expect(await tryLease(connectorId)).toMatchObject(refused);
    expect(await callsTo(stripQuery(exchange))).toHaveLength(1);
  });

  test('is requested later if the system is busy', async () => {
    const [login, exchange] = [buildResponsePath({ access_token: token('business'), expires_in: 3600 }), buildResponsePath({}, 503)];
    const connectorId = await makeConnection({
      type: typeWith(login, exchange),
      connector: { clientId: 'client', customOptions: { locationId: '1' } },
      secrets: SECRETS,
    });
    expect(await tryLease(connectorId)).toMatchObject({ outcome: 'refused', retryable: true });
  });
});
