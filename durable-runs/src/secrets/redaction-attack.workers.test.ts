import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { allSteps, callsTo, chain, getShard, getShardStub, randomText, start, testEnv, until } from '../../test/harness.ts';

/** Contains every character that some encoding writes differently. */
const SECRET = 'k3y+/="\\&ä-9f8e7d6c5b';
const trigger = { type: 'Webhook' as const, payload: {}, headers: { 'x-api-key': SECRET, 'x-test': 'yes' }, method: 'POST' };
const script = (stepId: string, text: string) => ({ stepId, type: 'CustomScript' as const, script: text });
const key = 'const key = Steps["start"].Headers["x-api-key"];';

/** Everything people can see of a run, and everything on its disk that isn't only for the engine, as one text. */
async function everything(runId: string): Promise<string> {
  const shard = getShard(runId);
  const shown: unknown[] = [await shard.getRun(runId)];
  for (const { id } of await allSteps(runId)) shown.push(await shard.getStepInstance(runId, id), await shard.getStepContext(runId, id));
  const disk = await runInDurableObject(getShardStub(runId), (_object, { storage }) => {
    const rows: unknown[] = ['journal', 'journal_changes'].flatMap((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray());
    rows.push(storage.sql.exec('SELECT error_message FROM runs WHERE run_id = ?', runId).toArray());
    const parts = new Map<string, string>();
    const chunks = storage.sql.exec<{ name: string; bytes: ArrayBuffer }>(
      "SELECT name, bytes FROM chunks WHERE run_key = (SELECT run_key FROM runs WHERE run_id = ?) AND name NOT LIKE 'exact/%' ORDER BY name, part",
      runId,
    );
    // Joined first: a secret may cross the edge between two chunks.
    for (const { name, bytes } of chunks) {
      parts.set(name, (parts.get(name) ?? '') + Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
    }
    return JSON.stringify([rows, [...parts]]);
  });
  return JSON.stringify(shown) + disk;
}

/** What must not be found: the secret itself and a good part of every encoding of it. */
function expectNoSecret(text: string): void {
  const bytes = new TextEncoder().encode(SECRET);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const binary = String.fromCharCode(...bytes);
  const base64 = ['', 'x', 'xx'].map((before) => btoa(before + binary).slice(4, 20));
  for (const part of ['9f8e7d6c5b', hex.slice(4, 30), ...base64]) {
    const at = text.indexOf(part);
    expect(at < 0 ? null : text.slice(Math.max(0, at - 200), at + 50), part).toBeNull();
  }
}

describe('HOSTILE: a run’s secret doesn’t reach readers of the run', () => {
  test('in base64, percent-encoded, hexadecimal or escaped for JSON, in values and logs of scripts', async () => {
    const path = `/echo/${randomText()}`;
    const spell = script(
      'spell',
      `${key}
       const bytes = unescape(encodeURIComponent(key));
       const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
       const base64 = (text) => {
         let out = "";
         for (let at = 0; at < text.length; at += 3) {
           const n = (text.charCodeAt(at) << 16) | ((text.charCodeAt(at + 1) || 0) << 8) | (text.charCodeAt(at + 2) || 0);
           for (let part = 0; part < 4; part += 1) out += at + part > text.length ? "=" : alphabet[(n >> (18 - 6 * part)) & 63];
         }
         return out;
       };
       const hex = [...bytes].map((c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");
       const all = [key, encodeURIComponent(key), base64(bytes), base64("u:" + bytes), base64("{" + bytes + "}"), hex, JSON.stringify({ key })];
       for (const one of all) console.log("log", one);
       console.error({ nested: { key } });
       return { all, text: JSON.stringify(JSON.stringify(all)) };`,
    );
    const send = {
      stepId: 'send',
      type: 'HttpRequest' as const,
      httpMethod: 'POST',
      url: `${testEnv.TARGET}${path}?q=\${Steps["spell"].Response.all[1]}`,
      body: '{"list": ${Steps["spell"].Response.all}}',
    };
    const branch = {
      stepId: 'q',
      type: 'Branch' as const,
      conditionGroups: [{ name: 'Yes', useScript: true, script: `${key} console.log(key); return false`, conditions: [] }],
    };
    const keep = {
      stepId: 'keep',
      type: 'DataStorage' as const,
      dataStorageOperation: 'Create',
      scope: 'CurrentRun',
      keyValues: [{ key: 'k', valueExpression: '$Steps["start"].Headers["x-api-key"]' }],
    };
    const loop = {
      stepId: 'each',
      type: 'Loop' as const,
      listContextDataEntityName: '$Steps["spell"].Response.all',
      loopFirstStepId: 'body',
      nextStepId: null,
    };
    const body = { ...script('body', 'return Steps["each"].CurrentItem'), nextStepId: null };
    const { runId } = await start(chain(spell, keep, send, branch, loop, body), {}, { trigger });
    expect((await until(runId)).errorMessage).toBeNull();
    // The call itself had the exact values.
    const [call] = await callsTo(path);
    expect((JSON.parse(call?.body ?? '{}') as { list: string[] }).list[0]).toBe(SECRET);
    const text = await everything(runId);
    expect(text).toContain('[redacted]');
    expectNoSecret(text);
  });

  test('in the message of an error, whole or cut in the middle', async () => {
    const whole = await start(chain(script('fail', `${key} throw new Error("refused " + encodeURIComponent(key))`)), {}, { trigger });
    expect((await until(whole.runId)).errorMessage).toContain('refused [redacted]');
    expectNoSecret(await everything(whole.runId));
    const cut = await start(chain(script('fail', `${key} throw new Error("x".repeat(3985) + key)`)), {}, { trigger });
    const { errorMessage } = await until(cut.runId);
    expect(errorMessage).toMatch(/x\[redacted\] \(line 1\)$/);
    const path = `/echo/${SECRET}`;
    const expression = { stepId: 'call', type: 'HttpRequest' as const, url: `ftp://\${Steps["start"].Headers["x-api-key"]}${path}` };
    const refused = await start(chain(expression), {}, { trigger });
    expect((await until(refused.runId)).status).toBe('Failed');
    expectNoSecret(await everything(refused.runId));
  });

  test('in a value stored in parts, across the edge of two parts, or where a long text is cut for people', async () => {
    const path = `/echo/${randomText()}`;
    // Tries every offset within the secret's width, whatever precedes the value on disk.
    const long = script('long', `${key} return "a".repeat(1048400) + (key + "-").repeat(12) + "b".repeat(70000)`);
    const send = {
      stepId: 'send',
      type: 'HttpRequest' as const,
      httpMethod: 'POST',
      url: testEnv.TARGET + path,
      bodyType: 'Text',
      body: '${Steps["long"].Response}',
    };
    const shown = script('shown', `${key} return "c".repeat(99990) + key + "d".repeat(100)`);
    const sendShown = { ...send, stepId: 'again', body: '${Steps["shown"].Response}' };
    const { runId } = await start(chain(long, send, shown, sendShown), {}, { trigger });
    expect((await until(runId)).errorMessage).toBeNull();
    expect((await callsTo(path)).map(({ body }) => body.includes(SECRET))).toEqual([true, true]);
    expectNoSecret(await everything(runId));
  });

  test('in a server’s response, echo, cookie or redirect, or in the URL of a call', async () => {
    const path = `/echo/${randomText()}`;
    const login = { stepId: 'login', type: 'CustomScript' as const, script: 'return 1' };
    const call = {
      stepId: 'call',
      type: 'HttpRequest' as const,
      httpMethod: 'POST',
      url: `${testEnv.TARGET}/redirect/307?to=${encodeURIComponent(path)}&access_token=address-9f8e7d6c5b`,
      headers: { Authorization: `Basic ${btoa('me:basic-9f8e7d6c5b')}` },
      body: '{"client_secret": "body-9f8e7d6c5b", "plain": "stays"}',
    };
    const see = script('see', 'console.log("again", "basic-" + "9f8e7d6c5b", "address-" + "9f8e7d6c5b"); return Steps["call"].Response');
    const { runId } = await start(chain(login, call, see), {}, { trigger });
    expect((await until(runId)).errorMessage).toBeNull();
    expect((await callsTo(path))[0]?.body).toContain('body-9f8e7d6c5b');
    const [, , , seen] = await allSteps(runId);
    const step = await getShard(runId).getStepInstance(runId, seen?.id ?? '');
    expect(step?.stepData?.log).toBe('again [redacted] [redacted]');
    const called = await getShard(runId).getStepInstance(runId, '2');
    const text = JSON.stringify([called, step?.stepData?.response]);
    expect(text).toContain('stays');
    expectNoSecret(text);
  });
});
