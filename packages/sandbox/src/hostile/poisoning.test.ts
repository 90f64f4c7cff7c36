import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Machine } from '../engine/machine.ts';
import { runScript } from '../engine/run-script.ts';
import { defaultLimits } from '../script-limits.ts';
import { createNodeSandbox, expectNeighbourUnharmed, runShared, wasmModule } from '../testing/node-sandbox.ts';

const poisons: [string, string][] = [
  ['JSON.stringify', 'JSON.stringify = () => "\\"stolen\\""'],
  ['JSON.parse', 'JSON.parse = () => ({ Steps: "stolen" })'],
  ['JSON itself', 'globalThis.JSON = null'],
  ['Promise.prototype.then', 'Promise.prototype.then = function () { return "stolen" }'],
  ['Promise.resolve', 'Promise.resolve = () => "stolen"'],
  ['Promise', 'globalThis.Promise = class {}'],
  ['the constructor of promises', 'Object.defineProperty(Promise.prototype, "constructor", { get() { return class {} } })'],
  [
    'Object.prototype',
    'Object.prototype.stolen = 1; Object.prototype.Steps = "stolen"; Object.prototype.value = 7; Object.prototype.get = () => 7',
  ],
  ['Object.prototype by __proto__', '({}).__proto__.polluted = true'],
  ['Object.defineProperty', 'Object.defineProperty = () => { throw 1 }'],
  ['Array.prototype', 'Array.prototype.map = Array.prototype.reduce = Array.prototype.sort = () => "stolen"'],
  ['Array iteration', 'Array.prototype[Symbol.iterator] = function* () { yield "stolen" }'],
  ['a setter for index 0', 'Object.defineProperty(Array.prototype, 0, { set() {}, get() { return "stolen" } })'],
  ['String.prototype', 'String.prototype.slice = String.prototype.toString = () => "stolen"'],
  ['RegExp.prototype.exec', 'RegExp.prototype.exec = () => null'],
  ['Function.prototype.call', 'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => "stolen"'],
  ['Error', 'globalThis.Error = class { constructor() { return { stolen: 1 } } }; Error.prepareStackTrace = () => "stolen"'],
  ['instanceof', 'Object.defineProperty(Error, Symbol.hasInstance, { value: () => true })'],
  ['Date', 'Date.prototype.toISOString = () => "stolen"; globalThis.Date = null'],
  ['Math.random', 'Math.random = () => 4'],
  ['console', 'console.log = () => {}; globalThis.console = null'],
  ['the global object, frozen', 'Object.freeze(globalThis); Object.freeze(Object.prototype)'],
  ['the prototype of the global object', 'Object.setPrototypeOf(globalThis, { Steps: "stolen" })'],
  ['symbols of the registry', 'Symbol.for("shared").description; globalThis[Symbol.for("shared")] = "stolen"'],
  ['undeclared names', 'stolen = 1; globalThis.$Steps = "stolen"'],
  [
    'the library',
    'URL.prototype.toString = TextEncoder.prototype.encode = () => "stolen"; globalThis.atob = globalThis.btoa = () => "stolen"; globalThis.URL = class {}',
  ],
  ['hashes and signatures', 'crypto.subtle.digest = crypto.subtle.sign = async () => new ArrayBuffer(1); globalThis.crypto = null'],
  ['formats', 'Intl.NumberFormat.prototype.format = Date.prototype.toLocaleString = () => "stolen"; globalThis.Intl = null'],
  ['toJSON on everything', 'Object.prototype.toJSON = String.prototype.toJSON = () => "stolen"'],
];

