import { describe, expect, test } from 'vitest';
import { expectNeighbourUnharmed, runShared } from '../testing/node-sandbox.ts';

/** Names only a host has. A script that reaches one of them has escaped. */
const hostNames =
  "['process', 'require', 'module', 'Buffer', 'fetch', 'caches', 'WebSocket', 'WebAssembly', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'structuredClone', 'navigator', 'performance', 'Response', 'Request', 'self', 'window', 'global', 'Deno', 'Bun', 'std', 'os', 'print', 'scriptArgs', 'gc', 'Worker', 'importScripts', 'XMLHttpRequest']";
const found = (globalObject: string) => `${hostNames}.filter((name) => name in ${globalObject})`;

const waysToAGlobal: [string, string][] = [
  ['constructor.constructor', '({}).constructor.constructor("return this")()'],
  ['a computed key', '({})["const" + "ructor"]["con" + "structor"]("return this")()'],
  ['a template key', '({})[`${"con"}structor`][`con${"structor"}`]("return this")()'],
  ['an escaped key', '({}).c\\u006fnstructor.c\\u006fnstructor("return this")()'],
  ['a tagged template', '((strings) => strings.constructor.constructor("return this")())`x`'],
  ['the async function constructor', 'await (async () => {}).constructor("return globalThis")()'],
  ['the generator function constructor', '(function* () {}).constructor("yield globalThis")().next().value'],
  ['the async generator function constructor', '(await (async function* () {}).constructor("yield globalThis")().next()).value'],
  ['indirect eval', '(0, eval)("this")'],
  ['sloppy this', '(function () { return this })()'],
  ['the constructor of console.log', 'console.log.constructor("return this")()'],
  ['the constructor of an input value', 'Steps.a.constructor.constructor("return this")()'],
  ['the constructor of a host function', 'Math.random.constructor("return this")()'],
  ['Reflect.construct', 'Reflect.construct(Function, ["return this"])()'],
  ['Reflect.getPrototypeOf', 'await Reflect.getPrototypeOf(async () => {}).constructor("return globalThis")()'],
  [
    'a getter on the prototype',
    '(() => { Object.defineProperty(Object.prototype, "leak", { get() { return globalThis }, configurable: true }); return (1).leak })()',
  ],
  ['an error made by the engine', '(() => { try { null.x } catch (error) { return error.constructor.constructor("return this")() } })()'],
  [
    'a stack overflow error',
    '(() => { const f = () => f(); try { f() } catch (error) { return error.constructor.constructor("return this")() } })()',
  ],
  ['the rejection of import()', 'await import("x").catch((error) => error.constructor.constructor("return this")())'],
  ['a Proxy trap', 'new Proxy({}, { get: (target, key, receiver) => globalThis }).x'],
  [
    'Symbol.species',
    '(() => { class A extends Array { static get [Symbol.species]() { return function () { A.seen = globalThis; return [] } } } new A(1).map((x) => x); return A.seen })()',
  ],
  [
    'the caller of a function',
    '(() => { function f() { try { return f.caller || globalThis } catch { return globalThis } } return f() })()',
  ],
  ['arguments.callee', '(function () { try { return arguments.callee.constructor("return this")() } catch { return globalThis } })()'],
  ['the constructor of a library function', 'btoa.constructor("return this")()'],
  ['the constructor of a library class', 'URL.constructor("return this")()'],
  [
    'the promise of a hash',
    'await (await crypto.subtle.digest("SHA-256", new Uint8Array(1))).constructor.constructor("return globalThis")()',
  ],
  ['an error of the library', '(() => { try { new URL("x") } catch (error) { return error.constructor.constructor("return this")() } })()'],
  ['the end of the function body', '(() => { globalThis.escaped = globalThis; return globalThis.escaped })()'],
];

describe('HOSTILE 15: a way to a global object', () => {
  test.each(waysToAGlobal)('by %s leads to the sandbox, not to the host', async (_name, expression) => {
    const result = await runShared(
      `const reached = ${expression}; return { names: ${found('reached')}, same: reached === globalThis, steps: typeof reached.Steps }`,
      {
        Steps: { a: 1 },
      },
    );
    expect(result).toMatchObject({ ok: true, value: { names: [], same: true, steps: 'object' } });
    await expectNeighbourUnharmed();
  });

  test('can’t be had by closing the function around the script: the text after it runs inside, metered', async () => {
    const result = await runShared(`}); globalThis.names = ${found('globalThis')}; (async function () { return names`);
    expect(result).toMatchObject({ ok: true, value: [] });
    await expectNeighbourUnharmed();
  });
});

describe('HOSTILE 18: network and host from a script', () => {
  test.each([
    ['fetch', 'return await fetch("http://169.254.169.254/")', 'ReferenceError'],
    ['XMLHttpRequest', 'new XMLHttpRequest()', 'ReferenceError'],
    ['WebSocket', 'new WebSocket("ws://localhost")', 'ReferenceError'],
    ['require', 'require("node:fs")', 'ReferenceError'],
    ['process', 'return process.env', 'ReferenceError'],
    ['timers', 'setTimeout(() => {}, 1)', 'ReferenceError'],
    ['WebAssembly', 'new WebAssembly.Memory({ initial: 1 })', 'ReferenceError'],
    ['import of a module', 'await import("node:fs")', 'ReferenceError'],
    ['import of an address', 'await import("https://example.com/x.js")', 'ReferenceError'],
    ['import of the script itself', 'await import("script.js")', 'ReferenceError'],
    ['import of the prelude', 'await import("portage.js")', 'ReferenceError'],
    ['the file functions of the engine', 'std.open("/etc/passwd")', 'ReferenceError'],
    ['the system functions of the engine', 'os.exec(["id"])', 'ReferenceError'],
    ['a static import', 'import fs from "node:fs"', 'SyntaxError'],
  ])('%s doesn’t exist', async (_name, source, name) => {
    expect(await runShared(source)).toMatchObject({ ok: false, failure: { name } });
    await expectNeighbourUnharmed();
  });

  test('defines no name that the language itself lacks', async () => {
    const result = await runShared(`return ${found('globalThis')}`);
    expect(result).toMatchObject({ ok: true, value: [] });
  });

  test('shows only the prelude’s name in stack traces', async () => {
    const result = await runShared('return { get x() { return new Error("here").stack } }');
    expect(JSON.stringify(result)).not.toMatch(/portage\/packages|file:|node:|wasm-function/);
  });

  test('accepts wrong arguments to its own functions without harm', async () => {
    const source = `console.log(); console.log(undefined, null, 1n, Symbol('s'), () => 1, new Proxy({}, { get() { throw 1 } }), { toJSON() { throw 2 } });
      console.log.call(null, 'x'); Reflect.apply(console.error, undefined, ['y']); return typeof Math.random.call(null, 1, 2, 3)`;
    const result = await runShared(source);
    expect(result).toMatchObject({ ok: true, value: 'number' });
    expect(result.logs.map(({ text }) => text)).toEqual(['', 'undefined null 1 Symbol(s) [function] [object] [object]', 'x', 'y']);
    await expectNeighbourUnharmed();
  });
});
