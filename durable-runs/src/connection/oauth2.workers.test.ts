import { runInDurableObject } from 'cloudflare:test';
import { toOwnerId } from '@portage/contracts';
import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  acquireLease,
  connect,
  connectorRow,
  getConnectionObject,
  getToken,
  goAndConsent,
  makeConnection,
  makeOAuthConnection,
  REDIRECT_URI,
  serverCounts,
  tellServer,
  tryLease,
} from '../../test/connection-harness.ts';
import { OWNER, testEnv } from '../../test/harness.ts';

const db = () => connectHttp(testEnv);
const server = testEnv.AUTHORIZATION_SERVER;
const begin = (connectorId: string) =>
  getConnectionObject(connectorId).beginAuthorization({ ownerUserId: OWNER, connectorId, redirectUri: REDIRECT_URI });
const callApi = async (token: string) => (await fetch(`${server}/api/thing`, { headers: { authorization: `Bearer ${token}` } })).status;

/** Moves the clock until no token counts as new. */
function letTimePass(ms = 60_000): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

afterEach(() => vi.useRealTimers());

describe('OAuth 2 against oidc-provider', () => {
  test('completes the authorization code flow with PKCE and state, and stores nothing readable', async () => {
    const connectorId = await makeOAuthConnection();
    const before = await tryLease(connectorId);
    expect(before).toMatchObject({ outcome: 'refused', retryable: false, message: expect.stringContaining('press Re-Connect') });

    const begun = await begin(connectorId);
    const url = new URL(begun.outcome === 'redirect' ? begun.redirectUrl : '');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: REDIRECT_URI,
      prompt: 'consent',
      state: expect.stringMatching(new RegExp(`^${connectorId}\\.[0-9a-f]{48}$`)),
    });
    await connect(connectorId);
    const lease = await acquireLease(connectorId);
    expect(lease).toMatchObject({ baseUrl: `${server}/api`, allowedHosts: [new URL(server).host], revision: 1 });
    expect(await callApi(getToken(lease))).toBe(200);
    expect(await connectorRow(connectorId)).toMatchObject({ connectedAt: expect.any(Date), connectionProblem: null });

    const kept = await runInDurableObject(getConnectionObject(connectorId), (_object, { storage }) =>
      JSON.stringify([...storage.kv.list()]),
    );
    expect(kept).toContain('v1.test.');
    expect(kept).not.toContain(getToken(lease));
  });

  test('HOSTILE 24: 50 runs find the same token expired: one refresh, the refresh token is used once', async () => {
    const connectorId = await makeOAuthConnection();
    await connect(connectorId);
    const old = await acquireLease(connectorId);
    await tellServer('expire');
    letTimePass();
    expect(await callApi(getToken(old))).toBe(401);
    const before = await serverCounts();
    const leases = await Promise.all(Array.from({ length: 50 }, () => acquireLease(connectorId, old.revision)));
    const after = await serverCounts();
    expect([after.refreshed - before.refreshed, after.tokenRequests - before.tokenRequests, after.refused - before.refused]).toEqual([
      1, 1, 0,
    ]);
    expect(new Set(leases.map(getToken)).size).toBe(1);
    expect(leases.every(({ revision }) => revision === 2)).toBe(true);
    expect(await callApi(getToken(leases[0] as never))).toBe(200);
    // A late caller with the old token gets the current one without another refresh.
    expect((await acquireLease(connectorId, old.revision)).revision).toBe(2);
    expect((await serverCounts()).refreshed).toBe(after.refreshed);
  });

  test('uses the rotated refresh token at the next refresh', async () => {
    const connectorId = await makeOAuthConnection();
    await connect(connectorId);
    for (let revision = 1; revision <= 3; revision += 1) {
      letTimePass();
      const lease = await acquireLease(connectorId, revision);
      expect([lease.revision, await callApi(getToken(lease))]).toEqual([revision + 1, 200]);
    }
  });

  test('keeps a new token when a call is refused for another reason', async () => {
    const connectorId = await makeOAuthConnection();
    await connect(connectorId);
    const before = await serverCounts();
    expect((await acquireLease(connectorId, 1)).revision).toBe(1);
    expect((await serverCounts()).tokenRequests).toBe(before.tokenRequests);
  });

  test('asks once more if the response with a rotated refresh token is lost, then says what to do and stops', async () => {
    const connectorId = await makeOAuthConnection();
    await connect(connectorId);
    letTimePass();
    await tellServer('lose-token-answers?count=1');
    const before = await serverCounts();
    const result = await tryLease(connectorId, 1);
    const after = await serverCounts();
    // This server treats the second use as theft and ends the grant. Only a person can help.
    expect([after.refreshed - before.refreshed, after.tokenRequests - before.tokenRequests, after.revoked - before.revoked]).toEqual([
      1, 2, 1,
    ]);
    expect(result).toMatchObject({
      outcome: 'refused',
      retryable: false,
      message: expect.stringMatching(/no longer accepts.*press Re-Connect/),
    });
    expect((await connectorRow(connectorId))?.connectionProblem).toContain('Re-Connect');
    const alerts = () => db().select().from(schema.alerts).where(eq(schema.alerts.connectorId, connectorId));
    expect(await alerts()).toMatchObject([{ kind: 'ConnectorSignedOut', count: 1, message: expect.stringContaining('Re-Connect') }]);
    await Promise.all(Array.from({ length: 10 }, () => tryLease(connectorId)));
    expect((await serverCounts()).tokenRequests).toBe(after.tokenRequests);
    expect(await alerts()).toMatchObject([{ count: 1 }]);

    await connect(connectorId);
    expect(await callApi(getToken(await acquireLease(connectorId)))).toBe(200);
    expect((await connectorRow(connectorId))?.connectionProblem).toBeNull();
  });

  test('keeps the connection while a token endpoint is busy', async () => {
    const connectorId = await makeOAuthConnection();
    await connect(connectorId);
    letTimePass();
    await tellServer('refuse-tokens?count=1');
    const refused = await Promise.all(Array.from({ length: 20 }, () => tryLease(connectorId, 1)));
    expect(refused.every((one) => one.outcome === 'refused' && one.retryable)).toBe(true);
    letTimePass(2_100);
    expect((await acquireLease(connectorId, 1)).revision).toBe(2);
  });

  test('client credentials need no person; a wrong secret says what to check', async () => {
    const machine = {
      type: {
        authorizationType: 'OAuth' as const,
        tokenUrl: `${server}/token`,
        baseUrl: `${server}/api`,
        additionalData: { connection: { grantType: 'client_credentials' as const, tokenAuthMethod: 'client_secret_basic' as const } },
      },
      connector: { clientId: 'machine' },
    };
    const connectorId = await makeConnection({ ...machine, secrets: { clientSecret: 'client-secret-of-a-machine' } });
    expect(await begin(connectorId)).toMatchObject({ outcome: 'connected' });
    expect(await callApi(getToken(await acquireLease(connectorId)))).toBe(200);
    const wrong = await makeConnection({ ...machine, secrets: { clientSecret: 'not-that-one' } });
    expect(await tryLease(wrong)).toMatchObject({
      outcome: 'refused',
      retryable: false,
      message: expect.stringContaining('Check Client Id and Client Secret'),
    });
  });
});