describe('HOSTILE 17: built-ins poisoned by one script', () => {
  test.each(poisons)('%s: the next script of another tenant isn’t affected', async (_name, poison) => {
    await runShared(`${poison}; return 1`);
    await expectNeighbourUnharmed();
  });

  test.each(poisons)('%s: the next script of the same tenant isn’t affected, either', async (_name, poison) => {
    const sandbox = createNodeSandbox();
    const look = `const library = [btoa("a"), new URL("https://a.example/b?c").pathname, new TextEncoder().encode("ä").length, new Intl.NumberFormat("de").format(1.5),
         new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(1))).join()];
       return [Object.getOwnPropertyNames(globalThis).sort(), Object.getOwnPropertyNames(Object.prototype), JSON.stringify([1]), [..."ab"], library]`;
    const before = await sandbox.run(look, '{}', { owner: 'same' });
    await sandbox.run(`${poison}; throw 1`, '{}', { owner: 'same' });
    const after = await sandbox.run(look, '{}', { owner: 'same' });
    // The host's work for a script is charged by its time.
    expect({ ...after, fuelUsed: before.fuelUsed }).toEqual(before);
    expect(after.ok).toBe(true);
  });

  test.each([
    ['then', 'Promise.prototype.then = function (ok) { ok(13) }; await null; return 5'],
    ['stringify', 'JSON.stringify = () => "13"; return 5'],
    ['String', 'globalThis.String = () => "13"; return 5'],
    ['defineProperty', 'Object.defineProperty = null; return 5'],
  ])('a script that patches %s still returns its own value', async (_name, source) => {
    expect(await runShared(source)).toMatchObject({ ok: true, value: 5 });
  });

  test.each([
    ['ended well', 'return 1', true],
    ['was cut', 'for (;;);', false],
    ['trapped', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', false],
    ['had filled its memory', 'const a = []; for (;;) a.push(Steps.s.repeat(1000) + a.length)', false],
  ])('nothing of a script that %s is in memory when another owner comes', (_name, end, isWell) => {
    const marker = 'MALLORYS-SECRET';
    const machine = new Machine(wasmModule);
    const pattern = Buffer.from(marker);
    const holdsMarker = () => Buffer.from(machine.memory.buffer).includes(pattern);
    const source = `globalThis.kept = []; for (let i = 0; i < 200; i++) kept.push(Steps.s + i); ${end}`;
    const result = runScript(machine, 'mallory', source, `{"Steps":{"s":"${marker}"}}`, defaultLimits);
    expect(result.ok).toBe(isWell);
    expect(holdsMarker()).toBe(true);
    machine.prepare('neighbour', defaultLimits);
    expect(holdsMarker()).toBe(false);
  });

  test('memory is the same, byte for byte, before each script of any owner', () => {
    const machine = new Machine(wasmModule);
    const hash = () =>
      createHash('sha256')
        .update(new Uint8Array(machine.memory.buffer, 0, 6_553_600))
        .digest('hex');
    const run = (owner: string, source: string) => runScript(machine, owner, source, '{}', defaultLimits);
    machine.prepare('first', defaultLimits);
    const before = hash();
    run('mallory', 'Object.prototype.x = 1; const f = () => { try { f() } catch { f() } }; f()');
    run('mallory', 'const a = []; for (;;) a.push("x".repeat(1000) + a.length)');
    machine.prepare('second', defaultLimits);
    expect(hash()).toBe(before);
    const past = new Uint8Array(machine.memory.buffer, 6_553_600);
    expect(past.length).toBeGreaterThan(20_000_000);
    expect(past.every((byte) => byte === 0)).toBe(true);
  });

  test('the same script uses the same fuel whatever ran before it', async () => {
    const sandbox = createNodeSandbox();
    const run = async () => (await sandbox.run('return [3, 1, 2].sort().map(String)', '{}', { owner: 'a' })).fuelUsed;
    const first = await run();
    await sandbox.run('Object.prototype.x = 1; const a = []; for (;;) a.push("x".repeat(1000) + 1)', '{}', { owner: 'b' });
    await sandbox.run('Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', '{}', { owner: 'c' });
    expect(await run()).toBe(first);
  });
});
