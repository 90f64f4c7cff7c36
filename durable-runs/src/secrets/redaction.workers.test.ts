import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, getShardStub, passHour, start, testEnv, until } from '../../test/harness.ts';

const TOKEN = 'tok-4f9a1c77e2';
const TRIGGER_KEY = 'hook-key-81b2c3';
const headers = { authorization: '"Bearer ${Steps["login"].Response.token}"'.slice(1, -1), 'content-type': 'application/json' };
const call = (stepId: string, path: string, extra: object = {}) => ({
  stepId,
  type: 'HttpRequest' as const,
  httpMethod: 'POST',
  url: `${testEnv.TARGET}${path}`,
  headers,
  body: `{"token": "\${Steps["login"].Response.token}"}`,
  ...extra,
});
const login = { stepId: 'login', type: 'CustomScript' as const, script: `return { token: ${JSON.stringify(TOKEN)}.trim() }` };
const trigger = { type: 'Webhook' as const, payload: { copy: TRIGGER_KEY }, headers: { 'x-api-key': TRIGGER_KEY }, method: 'POST' };

/** Everything the shard has on disk about its runs' steps and ends, as text. */
async function readJournal(runId: string): Promise<string> {
  return runInDurableObject(getShardStub(runId), (_object, { storage }) =>
    JSON.stringify([
      storage.sql.exec('SELECT * FROM journal').toArray(),
      storage.sql.exec('SELECT * FROM journal_changes').toArray(),
      storage.sql.exec('SELECT error_message, state_json FROM runs WHERE run_id = ?', runId).toArray(),
      storage.sql
        .exec("SELECT name FROM chunks WHERE name LIKE 'exact/%' AND run_key = (SELECT run_key FROM runs WHERE run_id = ?)", runId)
        .toArray(),
    ]),
  );
}

async function seen(runId: string): Promise<string> {
  const shard = getShard(runId);
  const shown: unknown[] = [await shard.getRun(runId)];
  for (const { id } of await allSteps(runId)) shown.push(await shard.getStepInstance(runId, id), await shard.getStepContext(runId, id));
  return JSON.stringify(shown);
}

describe('secrets of a run', () => {
  test('are sent where they belong and redacted by value in the data, logs and errors of every later step', async () => {
    const path = `/secrets-${crypto.randomUUID()}`;
    const tell = {
      stepId: 'tell',
      type: 'CustomScript' as const,
      script: 'console.log("key", Steps["start"].Headers["x-api-key"]); return Steps',
    };
    const fail = {
      stepId: 'fail',
      type: 'CustomScript' as const,
      script: 'throw new Error("denied for " + Steps["start"].Headers["x-api-key"])',
    };
    const { runId } = await start(chain(login, call('send', path), tell, fail), {}, { trigger });
    const run = await until(runId);
    expect(run).toMatchObject({ status: 'Failed' });
    expect(run.errorMessage).toContain('denied for [redacted]');
    const [sent] = await callsTo(path);
    expect(sent?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(sent?.body).toBe(`{"token": "${TOKEN}"}`);

    const shown = await seen(runId);
    expect(shown).not.toContain(TRIGGER_KEY);
    expect(shown).toContain('key [redacted]');
    // The script that made the token ran before anything marked it as a secret. From the call on it's known.
    const steps = await allSteps(runId);
    for (const { id, name } of steps.filter(({ name }) => name !== 'login' && name !== 'send')) {
      expect(JSON.stringify(await getShard(runId).getStepInstance(runId, id)), name).not.toContain(TOKEN);
    }
    const send = await getShard(runId).getStepInstance(runId, steps.find(({ name }) => name === 'send')?.id ?? '');
    expect(JSON.stringify(send)).not.toContain(TOKEN);
  });

  test('reach later steps unchanged, even after the end of the object, and leave the disk with the run', async () => {
    const path = `/exact-${crypto.randomUUID()}`;
    const copy = { stepId: 'copy', type: 'CustomScript' as const, script: 'return { key: Steps["start"].Headers["x-api-key"] }' };
    const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 1, delayType: 'Hours' };
    const body = '{"key": "${Steps["copy"].Response.key}"}';
    const { runId } = await start(chain(copy, wait, call('send', path, { headers: {}, body })), {}, { trigger });
    await until(runId, ['Delayed']);
    await abortAllDurableObjects();
    await passHour(runId);
    expect(await until(runId)).toMatchObject({ status: 'Succeeded' });
    expect((await callsTo(path)).map((sent) => sent.body)).toEqual([`{"key": "${TRIGGER_KEY}"}`]);
    expect(await seen(runId)).not.toContain(TRIGGER_KEY);
    const kept = JSON.parse(await readJournal(runId)) as unknown[];
    expect(JSON.stringify(kept)).not.toContain(TRIGGER_KEY);
    expect(kept.at(-1)).toEqual([]);
  });

  test('that are written in the steps themselves are known from the start', async () => {
    const tell = { stepId: 'tell', type: 'CustomScript' as const, script: `console.log("using lit-" + "99aa88bb"); return 1` };
    const path = `/literal-${crypto.randomUUID()}`;
    const { runId } = await start(chain(tell, call('send', path, { headers: { 'x-api-key': 'lit-99aa88bb' }, body: null })));
    expect(await until(runId)).toMatchObject({ status: 'Succeeded' });
    expect((await callsTo(path))[0]?.headers['x-api-key']).toBe('lit-99aa88bb');
    const shown = await seen(runId);
    expect(shown).toContain('using [redacted]');
    expect(shown).not.toContain('lit-99aa88bb');
  });
});

