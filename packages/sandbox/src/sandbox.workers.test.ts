import { SELF } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import meteredEngine from '../dist/quickjs-metered.wasm';
import { createSandbox } from './sandbox.ts';

const sandbox = createSandbox(meteredEngine);

describe('the sandbox in workerd', () => {
  test('runs a script', async () => {
    const result = await sandbox.run(
      'return (await Steps.a.Response) * $Data.factor',
      '{"Steps":{"a":{"Response":21}},"$Data":{"factor":2}}',
    );
    expect(result).toMatchObject({ ok: true, value: 42 });
  });

  test('runs a script from a bundled Worker', async () => {
    const response = await SELF.fetch('http://portage.test/', { method: 'POST', body: 'return [1, 2].map((n) => n * 2)' });
    expect(await response.json()).toMatchObject({ ok: true, value: [2, 4] });
  });

  test.each([
    ['an endless loop', 'for (;;);', 'cpu'],
    ['an endless native loop', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', 'cpu'],
    // V8's stack can end before the engine's own: the size of V8's frames depends on what it has compiled by then.
    ['calls that double', 'const f = () => { try { f() } catch { f() } }; f()', 'cpu', 'runtime'],
    ['endless microtasks', 'for (;;) await null', 'cpu'],
    ['a catastrophic regular expression', 'return /(a+)+b/.test("a".repeat(40))', 'cpu'],
    ['an endless list', 'const list = []; for (;;) list.push({})', 'memory'],
    ['endless depth', 'const f = () => 1 + f(); return f()', 'runtime'],
    ['a promise that never settles', 'await new Promise(() => {})', 'never-settles'],
  ])('HOSTILE 16: %s ends and leaves the next script unaffected', async (_name, source, ...kinds) => {
    const result = await sandbox.run(source, '{}', { owner: 'mallory' });
    expect(kinds).toContain(result.ok ? 'ok' : result.failure.kind);
    expect(await sandbox.run('return [3, 1, 2].sort()', '{}', { owner: 'neighbour' })).toMatchObject({ ok: true, value: [1, 2, 3] });
  });

  test('HOSTILE 18: shows a script none of the Worker’s names', async () => {
    const source = `return ['fetch', 'caches', 'WebSocket', 'WebAssembly', 'setTimeout', 'process', 'require', 'navigator', 'Response', 'self']
      .filter((name) => name in globalThis)`;
    expect(await sandbox.run(source, '{}')).toMatchObject({ ok: true, value: [] });
  });

  test('has the services that the script library asks for', async () => {
    const source = `const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc'));
      return [new URL('../b', 'https://a.example/c/d').href, new Uint8Array(digest)[0], crypto.randomUUID().length,
        new Intl.NumberFormat('de').format(1234.5), new Date(0).toLocaleDateString('de', { timeZone: 'Asia/Tokyo' })]`;
    expect(await sandbox.run(source, '{}')).toMatchObject({ ok: true, value: ['https://a.example/b', 0xba, 36, '1.234,5', '1.1.1970'] });
  });
});
