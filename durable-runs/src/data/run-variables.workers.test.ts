// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { connectHttp, parseKeyRing, SecretBox, schema, storedVariableValue } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, getShardStub, OWNER, randomText, start, testEnv, until } from '../../test/harness.ts';

/** Contains characters that JSON, addresses and base64 write differently. */
const SECRET = 'k3y+/="\\&ä-9f8e7d6c5b';
const db = connectHttp(testEnv);
const script = (stepId: string, text: string) => ({ stepId, type: 'CustomScript' as const, script: text });
const send = (path: string, extra: object) => ({
  stepId: 'send',
  type: 'HttpRequest' as const,
  httpMethod: 'POST',
  url: testEnv.TARGET + path,
  ...extra,
});

/** Stores a variable of the runs' owner under a new name. */
async function makeVariable(value: unknown, isSecret = false): Promise<string> {
  const [id, name, at] = [crypto.randomUUID(), `v_${randomText()}`, new Date()];
  const user = { id: OWNER, email: `${OWNER}@example.test`, passwordHash: 'none', createdAt: at };
  await db.insert(schema.users).values(user).onConflictDoNothing();
  const stored = await storedVariableValue(new SecretBox(parseKeyRing(testEnv.CONNECTOR_KEYS)), { id, isSecret, value });
  const times = { createdAt: at, lastUpdatedAt: at };
  await db
    .insert(schema.variables)
    .values({ id, ownerUserId: OWNER, name, type: 'Text', isSecret, value: stored, description: null, ...times });
  return name;
}

const change = (name: string, value: unknown) =>
  db
    .update(schema.variables)
    .set({ value: JSON.stringify(value) })
    .where(eq(schema.variables.name, name));

/** The names of the run's chunks, and all that people can read of the run, on its disk or through the API. */
async function readEverything(runId: string) {
  const shard = getShard(runId);
  const shown: unknown[] = [await shard.getRun(runId)];
  for (const { id } of await allSteps(runId)) shown.push(await shard.getStepInstance(runId, id), await shard.getStepContext(runId, id));
  return runInDurableObject(getShardStub(runId), (_object, { storage }) => {
    const rows = ['journal', 'journal_changes'].flatMap((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray());
    const chunks = storage.sql
      .exec<{ name: string; bytes: ArrayBuffer }>(
        'SELECT name, bytes FROM chunks WHERE run_key = (SELECT run_key FROM runs WHERE run_id = ?) ORDER BY name, part',
        runId,
      )
      .toArray();
    const open = chunks.filter(({ name }) => !name.startsWith('exact/')).map(({ bytes }) => new TextDecoder().decode(bytes));
    return { names: chunks.map(({ name }) => name), text: JSON.stringify([shown, rows, open]) };
  });
}

test('expressions and scripts read the owner’s variables in their types', async () => {
  const path = `vars-${randomText()}`;
  const [base, rate] = [await makeVariable({ path }), await makeVariable(0.21)];
  const calc = script('calc', `return { rate: $Vars["${rate}"] * 100 }`);
  const call = send('', {
    url: `${testEnv.TARGET}/\${Vars.${base}.path}`,
    body: `{"rate": \${Vars.${rate}}, "percent": \${Steps["calc"].Response.rate}}`,
  });
  const { runId } = await start(chain(calc, call));
  expect((await until(runId)).errorMessage).toBeNull();
  expect((await callsTo(`/${path}`)).map(({ body }) => body)).toEqual(['{"rate": 0.21, "percent": 21}']);
});

test('a run keeps the values that it started with, even after the end of the object, and deletes them when it ends', async () => {
  const name = await makeVariable('as of the start');
  const path = `/as-of-start-${randomText()}`;
  const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 1, delayType: 'Seconds' };
  const { runId } = await start(chain(wait, send(path, { bodyType: 'Text', body: `\${Vars.${name}}` })));
  await until(runId, ['Delayed']);
  expect((await readEverything(runId)).names).toContain('exact/vars');
  await change(name, 'changed since');
  await abortAllDurableObjects();
  expect((await until(runId)).errorMessage).toBeNull();
  expect((await callsTo(path)).map(({ body }) => body)).toEqual(['as of the start']);
  expect((await readEverything(runId)).names).not.toContain('exact/vars');
});

