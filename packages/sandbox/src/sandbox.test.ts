import { describe, expect, test } from 'vitest';
import { createNodeSandbox, runShared } from './testing/node-sandbox.ts';

const order = {
  Steps: { start: { Payload: { total: 12.5, lines: [{ sku: 'a' }, { sku: 'b' }] } } },
  $Data: { seen: 3 },
  $Consts: { WorkflowId: 'w1' },
};

describe('a script', () => {
  test.each([
    ['a step, data and constants', 'return [Steps["start"].Payload.total, $Data.seen, $Consts.WorkflowId]', [12.5, 3, 'w1']],
    ['$Steps for Steps', 'return $Steps["start"].Payload.lines.map((line) => line.sku).join()', 'a,b'],
    ['no value for null', 'const x = 1', null],
    ['undefined for null', 'return undefined', null],
    ['a function for null', 'return () => 1', null],
    ['NaN for null', 'return [NaN, Infinity]', [null, null]],
    ['a Date as its text', 'return new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['what a promise gives', 'return Promise.all([1, Promise.resolve(2), (async () => 3)()])', [1, 2, 3]],
    ['await anywhere', 'let sum = 0; for await (const n of [1, Promise.resolve(2)]) sum += n; return sum', 3],
    ['a comment at its end', 'return 5 // done', 5],
    ['names of its own over those given', 'const Steps = 1, $Data = 2, console = 3; return Steps + $Data + console', 6],
    ['text of every script', 'return "héllo ✓ 𝄞 \\u0000 \\n"', 'héllo ✓ 𝄞 \u0000 \n'],
    ['the key __proto__', 'return { ["__proto__"]: 1, constructor: 2 }', JSON.parse('{"__proto__":1,"constructor":2}')],
    ['toJSON', 'return { a: { toJSON: () => "b" } }', { a: 'b' }],
    ['local time as UTC', 'return [new Date(2024, 5, 1).toISOString(), new Date(0).getTimezoneOffset()]', ['2024-06-01T00:00:00.000Z', 0]],
  ])('returns %s', async (_name, source, value) => {
    const result = await runShared(source, order);
    expect(result).toMatchObject({ ok: true });
    expect(result.ok && result.value).toStrictEqual(value);
    expect(result.ok && JSON.parse(result.valueJson)).toStrictEqual(value);
  });

  test('HOSTILE 9: keeps keys __proto__ and constructor of its input as plain keys', async () => {
    const sandbox = createNodeSandbox();
    const result = await sandbox.run(
      'return [Object.keys(Steps.a), ({}).polluted === undefined, JSON.stringify(Steps.a)]',
      '{"Steps":{"a":{"__proto__":{"polluted":true},"constructor":1}}}',
    );
    expect(result).toMatchObject({
      ok: true,
      value: [['__proto__', 'constructor'], true, '{"__proto__":{"polluted":true},"constructor":1}'],
    });
  });

  test('HOSTILE 9: accepts and returns lone surrogates unchanged', async () => {
    const result = await runShared('return [Steps.a, Steps.a.length, "\\udc00" + Steps.a]', { Steps: { a: '\ud800' } });
    expect(result).toMatchObject({ ok: true, value: ['\ud800', 1, '\udc00\ud800'] });
  });

  test.each([
    ['BigInt', 'return 1n', 'TypeError'],
    ['a ring', 'const a = {}; a.a = a; return a', 'TypeError'],
  ])('HOSTILE 9: says clearly that %s isn’t JSON', async (_name, source, name) => {
    expect(await runShared(source)).toMatchObject({ ok: false, failure: { kind: 'runtime', name } });
  });

  test('gets different random numbers each time', async () => {
    const draw = async () => JSON.stringify(await runShared('return [Math.random(), Math.random()]'));
    expect(await draw()).not.toBe(await draw());
  });

  test('has a clock', async () => {
    const before = Date.now();
    const result = await runShared('return Date.now()');
    expect(result.ok && Number(result.value)).toBeGreaterThanOrEqual(before);
    expect(result.ok && Number(result.value)).toBeLessThanOrEqual(Date.now());
  });
});

describe('a failing script', () => {
  test.each([
    ['no JavaScript', 'const a = 1;\nconst b = ;', 'syntax', 'SyntaxError', 2],
    ['a brace too many', 'return 1 }', 'syntax', 'SyntaxError', 1],
    ['a brace too few', 'if (true) {\nreturn 1', 'syntax', 'SyntaxError', 2],
    ['a property of nothing', '\n\nreturn Steps.missing.Payload', 'runtime', 'TypeError', 3],
    ['an unknown name', 'const a = 1;\nreturn missing', 'runtime', 'ReferenceError', 2],
    ['its own error', 'class Refused extends Error { name = "Refused" }\n\n\nthrow new Refused("no")', 'runtime', 'Refused', 4],
    ['an error after await', 'await null;\nawait null;\nthrow new RangeError("late")', 'runtime', 'RangeError', 3],
    ['an error in a function', 'const f = () => {\n  throw new Error("in")\n};\nf()', 'runtime', 'Error', 2],
    ['bad JSON', 'const t = "{";\nreturn JSON.parse(t)', 'runtime', 'SyntaxError', 2],
  ])('reports kind, name and line of %s', async (_name, source, kind, name, line) => {
    expect(await runShared(source)).toMatchObject({ ok: false, failure: { kind, name, line } });
  });

  test.each([
    ['a text', 'throw "just text"', 'just text'],
    ['a number', 'throw 42', '42'],
    ['null', 'throw null', 'null'],
    ['undefined', 'throw undefined', 'undefined'],
    ['an object', 'throw { code: 7 }', '{"code":7}'],
    ['a symbol', 'throw Symbol("s")', 'Symbol(s)'],
    ['a Proxy that throws', 'throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })', ''],
  ])('shows %s that was thrown', async (_name, source, message) => {
    const result = await runShared(source);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'runtime' } });
    if (message !== '') expect(!result.ok && result.failure.message).toBe(message);
  });

  test('shortens an endless message', async () => {
    const result = await runShared('throw new Error("x".repeat(1e6))');
    expect(!result.ok && result.failure.message.length).toBe(4000);
  });

  test('returns what it logged before', async () => {
    const result = await runShared(
      'console.log("a", { b: [1] }); console.info("i"); console.warn(new TypeError("w")); console.error(null); throw 1',
    );
    expect(result.ok).toBe(false);
    expect(result.logs).toEqual([
      { level: 'log', text: 'a {"b":[1]}' },
      { level: 'info', text: 'i' },
      { level: 'warn', text: 'TypeError: w' },
      { level: 'error', text: 'null' },
    ]);
  });

  test('returns what it logged before a cut inside the engine', async () => {
    const result = await runShared('console.log("before"); Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)');
    expect(result).toMatchObject({ ok: false, failure: { kind: 'cpu' }, logs: [{ level: 'log', text: 'before' }] });
  });
});

