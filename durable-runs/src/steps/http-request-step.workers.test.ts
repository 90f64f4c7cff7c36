import { makeRunId } from '@portage/contracts';
import { describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, OWNER, randomText, start, testEnv, until } from '../../test/harness.ts';

const target = (path: string) => testEnv.TARGET + path;
const request = (url: string, extra: object = {}) => ({ stepId: 'call', type: 'HttpRequest' as const, url, ...extra });
const echo = { stepId: 'echo', type: 'CustomScript' as const, script: 'return Steps["call"]' };

async function outcome(steps: Parameters<typeof chain>, payload: unknown = {}) {
  const { runId } = await start(chain(...steps), payload);
  const run = await until(runId);
  const records = await allSteps(runId);
  const data = async (name: string) => {
    const id = records.find((record) => record.name === name)?.id ?? '';
    return (await getShard(runId).getStepInstance(runId, id))?.stepData;
  };
  return { run, runId, records, data };
}

describe('an HTTP request step', () => {
  test('sends method, headers and body with values escaped inside JSON strings, and an idempotency key', async () => {
    const path = `/echo/${randomText()}`;
    const step = request(`${target(path)}?q=\${Steps["start"].Payload.q}`, {
      httpMethod: 'put',
      headers: { 'X-Order': 'no-${Steps["start"].Payload.n}', '$Steps["start"].Payload.header': 'q', 'Content-Type': 'application/json' },
      body: '{"text": "${Steps["start"].Payload.text}", "list": ${Steps["start"].Payload.list}, "n": ${Steps["start"].Payload.n}}',
    });
    const { run, runId, data } = await outcome([step], {
      q: 'a b',
      n: 7,
      header: 'X-Shop',
      text: 'He said "no"\n\\',
      list: [1, { a: null }],
    });
    expect(run.errorMessage).toBeNull();
    const [call] = await callsTo(path);
    expect(call).toMatchObject({ method: 'PUT', headers: { 'x-order': 'no-7', 'x-shop': 'q', 'idempotency-key': `${runId}/call` } });
    expect(JSON.parse(call?.body ?? '')).toEqual({ text: 'He said "no"\n\\', list: [1, { a: null }], n: 7 });
    expect(await data('call')).toMatchObject({
      requestUrl: expect.stringContaining('?q=a'),
      request: { method: 'PUT', body: call?.body },
      response: { responseHttpStatusCode: 200, body: { method: 'PUT' }, attributes: { url: expect.stringContaining(path) } },
    });
  });

  test('refuses a header that is set twice in different case or whose evaluated name can’t be sent, and sends nothing', async () => {
    const path = `/echo/${randomText()}`;
    const message = async (headers: Record<string, string>, payload: object = {}) =>
      (await outcome([request(target(path), { headers })], payload)).run.errorMessage;
    const named = { '$Steps["start"].Payload.name': '1' };
    expect(await message({ Cookie: 'a=1', cookie: 'b=2' })).toContain('The header cookie is set twice.');
    expect(await message({ 'X-A': '1', ...named }, { name: 'x-a' })).toContain('The header x-a is set twice.');
    expect(await message(named)).toContain('The header name "$Steps["start"].Payload.name" is empty.');
    expect(await message(named, { name: 'Host' })).toMatch(/host/i);
    expect(await callsTo(path)).toEqual([]);
  });

  test('keeps a user’s idempotency key, sends none with GET, and hides secrets from people', async () => {
    const path = `/echo/${randomText()}`;
    const own = request(target(path), {
      httpMethod: 'POST',
      headers: { 'Idempotency-Key': 'mine', Authorization: 'Bearer s3cret' },
      body: '{}',
    });
    const { data } = await outcome([own, { ...request(target(path)), stepId: 'get' }]);
    const calls = await callsTo(path);
    expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', undefined]);
    expect(calls[0]?.headers.authorization).toBe('Bearer s3cret');
    expect(JSON.stringify((await data('call'))?.request)).not.toContain('s3cret');
  });

  test('retries after 503 and 429 with the same key, and obeys Retry-After', async () => {
    const key = randomText();
    const { run } = await outcome([
      request(target(`/flaky/1/${key}`), { httpMethod: 'POST', body: '{}', useRetry: true }),
      { ...request(target(`/wait-a-second/2/${key}`), { useRetry: true }), stepId: 'second' },
    ]);
    expect(run.status).toBe('Succeeded');
    const calls = await callsTo(`/flaky/1/${key}`);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt ?? '')).toBeGreaterThanOrEqual(2_700);
  });

  test('is tried as often as it says, and its record has every attempt, also before the next one', async () => {
    const path = `/status/503/${randomText()}`;
    const { records } = await outcome([request(target(path), { useRetry: true, retryAttempts: 2 })]);
    expect(await callsTo(path)).toHaveLength(2);
    const message = 'The server responded with 503.';
    expect(records[1]).toMatchObject({ status: 'Failed', errorMessage: message, retries: [{ errorMessage: message }] });

    const slow = request(target(path), { useRetry: true, retryPauseSeconds: 3_600, retryGrowth: 'Fixed' });
    const { runId } = await start(chain(slow), {});
    await expect.poll(async () => (await allSteps(runId))[1]?.retries).toHaveLength(1);
    const [, waiting] = await allSteps(runId);
    expect(waiting).toMatchObject({ status: 'InProgress', finishedAt: null });
    const pauseMs = Date.parse(waiting?.retries?.[0]?.nextAt ?? '') - Date.parse(waiting?.retries?.[0]?.failedAt ?? '');
    expect(pauseMs).toBeGreaterThanOrEqual(2_700_000);
    await getShard(runId).cancelRun(runId);
  });

  test('repeats a call after any failure, or only after timeouts, if it says so', async () => {
    const calls = async (status: number, retryFailures: readonly string[]) => {
      const path = `/status/${status}/${randomText()}`;
      await outcome([request(target(path), { useRetry: true, retryAttempts: 2, retryFailures })]);
      return (await callsTo(path)).length;
    };
    expect(await Promise.all([calls(404, ['Any']), calls(503, ['Timeout']), calls(408, ['Timeout'])])).toEqual([2, 1, 2]);
  });

  test('fails the run on 404 without a retry, unless it continues on error', async () => {
    const path = `/status/404/${randomText()}`;
    const failed = await outcome([request(target(path), { useRetry: true }), echo]);
    expect(failed.run).toMatchObject({ status: 'Failed', errorMessage: 'The server responded with 404.' });
    expect(await callsTo(path)).toHaveLength(1);
    const continued = await outcome([request(target(path), { continueOnFailure: true }), echo]);
    expect(continued.run.status).toBe('Succeeded');
    expect(continued.records.map(({ status }) => status)).toEqual(['Succeeded', 'Failed', 'Succeeded']);
    expect((await continued.data('echo'))?.response?.body).toMatchObject({
      ResponseHttpStatusCode: 404,
      Response: { status: 404 },
      Error: 'The server responded with 404.',
    });
  });

  test('returns text as text in its charset and anything else as base64', async () => {
    const { data } = await outcome([request(target('/text')), { ...request(target('/binary')), stepId: 'binary' }]);
    expect((await data('call'))?.response?.body).toBe('café');
    expect((await data('binary'))?.response?.body).toBe('iVD/AA==');
  });

  test('says what is wrong when no server responds, or the expression is malformed', async () => {
    const gone = await outcome([request('http://nobody.invalid/')]);
    expect(gone.run.errorMessage).toMatch(/could not be reached|not allowed/);
    const broken = await outcome([request('http://x/${Steps["start"')]);
    expect(broken.run.errorMessage).toMatch(/of the expression/);
  });

  test('HOSTILE 19: refuses private addresses, and a chain of runs that call one another', async () => {
    const { run } = await outcome([request('http://169.254.169.254/latest/meta-data')]);
    expect(run).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('not allowed') });
    const path = `/echo/${randomText()}`;
    const steps = chain(request(target(path)));
    const deep = await start(steps, {}, { trigger: { type: 'Webhook', payload: {}, headers: { 'portage-run-hops': '10' } } });
    expect((await until(deep.runId)).errorMessage).toContain('call one another');
    const shallow = await start(steps, {}, { trigger: { type: 'Webhook', payload: {}, headers: { 'portage-run-hops': '3' } } });
    expect((await until(shallow.runId)).status).toBe('Succeeded');
    expect((await callsTo(path)).map(({ headers }) => headers['portage-run-hops'])).toEqual(['4']);
    expect((await callsTo(path))[0]?.headers['portage-run-origin']).toBe(shallow.runId);
    // Further down the chain the first run still counts, whatever its kind of trigger.
    const origin = makeRunId(OWNER, Date.now(), 1, randomText());
    const further = await start(steps, {}, { trigger: { type: 'Manual', payload: {}, chain: { hops: 2, origin } } });
    await until(further.runId);
    const { headers } = (await callsTo(path))[1] ?? {};
    expect([headers?.['portage-run-hops'], headers?.['portage-run-origin']]).toEqual(['3', origin]);
  });
});
