import { describe, expect, test } from 'vitest';
import { acquireLease, connectorRow, getConnectionObject, makeConnection, REDIRECT_URI, tryLease } from '../../test/connection-harness.ts';
import { allSteps, chain, getShard, OWNER, start, testEnv, until } from '../../test/harness.ts';

const server = testEnv.OAUTH1_SERVER;

function makeOAuth1Connection(secret = 'consumer secret & more'): Promise<string> {
  return makeConnection({
    type: {
      authorizationType: 'OAuth1',
      requestTokenUrl: `${server}/request-token`,
      authUrl: `${server}/authorize`,
      tokenUrl: `${server}/access-token`,
      baseUrl: `${server}/api`,
      clientId: 'consumer-key',
      additionalData: { connection: { realmIdParameter: 'account' } },
    },
    typeSecrets: { clientSecret: secret },
  });
}

const begin = (connectorId: string) =>
  getConnectionObject(connectorId).beginAuthorization({ ownerUserId: OWNER, connectorId, redirectUri: REDIRECT_URI });

async function consented(connectorId: string) {
  const begun = await begin(connectorId);
  if (begun.outcome !== 'redirect') throw new Error(JSON.stringify(begun));
  const response = await fetch(begun.redirectUrl, { redirect: 'manual' });
  const query = Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams);
  const finish = (changed: Record<string, string> = {}) =>
    getConnectionObject(connectorId).finishAuthorization({
      connectorId,
      query: { ...query, ...changed },
      browserSecret: begun.browserSecret,
    });
  return { query, finish };
}

describe('OAuth 1.0a', () => {
  test('completes the whole flow, keeps extra values from the system, and signs a workflow’s calls', async () => {
    const connectorId = await makeOAuth1Connection();
    expect(await tryLease(connectorId)).toMatchObject({ outcome: 'refused', message: expect.stringContaining('Re-Connect') });
    const { finish } = await consented(connectorId);
    expect(await finish()).toEqual({ outcome: 'connected' });
    expect(await connectorRow(connectorId)).toMatchObject({ realmId: '42', connectedAt: expect.any(Date) });

    const call = { stepId: 'call', type: 'HttpRequest' as const, httpMethod: 'GET', url: '/things?a=b c&a=%C3%A4', connectorId };
    // Twice in one second: each call needs its own nonce, or this server would refuse the second.
    const { runId } = await start(chain(call, { ...call, stepId: 'again' }));
    expect(await until(runId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
    const { credentials } = await acquireLease(connectorId);
    if (credentials?.kind !== 'OAuth1') throw new Error('No OAuth 1.0a');
    for (const { id } of await allSteps(runId)) {
      const text = JSON.stringify(await getShard(runId).getStepInstance(runId, id));
      expect(text).not.toContain(credentials.token);
      expect(text).not.toContain(credentials.tokenSecret);
    }
  });

  test('HOSTILE 27: accepts only the token that was requested, and a callback only once', async () => {
    const connectorId = await makeOAuth1Connection();
    const first = await consented(connectorId);
    expect(await first.finish({ oauth_token: 'another' })).toMatchObject({ outcome: 'refused' });
    expect(await first.finish()).toMatchObject({ outcome: 'refused', message: expect.stringContaining('already used') });
    const second = await consented(connectorId);
    expect(await second.finish({ oauth_verifier: 'guessed' })).toMatchObject({ outcome: 'refused' });
    const third = await consented(connectorId);
    expect(await third.finish()).toEqual({ outcome: 'connected' });
    expect(await third.finish()).toMatchObject({ outcome: 'refused' });
  });

  test('reports a wrong client secret before anyone is sent away', async () => {
    const connectorId = await makeOAuth1Connection('wrong');
    expect(await begin(connectorId)).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('It responded with 401. Check Client Id and Client Secret'),
    });
  });
});