describe('limits', () => {
  test('refuse a source, an input and a value that are too large', async () => {
    const sandbox = createNodeSandbox();
    const tooLarge = { ok: false, failure: { kind: 'too-large' } };
    expect(await sandbox.run('return 1 // 123456', '{}', { sourceBytes: 10 })).toMatchObject(tooLarge);
    expect(await sandbox.run('return 1', `{"Steps":{"a":"${'é'.repeat(60)}"}}`, { inputBytes: 100 })).toMatchObject(tooLarge);
    expect(await sandbox.run('return "é".repeat(60)', '{}', { outputBytes: 100 })).toMatchObject(tooLarge);
    expect(await sandbox.run('return "x".repeat(9 * 1024 * 1024)', '{}')).toMatchObject(tooLarge);
  });

  test('report a value or log line without memory for its text instead of crashing', async () => {
    expect(await runShared('return "x".repeat(16 * 1024 * 1024)')).toMatchObject({ ok: false, failure: { kind: 'memory' } });
    const logged = await runShared('console.log("x".repeat(16 * 1024 * 1024)); console.log("next"); return 1');
    expect(logged).toMatchObject({ ok: true, value: 1, logs: [{ level: 'warn' }] });
  });

  test('allow an input and a value of several megabytes', async () => {
    const result = await runShared('return { text: Steps.a + "!" }', { Steps: { a: 'x'.repeat(4_000_000) } });
    expect(result.ok && result.valueJson.length).toBe(4_000_012);
  });

  test('can be lowered by the caller, never raised', async () => {
    const sandbox = createNodeSandbox();
    const loop = 'for (let i = 0; i < 1e5; i++); return 1';
    expect(await sandbox.run(loop, '{}')).toMatchObject({ ok: true });
    expect(await sandbox.run(loop, '{}', { fuel: 100_000 })).toMatchObject({ ok: false, failure: { kind: 'cpu' } });
    const list = 'return new Uint8Array(4e6).length';
    expect(await sandbox.run(list, '{}')).toMatchObject({ ok: true });
    expect(await sandbox.run(list, '{}', { memoryBytes: 2_000_000 })).toMatchObject({ ok: false, failure: { kind: 'memory' } });
    const manySmall = 'const a = []; for (let i = 0; i < 200000; i++) a.push({ i }); return a.length';
    expect(await sandbox.run(manySmall, '{}')).toMatchObject({ ok: true, value: 200_000 });
    expect(await sandbox.run(manySmall, '{}', { memoryBytes: 4_000_000 })).toMatchObject({ ok: false, failure: { kind: 'memory' } });
    await expect(sandbox.run('return 1', '{}', { fuel: 100_000_001 })).rejects.toThrow(RangeError);
    await expect(sandbox.run('return 1', '{}', { memoryBytes: 0 })).rejects.toThrow(/memoryBytes/);
  });

  test('count an invalid JSON input as an error of the script step, not of the host', async () => {
    expect(await createNodeSandbox().run('return 1', '{"Steps":')).toMatchObject({ ok: false, failure: { name: 'SyntaxError' } });
  });
});