describe('HOSTILE 27: an authorization', () => {
  const finish = (connectorId: string, query: Record<string, string>, browserSecret: string) =>
    getConnectionObject(connectorId).finishAuthorization({ connectorId, query, browserSecret });

  async function begunAndConsented(connectorId: string) {
    const begun = await begin(connectorId);
    if (begun.outcome !== 'redirect') throw new Error(JSON.stringify(begun));
    return { browserSecret: begun.browserSecret, redirectUrl: begun.redirectUrl, query: await goAndConsent(begun.redirectUrl) };
  }

  test('is accepted once: the same state again is refused', async () => {
    const connectorId = await makeOAuthConnection();
    const { query, browserSecret } = await begunAndConsented(connectorId);
    expect(await finish(connectorId, query, browserSecret)).toEqual({ outcome: 'connected' });
    expect(await finish(connectorId, query, browserSecret)).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('already used'),
    });
    expect(await callApi(getToken(await acquireLease(connectorId)))).toBe(200);
  });

  test('is refused in a browser other than the one that began it, and then over for both', async () => {
    const connectorId = await makeOAuthConnection();
    const { query, browserSecret } = await begunAndConsented(connectorId);
    expect(await finish(connectorId, query, 'another')).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('another browser'),
    });
    expect(await finish(connectorId, query, browserSecret)).toMatchObject({ outcome: 'refused' });
    expect(await tryLease(connectorId)).toMatchObject({ outcome: 'refused' });
  });

  test('is refused with the state of another connector, or with none', async () => {
    const [one, other] = [await makeOAuthConnection(), await makeOAuthConnection()];
    const { query, browserSecret } = await begunAndConsented(one);
    expect(await finish(other, query, browserSecret)).toMatchObject({ outcome: 'refused' });
    expect(await finish(one, { code: query.code ?? '' }, browserSecret)).toMatchObject({ outcome: 'refused' });
    expect(await finish(one, query, browserSecret)).toEqual({ outcome: 'connected' });
  });

  test('changes nothing about a connector if it was never begun', async () => {
    const connectedAt = new Date('2026-01-02T03:04:05Z');
    const connectorId = await makeConnection({});
    await db().update(schema.connectors).set({ connectedAt }).where(eq(schema.connectors.id, connectorId));
    for (const state of [`${connectorId}.x`, connectorId]) {
      expect(await finish(connectorId, { state, error: 'access_denied' }, '')).toMatchObject({ outcome: 'refused' });
    }
    expect(await connectorRow(connectorId)).toMatchObject({ connectedAt, connectionProblem: null });
  });

  test('can’t redeem a code of another authorization (PKCE), or from another address', async () => {
    const [one, other] = [await makeOAuthConnection(), await makeOAuthConnection()];
    const [first, second] = [await begunAndConsented(one), await begunAndConsented(other)];
    expect(await finish(one, { ...first.query, code: second.query.code ?? '' }, first.browserSecret)).toMatchObject({ outcome: 'refused' });
    const elsewhere = await getConnectionObject(one).beginAuthorization({
      ownerUserId: OWNER,
      connectorId: one,
      redirectUri: 'https://evil.example/callback',
    });
    await expect(goAndConsent(elsewhere.outcome === 'redirect' ? elsewhere.redirectUrl : '')).rejects.toThrow(/400/);
    // The server requires PKCE. Without it, it returns no code.
    const url = new URL((await begunAndConsented(one)).redirectUrl);
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    expect(await goAndConsent(url.href)).toMatchObject({ error: 'invalid_request' });
  });

  test('reports that the person declined', async () => {
    const connectorId = await makeOAuthConnection({
      additionalData: { connection: { authorizationParameters: { prompt: 'consent', login_hint: 'refuse' } } },
    });
    const { query, browserSecret } = await begunAndConsented(connectorId);
    expect(query.error).toBe('access_denied');
    expect(await finish(connectorId, query, browserSecret)).toMatchObject({
      outcome: 'refused',
      message: 'The system says that access was not granted.',
    });
    expect((await connectorRow(connectorId))?.connectionProblem).toBe('The system says that access was not granted.');
  });

  test('isn’t started for another user’s connector', async () => {
    const connectorId = await makeOAuthConnection();
    const stranger = toOwnerId(crypto.randomUUID());
    expect(
      await getConnectionObject(connectorId).beginAuthorization({ ownerUserId: stranger, connectorId, redirectUri: REDIRECT_URI }),
    ).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('not found'),
    });
    expect(await tryLease(connectorId, undefined, stranger)).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('not found'),
    });
  });
});
