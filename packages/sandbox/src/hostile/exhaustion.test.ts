import { describe, expect, test } from 'vitest';
import type { ScriptFailureKind } from '../script-result.ts';
import { expectNeighbourUnharmed, expectStopped, runShared } from '../testing/node-sandbox.ts';

type Attack = readonly [name: string, source: string, ...kinds: ScriptFailureKind[]];

const loops: Attack[] = [
  ['while (true)', 'while (true) {}', 'cpu'],
  ['for (;;) with a caught body', 'for (;;) { try { null.x } catch {} }', 'cpu'],
  ['a loop whose finally loops', 'try { for (;;); } finally { for (;;); }', 'cpu'],
  ['a loop that catches its own end', 'for (;;) { try { for (;;); } catch (e) { continue } }', 'cpu'],
  ['a label that goes back', 'again: for (;;) { for (;;) continue again }', 'cpu'],
  ['a generator without end', 'function* g() { for (;;) yield 1 } for (const x of g());', 'cpu'],
  ['an iterator without end', 'const it = { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }; for (const x of it);', 'cpu'],
  [
    'spread of an iterator without end',
    'const it = { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }; [...it]',
    'cpu',
    'memory',
  ],
  ['a getter that loops', 'const o = { get x() { for (;;); } }; return o.x', 'cpu'],
  ['a toJSON that loops', 'return { toJSON() { for (;;); } }', 'cpu'],
  ['a then that loops', 'return { then() { for (;;); } }', 'cpu'],
  ['a message that loops', 'throw { get message() { for (;;); } }', 'cpu', 'runtime'],
  ['a stack that loops', 'const e = new Error("x"); Object.defineProperty(e, "stack", { get() { for (;;); } }); throw e', 'cpu', 'runtime'],
  ['a Proxy that loops', 'return new Proxy({}, { ownKeys() { for (;;); } })', 'cpu'],
  ['valueOf that loops', 'return +{ valueOf() { for (;;); } }', 'cpu'],
  [
    'a species constructor that loops',
    'class A extends Array { static get [Symbol.species]() { for (;;); } } return new A(1).map((x) => x)',
    'cpu',
  ],
  ['a loop made by Function', 'return Function("for (;;);")()', 'cpu'],
  ['a loop made by eval', 'return eval("for (;;);")', 'cpu'],
  ['a loop outside the function body', '}); for (;;); (async function () {', 'cpu'],
  ['a finalizer registry and a loop', 'new FinalizationRegistry(() => { for (;;); }).register({}, 1); for (;;) ({})', 'cpu'],
];

