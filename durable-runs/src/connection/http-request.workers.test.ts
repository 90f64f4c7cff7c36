import { runInDurableObject } from 'cloudflare:test';
import { toOwnerId } from '@portage/contracts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  acquireLease,
  connect,
  getConnectionObject,
  makeConnection,
  makeOAuthConnection,
  serverCounts,
  tellServer,
  tryLease,
} from '../../test/connection-harness.ts';
import { allSteps, callsTo, chain, getShard, getShardStub, OWNER, randomText, start, testEnv, until } from '../../test/harness.ts';

const call = (connectorId: string, url: string, extra: object = {}) => ({
  stepId: 'call',
  type: 'HttpRequest' as const,
  httpMethod: 'GET',
  url,
  connectorId,
  ...extra,
});

/** A run with everything anyone can read of it, and everything on its disk. */
async function outcome(...steps: Parameters<typeof chain>) {
  const { runId, shard } = await start(chain(...steps));
  const run = await until(runId);
  const shown: unknown[] = [run];
  for (const { id } of await allSteps(runId)) shown.push(await shard.getStepInstance(runId, id), await shard.getStepContext(runId, id));
  const disk = await runInDurableObject(getShardStub(runId), (_object, { storage }) => {
    const tables = storage.sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
    );
    const rows = tables.toArray().flatMap(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray());
    return rows
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof ArrayBuffer ? new TextDecoder().decode(value) : String(value)))
      .join('\n');
  });
  const record = (await allSteps(runId)).find(({ name }) => name === 'call');
  const data = (await getShard(runId).getStepInstance(runId, record?.id ?? ''))?.stepData;
  return { run, text: JSON.stringify(shown) + disk, data };
}

afterEach(() => vi.useRealTimers());

