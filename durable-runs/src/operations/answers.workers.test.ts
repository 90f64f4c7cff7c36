import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getConnectionObject, makeConnection, makeOAuthConnection } from '../../test/connection-harness.ts';
import { callsTo, randomText, testEnv } from '../../test/harness.ts';
import { finish, makeCrm, operation, script } from '../../test/operation-harness.ts';

describe('the response of a connector operation', () => {
  test('is the step’s Response with ResponseHttpStatusCode, in the document’s type even if the server labels it differently', async () => {
    const { connectorId } = await makeCrm();
    const { run, data } = await finish([operation(connectorId, 'GET /plain'), script('later', 'return Steps["call"]')]);
    expect(run.errorMessage).toBeNull();
    expect((await data('later'))?.response?.body).toMatchObject({ Response: { labelled: 'as text' }, ResponseHttpStatusCode: 200 });
  });

  test.each([
    [422, 'Crm responded with 422: The title is taken.'],
    [403, 'Crm doesn\'t allow this for the connector "My Crm" (403): The title is taken.'],
    [
      401,
      'Crm didn\'t accept the connector\'s credentials (401): The title is taken. Open the connector "My Crm" and enter its credentials again.',
    ],
  ])('fails the step with the system’s own message if it is a refusal (%s)', async (status, message) => {
    const { connectorId } = await makeCrm();
    const { run, data } = await finish([operation(connectorId, 'POST /refuse', { 'query.status': String(status) })]);
    expect(run).toMatchObject({ status: 'Failed', errorMessage: message });
    expect(await data('call')).toMatchObject({
      response: { responseHttpStatusCode: status, body: { error: { message: 'The title is taken' } } },
    });
  });

  test('is a failure despite a success status if its document says so', async () => {
    const { connectorId } = await makeCrm();
    const step = operation(connectorId, 'POST /chat');
    expect((await finish([step])).run.errorMessage).toBe('Crm responded: channel_not_found.');
    expect((await finish([step])).run.errorMessage).toBeNull();
  });

  test('fails the step if a success status reports that the key has expired, as there is no newer key', async () => {
    const expirySigns = [{ status: 200, path: 'labelled', equals: 'as text' }];
    const { connectorId, calls } = await makeCrm({ type: { additionalData: { connection: { expirySigns } } } });
    const { run } = await finish([operation(connectorId, 'GET /plain')]);
    expect(run).toMatchObject({
      status: 'Failed',
      errorMessage: expect.stringContaining("Crm didn't accept the connector's credentials (200)"),
    });
    expect(await calls()).toHaveLength(1);
  });

  test('is retried if its type calls the refusal a rate limit', async () => {
    const rateLimitSigns = [{ status: 403, path: 'error.message', equals: 'The title is taken' }];
    const { connectorId, calls } = await makeCrm({ type: { additionalData: { connection: { rateLimitSigns } } } });
    await finish([operation(connectorId, 'POST /refuse', { 'query.status': '403' }, { useRetry: true })]);
    expect(await calls()).toHaveLength(3);
  });

  test('ENG-13: with continueOnFailure the run continues, and later steps see status, body and message', async () => {
    const { connectorId } = await makeCrm();
    const { run, records, data } = await finish([
      operation(connectorId, 'POST /refuse', {}, { continueOnFailure: true }),
      script(
        'later',
        'const { Response, ResponseHttpStatusCode, Error } = Steps["call"]; return [Response.error.message, ResponseHttpStatusCode, Error]',
      ),
    ]);
    expect(run.status).toBe('Succeeded');
    expect(records.map(({ status }) => status)).toEqual(['Succeeded', 'Failed', 'Succeeded']);
    expect((await data('later'))?.response?.body).toEqual(['The title is taken', 422, 'Crm responded with 422: The title is taken.']);
  });

  test('ENG-14: with useRetry a call is repeated under the same key, and without it isn’t', async () => {
    const { connectorId, calls } = await makeCrm();
    const body = { body: '$Steps["start"].Payload' };
    const { run } = await finish([operation(connectorId, 'POST /flaky', body, { useRetry: true })], { a: 1 });
    expect(run.errorMessage).toBeNull();
    const made = await calls();
    expect(made).toHaveLength(2);
    expect(new Set(made.map((call) => call.headers['idempotency-key'])).size).toBe(1);
    expect(new Set(made.map((call) => call.body))).toEqual(new Set(['{"a":1}']));
    const other = await makeCrm();
    expect((await finish([operation(other.connectorId, 'POST /flaky')])).run.errorMessage).toBe('Crm responded with 503: not yet.');
    expect(await other.calls()).toHaveLength(1);
  });

  test('loses the connector’s secrets: neither people nor later steps see them', async () => {
    const { connectorId } = await makeCrm();
    const later = script('later', 'return Steps["call"].Response.headers.authorization');
    const { data } = await finish([operation(connectorId, 'POST /keyed'), later]);
    // The whole member called authorization is secret.
    expect((await data('later'))?.response?.body).toBe('[redacted]');
    expect(JSON.stringify([await data('call'), await data('later')])).not.toContain('sk_live_4242424242');
  });

  test('is redacted for people if a mapping passes a secret in', async () => {
    const { connectorId, calls } = await makeCrm();
    const step = operation(connectorId, 'POST /flaky', { 'body.password': 'hunter2-hunter2', 'body.user': 'ada' }, { useRetry: true });
    const { data } = await finish([step]);
    expect((await calls())[0]?.body).toContain('hunter2-hunter2');
    expect(JSON.stringify(await data('call'))).not.toContain('hunter2-hunter2');
  });
});