const nativeLoops: Attack[] = [
  ['indexOf', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', 'cpu'],
  ['lastIndexOf', 'Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)', 'cpu'],
  ['includes', 'Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)', 'cpu'],
  ['fill', 'Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 1)', 'cpu', 'memory', 'runtime'],
  ['reverse', 'Array.prototype.reverse.call({ length: 2 ** 53 - 1 })', 'cpu'],
  ['join', 'return Array.prototype.join.call({ length: 2 ** 32 }, "")', 'cpu', 'memory', 'runtime'],
  ['forEach over holes', 'new Array(2 ** 32 - 1).forEach(() => {})', 'cpu'],
  ['sort of a sparse list', 'const a = []; a[2 ** 32 - 2] = 1; a.sort()', 'cpu', 'memory'],
  ['copyWithin', 'Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 0, 1)', 'cpu'],
  ['Array.from', 'Array.from({ length: 2 ** 32 - 1 })', 'cpu', 'memory', 'runtime'],
  ['functions that double', 'const f = () => { try { f() } catch { f() } }; f()', 'cpu'],
  ['a typed array filled again and again', 'const a = new Uint8Array(2 ** 24); for (;;) a.fill(1)', 'cpu'],
  ['a typed array copied again and again', 'const a = new Uint8Array(2 ** 23), b = new Uint8Array(2 ** 23); for (;;) b.set(a)', 'cpu'],
  ['slices of a buffer', 'const a = new ArrayBuffer(2 ** 23); for (;;) a.slice(0)', 'cpu'],
  ['a power of BigInts', 'return String((2n ** 65536n) ** 4096n)', 'cpu', 'memory', 'runtime'],
  ['BigInt products', 'let x = 3n; for (;;) x = x * x', 'cpu', 'memory', 'runtime'],
  ['text of a huge BigInt', 'return (1n << 1000000n).toString().length', 'cpu', 'memory', 'runtime'],
  ['regular expression: nested quantifiers', 'return /(a+)+b/.test("a".repeat(40))', 'cpu'],
  ['regular expression: alternatives', 'return /^(a|a)*$/.test("a".repeat(40) + "!")', 'cpu'],
  ['regular expression: back reference', String.raw`return /(x+x+)+y\1/.test("x".repeat(60))`, 'cpu'],
  ['regular expression: look-ahead', 'return /(?=(a+)+$)a+!/.test("a".repeat(40) + "?")', 'cpu', 'memory'],
  [
    'regular expression with a huge count',
    'return new RegExp("(?:a{0,60000}){0,60000}b").test("a".repeat(100000))',
    'cpu',
    'memory',
    'syntax',
    'runtime',
  ],
  ['string search, worst case', 'const t = "a".repeat(1e6), p = "a".repeat(5e5) + "b"; for (;;) t.indexOf(p)', 'cpu'],
  ['replaceAll that grows', 'let s = "a"; for (;;) s = s.replaceAll("a", "aa")', 'cpu', 'memory', 'runtime'],
  ['normalize of much text', 'const s = "\\u1E9B\\u0323".repeat(1e5); for (;;) s.normalize("NFKD")', 'cpu', 'memory'],
  ['JSON.parse again and again', 'const s = "[" + "1,".repeat(1e5) + "1]"; for (;;) JSON.parse(s)', 'cpu', 'memory'],
];

const memory: Attack[] = [
  ['a text of a gigabyte', 'return "x".repeat(2 ** 29) + "x".repeat(2 ** 29)', 'memory', 'runtime'],
  ['a text doubled for ever', 'let s = "x"; for (;;) s += s', 'memory', 'runtime', 'cpu'],
  ['padding', 'return "".padStart(2 ** 30 - 1, "ab")', 'memory', 'runtime', 'cpu'],
  ['a list without end', 'const a = []; for (;;) a.push({})', 'memory'],
  ['texts without end', 'const a = []; for (;;) a.push("x".repeat(100000) + a.length)', 'memory'],
  ['a buffer of two gigabytes', 'return new ArrayBuffer(2 ** 31 - 1).byteLength', 'memory', 'runtime'],
  ['buffers without end', 'const a = []; for (;;) a.push(new Uint8Array(1e6))', 'memory'],
  ['a Map without end', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, i)', 'memory', 'cpu'],
  ['closures without end', 'let f = () => 0; for (;;) { const g = f; f = () => g }', 'memory', 'cpu'],
  ['symbols without end', 'const a = []; for (let i = 0; ; i++) a.push(Symbol.for("k" + i))', 'memory', 'cpu'],
  ['property names without end', 'const o = {}; for (let i = 0; ; i++) o["p" + i] = i', 'memory', 'cpu'],
  [
    'running out and going on',
    'for (;;) { try { const a = []; for (;;) a.push("x".repeat(1e6) + 1) } catch {} }',
    'memory',
    'cpu',
    'runtime',
  ],
  ['a null thrown for want of memory', 'const a = []; try { for (;;) a.push([]) } catch { for (;;) a.push([]) }', 'memory', 'cpu'],
  ['JSON that grows by toJSON', 'const o = () => ({ toJSON: () => [o(), o()] }); return o()', 'memory', 'runtime', 'cpu'],
];

const depth: Attack[] = [
  ['endless recursion', 'const f = () => 1 + f(); return f()', 'runtime'],
  ['recursion by getters', 'const o = { get x() { return this.x } }; return o.x', 'runtime'],
  ['recursion by toString', 'const o = { toString() { return "" + this } }; return "" + o', 'runtime'],
  ['recursion by Proxy', 'const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x', 'runtime'],
  ['a chain of Proxies', 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x', 'runtime', 'memory', 'cpu'],
  ['JSON.parse of deep text', 'return JSON.parse("[".repeat(1e5))', 'runtime', 'memory'],
  ['JSON.stringify of a deep list', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a', 'runtime', 'memory'],
  ['deep source', `return ${'('.repeat(20_000)}1${')'.repeat(20_000)}`, 'syntax', 'runtime', 'memory'],
  ['a deep regular expression', 'return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("")', 'runtime', 'memory', 'syntax'],
  ['bound functions in a chain', 'let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); return f()', 'runtime', 'memory', 'cpu'],
  ['eval in eval', 'const f = (s) => eval("f(" + JSON.stringify(s) + ")"); return f("x")', 'runtime', 'cpu', 'memory'],
  ['a flattened ring', 'const a = []; a.push(a); return a.flat(Infinity)', 'runtime', 'memory', 'cpu'],
];

// If a promise job runs out of memory, its chain ends there, and whatever awaits it waits forever.
const promises: Attack[] = [
  ['a promise that never settles', 'await new Promise(() => {})', 'never-settles'],
  ['a thenable that never answers', 'await { then() {} }', 'never-settles'],
  ['endless await', 'for (;;) await null', 'cpu'],
  [
    'microtasks that breed',
    'const f = () => Promise.resolve().then(f); f(); await new Promise(() => {})',
    'cpu',
    'memory',
    'never-settles',
  ],
  [
    'microtasks that double',
    'const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})',
    'cpu',
    'memory',
    'never-settles',
  ],
  ['a loop inside a promise job, with a good value', 'Promise.resolve().then(() => { for (;;); }); await 1; return 5', 'cpu'],
  ['a native loop inside a promise job', 'await null; Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', 'cpu'],
  ['a thenable that gives itself', 'const t = { then: (ok) => ok(t) }; await t', 'cpu', 'memory'],
  ['an async generator without end', 'async function* g() { for (;;) yield 1 } for await (const x of g());', 'cpu'],
  [
    'a lock that nobody opens',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); await new Promise(() => {})',
    'runtime',
    'never-settles',
  ],
];

describe.each([
  ['loops', loops],
  ['loops inside the engine', nativeLoops],
  ['memory', memory],
  ['depth', depth],
  ['promises', promises],
])('HOSTILE 16: a script that would never end or would use up everything: %s', (_group, attacks) => {
  test.each(attacks)('stops %s', async (_name, source, ...kinds) => {
    await expectStopped(source, kinds as ScriptFailureKind[]);
  });
});

describe('HOSTILE 16: a flood of log lines', () => {
  test('keeps 64 KB of it and says that the rest was dropped', async () => {
    const result = await runShared('for (let i = 0; i < 5000; i++) console.log("x".repeat(100)); return 1');
    expect(result.ok).toBe(true);
    const size = result.logs.reduce((sum, { text }) => sum + text.length, 0);
    expect(size).toBeGreaterThan(40_000);
    expect(size).toBeLessThan(66_000);
    expect(result.logs.at(-1)?.text).toMatch(/log is full/);
    await expectNeighbourUnharmed();
  });

  test('stops an endless flood and returns what was logged', async () => {
    const result = await runShared('for (;;) console.log("flood")');
    expect(result).toMatchObject({ ok: false, failure: { kind: 'cpu' } });
    expect(result.logs.length).toBeGreaterThan(100);
    expect(result.logs.length).toBeLessThan(5000);
    await expectNeighbourUnharmed();
  });
});