describe('ENG-20: an HTTP request with a connector', () => {
  test('fills placeholders for the connector in the body and path, and hides their secrets', async () => {
    const connectorId = await makeConnection({
      type: {
        additionalData: {
          connection: {
            authParameters: [
              { in: 'body', name: 'access_token', template: '{accessToken}' },
              { in: 'path', name: 'baseId', template: '{slug}' },
            ],
          },
        },
      },
      connector: { slug: 'app 1' },
      secrets: { accessToken: 'access-sandbox-4242' },
    });
    const word = randomText();
    const { run, text } = await outcome(
      call(connectorId, `/echo/${word}/{baseId}`, { httpMethod: 'POST', body: '{"access_token": "", "n": 1}' }),
    );
    expect(run.errorMessage).toBeNull();
    const [received] = await callsTo(`/echo/${word}/app%201`);
    expect(JSON.parse(received?.body ?? '')).toEqual({ access_token: 'access-sandbox-4242', n: 1 });
    expect(text).not.toContain('access-sandbox-4242');
  });

  test('goes to the connector’s base URL with its credential, which people, disk and later steps never see', async () => {
    const connectorId = await makeConnection({ secrets: { apiKey: 'sk_live_4242424242' } });
    const path = `/echo/${randomText()}`;
    const later = { stepId: 'later', type: 'CustomScript' as const, script: 'return Steps["call"].Response.headers.authorization' };
    const { run, text, data } = await outcome(call(connectorId, path, { httpMethod: 'POST', body: '{"a": 1}' }), later);
    expect(run.errorMessage).toBeNull();
    const [received] = await callsTo(path);
    expect(received).toMatchObject({ method: 'POST', body: '{"a": 1}', headers: { authorization: 'Bearer sk_live_4242424242' } });
    expect(received?.headers['idempotency-key']).toMatch(/\/call$/);
    expect(data).toMatchObject({ requestUrl: testEnv.TARGET + path, response: { responseHttpStatusCode: 200 } });
    expect(text).toContain('[redacted]');
    expect(text).not.toContain('sk_live_4242424242');
  });

  test.each([
    [
      'Basic',
      { type: { authorizationType: 'Basic' as const }, connector: { username: 'ada' }, secrets: { password: 'pass-word-1' } },
      { authorization: `Basic ${btoa('ada:pass-word-1')}` },
    ],
    [
      'several keys at once',
      {
        type: {
          additionalData: {
            connection: {
              authParameters: [
                { in: 'header' as const, name: 'Api-Key', template: '{apiKey}' },
                { in: 'header' as const, name: 'SiteId', template: '{slug}' },
                { in: 'header' as const, name: 'Authorization', template: 'Token {password}' },
              ],
            },
          },
        },
        connector: { slug: '-99' },
        secrets: { apiKey: 'the-api-key', password: 'the-staff-token' },
      },
      { 'api-key': 'the-api-key', siteid: '-99', authorization: 'Token the-staff-token' },
    ],
    [
      'OAuth 1.0a by hand',
      {
        type: { authorizationType: 'OAuth1' as const, additionalData: { connection: { form: 'ManualOAuth' as const } } },
        connector: { clientId: 'consumer-key', customOptions: { accountId: '123_SB1' } },
        secrets: { clientSecret: 'consumer-secret', accessToken: 'token-id-1', accessTokenSecret: 'token-secret-1' },
      },
      {
        authorization: expect.stringMatching(
          /^OAuth realm="123_SB1", oauth_consumer_key="consumer-key".*oauth_signature_method="HMAC-SHA256".*oauth_signature="/,
        ),
      },
    ],
  ])('authorizes by %s', async (_name, connection, headers) => {
    const connectorId = await makeConnection(connection);
    const path = `/echo/${randomText()}`;
    const { run, text } = await outcome(call(connectorId, path));
    expect(run.errorMessage).toBeNull();
    expect((await callsTo(path))[0]).toMatchObject({ headers });
    for (const secret of Object.values(connection.secrets)) expect(text).not.toContain(secret);
  });

  test('sends a key in the query without showing it', async () => {
    const connectorId = await makeConnection({
      type: { additionalData: { connection: { authParameters: [{ in: 'query', name: 'api_key', template: '{apiKey}' }] } } },
      secrets: { apiKey: 'key in the query' },
    });
    const path = `/echo/${randomText()}`;
    const { text } = await outcome(call(connectorId, `${path}?a=1`));
    expect((await callsTo(path))[0]?.path).toBe(`${path}?a=1&api_key=key%20in%20the%20query`);
    expect(text).not.toMatch(/key.{1,3}in.{1,3}the.{1,3}query/);
  });

  test('HOSTILE 22: sends the credential to no host but the connector’s own', async () => {
    const connectorId = await makeConnection({ secrets: { apiKey: 'sk_live_only_for_crm' } });
    const path = `/echo/${randomText()}`;
    const targets = [
      testEnv.OTHER_TARGET + path,
      `${testEnv.TARGET.replace('127.0.0.1', '127.0.0.2')}${path}`,
      `${testEnv.TARGET}@${new URL(testEnv.OTHER_TARGET).host}${path}`,
      `//${new URL(testEnv.OTHER_TARGET).host}${path}`,
      `https://example.com${path}`,
    ];
    for (const url of targets) {
      const { run } = await outcome(call(connectorId, `\${"${url}"}`));
      expect(run, url).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('may be used for calls to') });
    }
    expect(await callsTo(path, testEnv.OTHER_TARGET)).toEqual([]);
    expect(await callsTo(path)).toEqual([]);
  });

  test('HOSTILE 22: follows a redirect to another host without the credential, whatever its header’s name', async () => {
    const connectorId = await makeConnection({
      type: { additionalData: { connection: { authParameters: [{ in: 'header', name: 'X-Site', template: '{apiKey}' }] } } },
      secrets: { apiKey: 'site-4242424242' },
    });
    const path = `/echo/${randomText()}`;
    const { run } = await outcome(call(connectorId, `/redirect/302?to=${encodeURIComponent(testEnv.OTHER_TARGET + path)}`));
    expect(run.status).toBe('Succeeded');
    const [received] = await callsTo(path, testEnv.OTHER_TARGET);
    expect(received?.headers['x-site']).toBeUndefined();
  });

  test('HOSTILE 22: a field can’t change the host of the base URL', async () => {
    const connectorId = await makeConnection({
      type: { baseUrl: 'https://{slug}.crm.example' },
      connector: { slug: 'evil.example/#' },
      secrets: { apiKey: 'k' },
    });
    expect(await tryLease(connectorId)).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('cannot be part of an address'),
    });
  });

  test('fails the step with advice if the connector is missing or belongs to someone else', async () => {
    const connectorId = await makeConnection({ secrets: { apiKey: 'k' } });
    expect((await outcome(call(crypto.randomUUID(), '/echo/x'))).run.errorMessage).toContain('The connector was not found');
    const { runId } = await start(chain(call(connectorId, '/echo/x')), {}, {}, { ownerUserId: toOwnerId(crypto.randomUUID()) });
    expect((await until(runId)).errorMessage).toContain('The connector was not found');
  });

  test('names the system in a refusal', async () => {
    const connectorId = await makeConnection({ secrets: { apiKey: 'k' } });
    expect((await outcome(call(connectorId, '/status/404'))).run.errorMessage).toBe('Crm responded with 404.');
  });

  test.each(['', '?sign=403', '?sign=200'])('refreshes an expired token and repeats the call once (%s)', async (sign) => {
    const expirySigns = [
      { status: 403, contains: 'token expired' },
      { status: 200, path: 'errors.0.extensions.code', equals: 'UNAUTHORIZED' },
    ];
    const connectorId = await makeOAuthConnection({
      additionalData: { connection: { authorizationParameters: { prompt: 'consent' }, expirySigns } },
    });
    await connect(connectorId);
    const before = await serverCounts();
    await tellServer('expire');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const { run, data, text } = await outcome(call(connectorId, `/things${sign}`));
    expect([run.errorMessage, run.status]).toEqual([null, 'Succeeded']);
    expect(data).toMatchObject({ response: { body: { ok: true } } });
    expect((await serverCounts()).refreshed - before.refreshed).toBe(1);
    const lease = await acquireLease(connectorId);
    expect(text).not.toContain(lease.credentials?.kind === 'OAuth' ? lease.credentials.token : 'no bearer');
  });

  test('a 429 in one run slows down the others; a wait too long for a call refuses them with the time', async () => {
    const connectorId = await makeConnection({ secrets: { apiKey: 'k-4242424242' } });
    const path = `/wait-a-second/1/${randomText()}`;
    const { run } = await outcome(call(connectorId, path, { continueOnFailure: true }));
    expect(run.status).toBe('Succeeded');
    await acquireLease(connectorId);
    const [limited] = await callsTo(path);
    expect(Date.now() - (limited?.atMs ?? 0)).toBeGreaterThan(500);

    await outcome(call(connectorId, `/wait-a-second/3600/${randomText()}`, { continueOnFailure: true }));
    const refused = await tryLease(connectorId);
    expect(refused).toMatchObject({ outcome: 'refused', retryable: true, message: expect.stringContaining('60 minutes') });
    expect((await outcome(call(connectorId, '/echo/x'))).run.errorMessage).toContain('asked to wait');
    // Another connector of the same system isn't affected.
    expect(await tryLease(await makeConnection({ secrets: { apiKey: 'k' } }))).toMatchObject({ outcome: 'leased' });
  });
});