describe('turns', () => {
  test('make scripts wait for a pause once much fuel was spent, and only then', async () => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const sandbox = createNodeSandbox({ pause, fuelPerTurn: 1_000_000 });
    for (let index = 0; index < 10; index += 1) await sandbox.run('return 1', '{}');
    expect(pauses).toBe(0);
    await sandbox.run('for (let i = 0; i < 1e6; i++);', '{}');
    await sandbox.run('return 1', '{}');
    await sandbox.run('return 1', '{}');
    expect(pauses).toBe(2);
  });

  test('refuse the scripts of an owner with too many waiting, and nobody else’s', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const sandbox = createNodeSandbox({ pause: () => promise, fuelPerTurn: 1, maxWaitingPerOwner: 2 });
    await sandbox.run('return 0', '{}', { owner: 'busy' });
    const waiting = [1, 2].map((n) => sandbox.run(`return ${n}`, '{}', { owner: 'busy' }));
    const third = await sandbox.run('return 3', '{}', { owner: 'busy' });
    expect(third).toMatchObject({ ok: false, failure: { kind: 'engine', name: 'TooManyScripts' } });
    const neighbour = sandbox.run('return 4', '{}', { owner: 'neighbour' });
    resolve();
    expect((await Promise.all([...waiting, neighbour])).map((result) => result.ok && result.value)).toEqual([1, 2, 4]);
  });
});

describe('an input of a webhook’s size', () => {
  const lines = (bytes: number) =>
    Array.from({ length: Math.floor(bytes / 92) }, (_, id) => ({
      id,
      sku: `sku-${id}`,
      name: 'Green tea, loose leaf',
      price: 12.5,
      paid: true,
    }));
  test.each<[string, unknown]>([
    ['one text', 'x'.repeat(10_000_000)],
    ['other than Latin letters', 'é€'.repeat(2_000_000)],
    ['orders', lines(10_000_000)],
    ['numbers', Array.from({ length: 1_400_000 }, (_, at) => 100_000 + (at % 800_000))],
  ])('is read, 10 MB of %s, and leaves the script all of its computing time', async (_name, payload) => {
    const loop = 'let n = 0; for (let i = 0; i < 5e5; i += 1) n += i; return [Steps.start.Payload.length, n]';
    const result = await runShared(loop, { Steps: { start: { Payload: payload } } });
    expect(result.ok ? (result.value as number[])[0] : result.failure).toBe((payload as string | unknown[]).length);
  });
});