test('a run that is continued after a failure reads the values again', async () => {
  const name = await makeVariable('wrong');
  const check = script('check', `if ($Vars.${name} === "wrong") throw new Error("wrong value"); return $Vars.${name}`);
  const { runId, shard } = await start(chain(check));
  expect(await until(runId)).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('wrong value') });
  await change(name, 'right');
  expect(await shard.continueRun(runId)).toMatchObject({ isSuccess: true });
  expect((await until(runId, ['Succeeded'])).errorMessage).toBeNull();
});

test.each([
  { step: script('read', 'return $Vars.no_such_name'), message: 'There is no variable "no_such_name"' },
  { step: send('/never', { body: '${Vars.no_such_name}' }), message: 'There is no variable "no_such_name".' },
])('an unknown name fails its step and is named: $message', async ({ step, message }) => {
  const { runId } = await start(chain(step));
  expect(await until(runId)).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining(message) });
});

test('a script may print, copy and return all variables that it names', async () => {
  const name = await makeVariable('value');
  const { runId } = await start(
    chain(script('all', `console.log($Vars); const copy = { ...$Vars, used: $Vars.${name} }; return [copy, await $Vars]`)),
  );
  expect((await until(runId)).errorMessage).toBeNull();
});

test('a workflow without variables reads and stores none', async () => {
  const wait = { stepId: 'wait', type: 'DelayStep' as const, delayValue: 60, delayType: 'Seconds' };
  const { runId } = await start(chain(script('calc', 'return 1'), wait));
  await until(runId, ['Delayed']);
  expect((await readEverything(runId)).names).not.toContain('exact/vars');
});

test('HOSTILE: a secret reaches the system that it is for, and no reader of the run, in no spelling', async () => {
  const name = await makeVariable(SECRET, true);
  const path = `/echo/${randomText()}`;
  const spell = script(
    'spell',
    `const key = $Vars.${name};
     const all = [key, encodeURIComponent(key), JSON.stringify({ key })];
     for (const spelling of all) console.log("log", spelling);
     return all;`,
  );
  const call = send(path, {
    url: `${testEnv.TARGET}${path}?q=\${Vars.${name}}`,
    headers: { 'x-shop': `\${base64Encode(Vars.${name})}` },
    body: `{"list": \${Steps["spell"].Response}}`,
  });
  const keep = {
    stepId: 'keep',
    type: 'DataStorage' as const,
    dataStorageOperation: 'Create',
    scope: 'CurrentRun',
    keyValues: [{ key: 'k', valueExpression: `$Vars.${name}` }],
  };
  const fail = script('fail', `throw new Error("refused " + $Vars.${name})`);
  // The caller sends many secrets, which must not crowd out the owner’s.
  const headers = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-${at}-api-key`, `key-of-the-caller-${at}`]));
  const trigger = { type: 'Webhook' as const, payload: {}, headers, method: 'POST' };
  const { runId } = await start(chain(spell, keep, call), {}, { trigger });
  expect((await until(runId)).errorMessage).toBeNull();
  const failing = await start(chain(fail), {}, { trigger });
  expect((await until(failing.runId)).errorMessage).toContain('refused [redacted]');
  const [sent] = await callsTo(path);
  expect((JSON.parse(sent?.body ?? '{}') as { list: string[] }).list[0]).toBe(SECRET);
  const { names, text } = await readEverything(runId);
  expect(names).not.toContain('exact/vars');
  const bytes = new TextEncoder().encode(SECRET);
  const binary = String.fromCharCode(...bytes);
  for (const part of ['9f8e7d6c5b', ...['', 'x', 'xx'].map((before) => btoa(before + binary).slice(4, 20))])
    expect(text).not.toContain(part);
});