describe('Test connection', () => {
  const testOf = (connectorId: string) => getConnectionObject(connectorId).testConnection({ ownerUserId: OWNER, connectorId });
  const withCheck = (path: string) =>
    makeConnection({ type: { additionalData: { connection: { healthCheck: { method: 'GET', path } } } }, secrets: { apiKey: 'k' } });

  test.each([
    ['/status/200', true, 'The connection to Crm works.'],
    ['/status/401', false, 'Crm did not accept the credentials (401). Enter the token again.'],
    [
      '/status/403',
      false,
      'Crm accepts the credentials but doesn’t allow this (403). Give them the right to read, or enter the token again.',
    ],
    ['/status/404', false, "Crm responded with 404. Check the connector's settings, such as its address."],
    ['/status/429', false, 'Crm isn’t accepting calls at the moment (429). It did not refuse the credentials; try again later.'],
    ['/status/503', false, 'Crm has an internal problem (503). Try again later.'],
  ])('%s: says what was found and what to do', async (path, isSuccess, message) => {
    expect(await testOf(await withCheck(path))).toEqual({ isSuccess, message });
  });

  test('says that the system is unreachable, or that the address is private', async () => {
    const away = await makeConnection({ type: { baseUrl: 'http://127.0.0.1:1' }, secrets: { apiKey: 'k' } });
    expect(await testOf(away)).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining('could not be called at http://127.0.0.1:1'),
    });
  });

  test('asks to connect if nobody has, and refreshes an expired token', async () => {
    const connectorId = await makeOAuthConnection();
    expect(await testOf(connectorId)).toMatchObject({ isSuccess: false, message: expect.stringContaining('Re-Connect') });
    await connect(connectorId);
    await tellServer('expire');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect(await testOf(connectorId)).toMatchObject({ isSuccess: true });
  });
});
