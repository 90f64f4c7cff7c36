import { SELF } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import meteredEngine from '../dist/quickjs-metered.wasm';
import { createSandbox } from './sandbox.ts';

const sandbox = createSandbox(meteredEngine);

describe('the sandbox in workerd', () => {
  it('runs a script', async () => {
    const result = await sandbox.run(
      'return (await Steps.a.Response) * $Data.factor',
      '{"Steps":{"a":{"Response":21}},"$Data":{"factor":2}}',
    );
    expect(result).toMatchObject({ ok: true, value: 42 });
  });

  it('runs a script from a bundled Worker', async () => {
    const response = await SELF.fetch('http://portage.test/', { method: 'POST', body: 'return [1, 2].map((n) => n * 2)' });
    expect(await response.json()).toMatchObject({ ok: true, value: [2, 4] });
  });

  it.each([
    ['an endless loop', 'for (;;);', 'cpu'],
    ['an endless native loop', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', 'cpu'],
    ['calls that double', 'const f = () => { try { f() } catch { f() } }; f()', 'cpu'],
    ['endless microtasks', 'for (;;) await null', 'cpu'],
    ['a catastrophic regular expression', 'return /(a+)+b/.test("a".repeat(40))', 'cpu'],
    ['an endless list', 'const list = []; for (;;) list.push({})', 'memory'],
    ['endless depth', 'const f = () => 1 + f(); return f()', 'runtime'],
    ['a promise that never settles', 'await new Promise(() => {})', 'never-settles'],
  ])('HOSTILE 16: %s ends and leaves the next script in order', async (_name, source, kind) => {
    expect(await sandbox.run(source, '{}', { owner: 'mallory' })).toMatchObject({ ok: false, failure: { kind } });
    expect(await sandbox.run('return [3, 1, 2].sort()', '{}', { owner: 'neighbour' })).toMatchObject({ ok: true, value: [1, 2, 3] });
  });

  it('HOSTILE 18: shows a script none of the names of the Worker', async () => {
    const source = `return ['fetch', 'caches', 'WebSocket', 'WebAssembly', 'setTimeout', 'process', 'require', 'navigator', 'crypto', 'Response', 'self']
      .filter((name) => name in globalThis)`;
    expect(await sandbox.run(source, '{}')).toMatchObject({ ok: true, value: [] });
  });
});