describe('names of secrets', () => {
  const secret = (name: string) => `value-of-${name.replaceAll(/[^a-z0-9]/gi, '')}-42`;
  const headerNames = [
    'ocp-apim-subscription-key',
    'x-functions-key',
    'x-auth',
    'x-auth-key',
    'token',
    'x-password',
    'x-secret-key',
    'dd-application-key',
    'x-signature',
    'x-master-key',
    'apikey',
  ];
  const memberNames = [
    'token',
    'authorization',
    'bearer',
    'webhook_secret',
    'signing_key',
    'session_id',
    'jwt',
    'user_password',
    'db-password',
    'stripeSecretKey',
  ];
  const queryNames = ['code', 'hapikey', 'key'];
  const ordinary = {
    authorName: 'Ada Lovelace',
    postalCode: '1012 AB Amsterdam',
    countryCode: 'Netherlands',
    tokenCount: '1234567',
    keyboard: 'mechanical',
  };
  const all = [...headerNames, ...memberNames, ...queryNames].map(secret);

  test('F6: none of them shows in what a caller sent, and ordinary data does', async () => {
    const { runId } = await start(
      chain({ stepId: 'see', type: 'CustomScript', script: 'return Steps["start"]' }),
      {},
      {
        trigger: {
          type: 'Webhook',
          payload: { ...ordinary, ...Object.fromEntries(memberNames.map((name) => [name, secret(name)])) },
          headers: { 'x-page': 'page-seven', ...Object.fromEntries(headerNames.map((name) => [name, secret(name)])) },
          query: { countrycode: 'Netherlands', ...Object.fromEntries(queryNames.map((name) => [name, secret(name)])) },
          method: 'POST',
        },
      },
    );
    expect((await until(runId)).status).toBe('Succeeded');
    const text = await seen(runId);
    expect(all.filter((value) => text.includes(value))).toEqual([]);
    for (const value of [...Object.values(ordinary), 'page-seven']) expect(text).toContain(value);
  });

  test('F6: none of them shows in a call’s request or response', async () => {
    const path = `/echo/names-${crypto.randomUUID()}`;
    const query = new URLSearchParams(queryNames.map((name) => [name, secret(name)]));
    const { runId } = await start(
      chain({
        stepId: 'call',
        type: 'HttpRequest',
        httpMethod: 'POST',
        url: `${testEnv.TARGET}${path}?${query}`,
        queryParameters: [{ name: 'access_token', valueExpression: 'value-of-row-4242' }],
        headers: { 'content-type': 'application/json', ...Object.fromEntries(headerNames.map((name) => [name, secret(name)])) },
        body: JSON.stringify({ ...ordinary, ...Object.fromEntries(memberNames.map((name) => [name, secret(name)])) }),
      }),
    );
    expect((await until(runId)).status).toBe('Succeeded');
    const text = await seen(runId);
    expect([...all, 'value-of-row-4242'].filter((value) => text.includes(value))).toEqual([]);
    for (const value of Object.values(ordinary)) expect(text).toContain(value);
    expect((await callsTo(path))[0]?.headers['x-master-key']).toBe(secret('x-master-key'));
  });

  test('D7: a script’s own text hides what is hidden elsewhere', async () => {
    const { runId } = await start(
      chain(
        {
          stepId: 'keep',
          type: 'DataStorage',
          dataStorageOperation: 'Create',
          scope: 'CurrentRun',
          keyValues: [{ key: 'apiKey', valueExpression: 'stored-key-4242' }],
        },
        {
          stepId: 'call',
          type: 'HttpRequest',
          url: `${testEnv.TARGET}/echo/x`,
          headers: { 'x-functions-key': 'functions-key-4242' },
        },
        {
          stepId: 'say',
          type: 'CustomScript',
          script: '// hook-key-81b2c3\nreturn ["functions-key-4242", "stored-key-4242", "open"].length',
        },
      ),
      {},
      { trigger },
    );
    expect((await until(runId)).status).toBe('Succeeded');
    const say = (await allSteps(runId)).find(({ name }) => name === 'say');
    const data = (await getShard(runId).getStepInstance(runId, say?.id ?? ''))?.stepData;
    expect(data?.requestScript).toBe('// [redacted]\nreturn ["[redacted]", "[redacted]", "open"].length');
    expect(data?.response).toEqual({ body: 3 });
  });
});