describe('a connector operation that cannot be called says what to do', () => {
  test('if the connector was deleted or belongs to another user', async () => {
    const { connectorId, calls } = await makeCrm();
    const step = operation(connectorId, 'GET /plain');
    expect((await finish([operation(crypto.randomUUID(), 'GET /plain')])).run.errorMessage).toContain('The connector was not found');
    const stranger = await finish([step], {}, { ownerUserId: crypto.randomUUID() });
    expect(stranger.run.errorMessage).toContain('The connector was not found');
    await connectHttp(testEnv).update(schema.connectors).set({ isDeleted: true }).where(eq(schema.connectors.id, connectorId));
    await getConnectionObject(connectorId).changed();
    expect((await finish([step])).run.errorMessage).toContain('The connector was not found');
    expect(await calls()).toEqual([]);
  });

  test('if the connection is broken and needs Re-Connect', async () => {
    const connectorId = await makeOAuthConnection();
    expect((await finish([operation(connectorId, 'GET /plain')])).run.errorMessage).toBe(
      'The connector "My Crm" is not connected to Crm: open Connectors and press Re-Connect.',
    );
  });

  test('if the document lacks the operation, the document is gone, or the type has none', async () => {
    const { connectorId } = await makeCrm();
    expect((await finish([operation(connectorId, 'GET /gone')])).run.errorMessage).toBe(
      'Crm has no operation "GET /gone" any more: choose another one in the step.',
    );
    const without = await makeConnection({ secrets: { apiKey: 'k' } });
    expect((await finish([operation(without, 'GET /plain')])).run.errorMessage).toBe(
      'Crm has no OpenAPI document, so it has no operations.',
    );
    const lost = await makeCrm({ type: {} });
    const [row] = await connectHttp(testEnv).select().from(schema.connectors).where(eq(schema.connectors.id, lost.connectorId));
    const openApiDocument = { fileName: 'x.json', fileStorageId: crypto.randomUUID(), storageType: 'R2' };
    await connectHttp(testEnv)
      .update(schema.connectorTypes)
      .set({ openApiDocument })
      .where(eq(schema.connectorTypes.id, row?.connectorTypeId ?? ''));
    expect((await finish([operation(lost.connectorId, 'GET /plain')])).run.errorMessage).toBe(
      'The OpenAPI document of Crm is gone: upload it again in its connector type.',
    );
  });

  test('parts of a document stored by another version of Portage are read from the upload again', async () => {
    const { connectorId, calls } = await makeCrm();
    const [found] = await connectHttp(testEnv)
      .select({ location: schema.connectorTypes.openApiDocument })
      .from(schema.connectors)
      .innerJoin(schema.connectorTypes, eq(schema.connectorTypes.id, schema.connectors.connectorTypeId))
      .where(eq(schema.connectors.id, connectorId));
    await testEnv.FILES.put(`documents/${found?.location?.fileStorageId}/index.json`, '{"format":0}');
    expect((await finish([operation(connectorId, 'GET /plain')])).run.errorMessage).toBeNull();
    expect(await calls()).toHaveLength(1);
  });

  test('a unique operationId works like method and path', async () => {
    const { connectorId, calls } = await makeCrm();
    expect((await finish([operation(connectorId, 'searchOrders', { body: '$Steps["start"].Payload' })])).run.errorMessage).toBeNull();
    expect((await calls())[0]).toMatchObject({ method: 'POST', path: '/search' });
  });

  test('HOSTILE 22: an operation with its own server is not called there with the credential', async () => {
    const { connectorId } = await makeCrm();
    expect((await finish([operation(connectorId, 'GET /elsewhere')])).run.errorMessage).toMatch(
      /^The connector "My Crm" may be used for calls to .* only, not to elsewhere\.example\.$/,
    );
  });

  test('HOSTILE 20: a redirect to another origin drops the credential; HOSTILE 23: a bomb ends the call, not the shard', async () => {
    const document = {
      openapi: '3.0.0',
      paths: {
        '/redirect/302': { get: { parameters: [{ name: 'to', in: 'query', schema: { type: 'string' } }], responses: {} } },
        '/bomb/{megabytes}': { get: { responses: {} } },
        '/endless/x': { get: { responses: {} } },
      },
    };
    const connectorId = await makeConnection({
      document,
      type: { additionalData: { connection: { authParameters: [{ in: 'header', name: 'X-Site', template: '{apiKey}' }] } } },
      secrets: { apiKey: 'site-4242424242' },
    });
    const path = `/echo/${randomText()}`;
    const { run } = await finish([operation(connectorId, 'GET /redirect/302', { 'query.to': testEnv.OTHER_TARGET + path })]);
    expect(run.status).toBe('Succeeded');
    const [received] = await callsTo(path, testEnv.OTHER_TARGET);
    expect(received?.headers['x-site']).toBeUndefined();
    for (const [id, mapped] of [
      ['GET /bomb/{megabytes}', { 'path.megabytes': '64' }],
      ['GET /endless/x', {}],
    ] as const) {
      expect((await finish([operation(connectorId, id, mapped)])).run).toMatchObject({
        status: 'Failed',
        errorMessage: expect.stringMatching(/larger|MB|large/),
      });
    }
  });
});
