import { describe, expect, test } from 'vitest';
import { callsTo, chain, getShard, randomText, start, testEnv, until } from '../../test/harness.ts';
import { ownShard } from '../../test/own-shard.ts';

const script = (stepId: string, text: string) => ({ stepId, type: 'CustomScript' as const, script: text });

async function runScript(text: string): Promise<{ status: string; error: string | null; value: unknown }> {
  const { runId } = await start(chain(script('s', text)), { secret: 1 });
  const run = await until(runId);
  const step = await getShard(runId).getStepInstance(runId, '1');
  return { status: run.status, error: run.errorMessage, value: step?.stepData?.response?.body };
}

describe('hostile scripts as steps of a run', () => {
  test.each([
    ['an endless loop', 'for (;;) {}'],
    ['endless microtasks', 'const f = () => Promise.resolve().then(f); await f(); await new Promise(() => {})'],
    ['a native endless loop', 'return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['a 1 GB string', 'let s = "x"; for (let at = 0; at < 30; at += 1) s += s; return s.length'],
    ['a catastrophic expression', 'return /^(a+)+$/.test("a".repeat(40) + "!")'],
    ['a promise that never settles', 'await new Promise(() => {})'],
  ])('HOSTILE 16: %s fails its run with a clear error, and the next run continues', async (_name, text) => {
    const { status, error } = await runScript(text);
    expect(status).toBe('Failed');
    expect(error).toMatch(/\S{4}/);
    expect(await runScript('return 2 + 2')).toMatchObject({ status: 'Succeeded', value: 4 });
  });

  test('HOSTILE 17: built-ins that one script corrupts are intact in the run’s next script and in another tenant’s', async () => {
    const poison = `
      Array.prototype.map = () => ["poisoned"]; JSON.stringify = () => '"poisoned"'; Object.keys = () => ["poisoned"];
      Promise.prototype.then = () => { throw new Error("poisoned") }; globalThis.leak = Steps["start"].Payload;
      Object.prototype.polluted = "poisoned"; return 1`;
    const look =
      'return { mapped: [1, 2].map((n) => n * 2), keys: Object.keys({ a: 1 }), polluted: ({}).polluted ?? null, leak: typeof leak }';
    const clean = { mapped: [2, 4], keys: ['a'], polluted: null, leak: 'undefined' };
    const { runId } = await start(chain(script('poison', poison), script('look', look)), { secret: 'of the first tenant' });
    await until(runId);
    expect((await getShard(runId).getStepInstance(runId, '2'))?.stepData?.response?.body).toEqual(clean);
    const other = ownShard()(chain(script('look', look)));
    await getShard(other.runId).startRun(other);
    await until(other.runId);
    expect((await getShard(other.runId).getStepInstance(other.runId, '1'))?.stepData?.response?.body).toEqual(clean);
  });

  test('HOSTILE 18: no access to the network, the host or another run', async () => {
    const path = `/echo/${randomText()}`;
    const names = [
      'fetch',
      'WebSocket',
      'XMLHttpRequest',
      'require',
      'process',
      'Deno',
      'Bun',
      'importScripts',
      'caches',
      'WebAssembly',
      'setTimeout',
      'env',
    ];
    const { value } = await runScript(`return ${JSON.stringify(names)}.filter((name) => typeof globalThis[name] !== "undefined")`);
    expect(value).toEqual([]);
    for (const text of [
      `await fetch("${testEnv.TARGET}${path}")`,
      `await import("${testEnv.TARGET}${path}")`,
      'return await import("node:fs")',
      'return await import("cloudflare:sockets")',
    ]) {
      expect((await runScript(text)).status).toBe('Failed');
    }
    expect(await callsTo(path)).toEqual([]);
  });

  test('HOSTILE 15: constructors reach only the sandbox itself', async () => {
    for (const text of [
      'return [].constructor.constructor("return typeof process + typeof fetch")()',
      'return (async () => {}).constructor("return typeof process + typeof fetch")()',
      'return (function* () {}).constructor("return typeof process + typeof fetch")().next().value ?? "undefinedundefined"',
    ]) {
      const { status, value } = await runScript(text);
      if (status === 'Succeeded') expect(['undefinedundefined', null]).toContain(value);
    }
  });
});