test('HOSTILE 29: short codes are redacted under their names in records, and later steps get them unchanged, even after the end of the object', async () => {
  const path = `/codes-${crypto.randomUUID()}`;
  const card = {
    type: 'Webhook' as const,
    method: 'POST',
    headers: { 'x-pin': '9876', 'x-jwt-assertion': 'an-assertion-81b2', 'x-page': '12' },
    payload: { card: { pin: 4711, cvv: '321', cardNumber: 4111111111111111, tokens: 1500, count: 4711 } },
  };
  const body = '{"pin": ${Steps["start"].Payload.card.pin}, "cvv": "${Steps["start"].Payload.card.cvv}", "count": 12}';
  const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 1, delayType: 'Hours' };
  const copy = { stepId: 'copy', type: 'CustomScript' as const, script: 'return Steps["start"].Payload.card' };
  const { runId } = await start(chain(copy, wait, call('send', path, { headers: {}, body })), {}, { trigger: card });
  await until(runId, ['Delayed']);
  await abortAllDurableObjects();
  await passHour(runId);
  expect(await until(runId)).toMatchObject({ status: 'Succeeded' });
  expect((await callsTo(path)).map((sent) => JSON.parse(sent.body))).toEqual([{ pin: 4711, cvv: '321', count: 12 }]);
  const shown = { pin: '[redacted]', cvv: '[redacted]', cardNumber: '[redacted]', tokens: 1500, count: 4711 };
  const steps = await allSteps(runId);
  const dataOf = async (name: string) =>
    (await getShard(runId).getStepInstance(runId, steps.find((step) => step.name === name)?.id ?? ''))?.stepData;
  expect((await dataOf('start'))?.payload).toEqual({ card: shown });
  const headers = { 'x-pin': '[redacted]', 'x-jwt-assertion': '[redacted]', 'x-page': '12' };
  expect(await dataOf('start')).toMatchObject({ request: { headers } });
  expect((await dataOf('copy'))?.response).toEqual({ body: shown });
  const sent = JSON.stringify((await dataOf('send'))?.request);
  expect(sent).not.toMatch(/4711|321/);
  expect(sent).toContain('12');
  expect(await readJournal(runId)).not.toMatch(/\\?"(?:pin|cvv|x-pin)\\?":\\?"?\d/);
});
