import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectNeighbourUnharmed, expectStopped, runShared } from '../../testing/node-sandbox.ts';
import { TextDecoder as GuestDecoder, TextEncoder as GuestEncoder, atob as guestAtob, btoa as guestBtoa } from './encoding.ts';
import { URLSearchParams as GuestParams } from './url-search-params.ts';

async function runToResult(source: string): Promise<unknown> {
  const result = await runShared(source);
  return result.ok ? result.value : result.failure;
}

describe('text and bytes', () => {
  test('are encoded and decoded as the platform does, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(new GuestDecoder().decode(bytes)).toBe(new TextDecoder().decode(bytes));
      }),
      { numRuns: 3_000 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(new GuestEncoder().encode(text)).toEqual(new TextEncoder().encode(text));
        expect(new GuestDecoder().decode(new GuestEncoder().encode(text))).toBe(new TextDecoder().decode(new TextEncoder().encode(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('survive a Base64 round trip', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const binary = String.fromCharCode(...bytes);
        expect(guestBtoa(binary)).toBe(btoa(binary));
        expect(guestAtob(btoa(binary))).toBe(binary);
      }),
    );
  });

  test.each([
    ['return btoa("abc") + atob("YWJj")', 'YWJjabc'],
    ['return atob(" YW Jj\\n") + atob("YQ") + atob("YQ==")', 'abcaa'],
    ['try { btoa("✓") } catch (error) { return error.name }', 'InvalidCharacterError'],
    ['try { atob("a") } catch (error) { return error.name }', 'InvalidCharacterError'],
    ['return [...new TextEncoder().encode("é😀")]', [195, 169, 240, 159, 152, 128]],
    ['return new TextEncoder().encodeInto("aé😀", new Uint8Array(4))', { read: 2, written: 3 }],
    ['return new TextDecoder().decode(new Uint8Array([239, 187, 191, 97]).buffer)', 'a'],
    ['try { new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255])) } catch (error) { return error.name }', 'TypeError'],
    ['try { new TextDecoder("shift_jis") } catch (error) { return error.name }', 'RangeError'],
  ])('%s', async (source, value) => {
    expect(await runToResult(source)).toEqual(value);
  });
});

describe('URL and URLSearchParams', () => {
  test.each([
    [
      'const u = new URL("../b?x=1#h", "https://user:pw@EXAMPLE.com:8443/a/c/d"); return [u.href, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, u.origin, u.username]',
      [
        'https://user:pw@example.com:8443/a/b?x=1#h',
        'example.com:8443',
        'example.com',
        '8443',
        '/a/b',
        '?x=1',
        '#h',
        'https://example.com:8443',
        'user',
      ],
    ],
    [
      'const u = new URL("https://a.example/x"); u.searchParams.append("q", "a b&c"); u.pathname = "/p q"; u.hash = "top"; return `${u}`',
      'https://a.example/p%20q?q=a+b%26c#top',
    ],
    [
      'const u = new URL("https://a.example/?a=1"); u.search = "?b=2"; return [u.searchParams.get("a"), u.searchParams.get("b"), JSON.stringify({ u })]',
      [null, '2', '{"u":"https://a.example/?b=2"}'],
    ],
    ['const u = new URL("https://a.example/?a=1"); u.href = "https://b.example/?c=3"; return u.searchParams.toString()', 'c=3'],
    ['return [URL.canParse("no"), URL.canParse("/x", "https://a.example"), URL.parse("no")]', [false, true, null]],
    [
      'try { new URL("http://") } catch (error) { return [error.name, error.message, error instanceof TypeError] }',
      ['TypeError', 'Invalid URL: http://', true],
    ],
    ['return Object.getOwnPropertyNames(URL).sort()', ['canParse', 'length', 'name', 'parse', 'prototype']],
    [
      'const p = new URLSearchParams({ b: "2", a: "1" }); p.append("b", "3"); p.sort(); return [[...p], p.getAll("b"), p.has("b", "3"), p.size, String(p)]',
      [
        [
          ['a', '1'],
          ['b', '2'],
          ['b', '3'],
        ],
        ['2', '3'],
        true,
        3,
        'a=1&b=2&b=3',
      ],
    ],
    ['const p = new URLSearchParams([["a", "1"], ["b", "2"], ["a", "3"]]); p.set("a", "9"); p.delete("b"); return `${p}`', 'a=9'],
    ['return Object.fromEntries(new URLSearchParams("?x=%C3%BC+y&z"))', { x: 'ü y', z: '' }],
  ])('%s', async (source, value) => {
    expect(await runToResult(source)).toEqual(value);
  });

  test('writes and reads pairs as the platform does', () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), { maxLength: 5 });
    fc.assert(
      fc.property(pairs, fc.string(), (list, text) => {
        expect(new GuestParams(list).toString()).toBe(new URLSearchParams(list).toString());
        expect([...new GuestParams(text)]).toEqual([...new URLSearchParams(text)]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('crypto', () => {
  test.each([
    ['SHA-256', 'sha256'],
    ['SHA-512', 'sha512'],
    ['SHA-384', 'sha384'],
    ['SHA-1', 'sha1'],
  ])('%s of a text, and its HMAC', async (name, algorithm) => {
    const source = `
      const bytes = (text) => new TextEncoder().encode(text);
      const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const key = await crypto.subtle.importKey('raw', bytes('secret ✓'), { name: 'HMAC', hash: '${name}' }, false, ['sign', 'verify']);
      const signature = await crypto.subtle.sign('HMAC', key, bytes('body ü'));
      return [hex(await crypto.subtle.digest('${name}', bytes('body ü'))), hex(signature),
        await crypto.subtle.verify('HMAC', key, signature, bytes('body ü')), await crypto.subtle.verify('HMAC', key, signature, bytes('body u'))];`;
    const [digest, signature] = [createHash(algorithm).update('body ü'), createHmac(algorithm, 'secret ✓').update('body ü')];
    expect(await runToResult(source)).toEqual([digest.digest('hex'), signature.digest('hex'), true, false]);
  });

  test.each([
    ['return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())', true],
    ['return crypto.randomUUID() === crypto.randomUUID()', false],
    ['return new Set(crypto.getRandomValues(new Uint8Array(4096))).size > 200', true],
    ['try { crypto.getRandomValues(new Uint8Array(65537)) } catch (error) { return error.name }', 'QuotaExceededError'],
    ['return crypto.subtle.digest("MD5", new Uint8Array(1)).catch((error) => error.name)', 'NotSupportedError'],
    ['return crypto.subtle.digest("SHA-256", "text").catch((error) => error.name)', 'TypeError'],
    ['return crypto.subtle.importKey("pkcs8", new Uint8Array(1), "RSA", false, []).catch((error) => error.name)', 'NotSupportedError'],
    [
      'const key = await crypto.subtle.importKey("raw", new Uint8Array(1), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]); return crypto.subtle.sign("HMAC", key, new Uint8Array(1)).catch((error) => error.name)',
      'InvalidAccessError',
    ],
    [
      'const key = await crypto.subtle.importKey("raw", new Uint8Array([7]), { name: "HMAC", hash: "SHA-256" }, true, ["sign"]); return JSON.stringify(key)',
      '{"type":"secret","algorithm":{"name":"HMAC","hash":{"name":"SHA-256"},"length":8},"extractable":false,"usages":["sign"]}',
    ],
  ])('%s', async (source, value) => {
    expect(await runToResult(source)).toEqual(value);
  });
});

describe('Intl', () => {
  test.each([
    ['return new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" }).format(1234.5)', '1.234,50\u00a0€'],
    ['return [1, 2, 3].map(new Intl.NumberFormat("en", { minimumFractionDigits: 1 }).format)', ['1.0', '2.0', '3.0']],
    ['return (12345678901234567890n).toLocaleString("en")', '12,345,678,901,234,567,890'],
    [
      'return [(1234.5).toLocaleString(), NaN.toLocaleString(), (-0).toLocaleString(), Infinity.toLocaleString()]',
      ['1,234.5', 'NaN', '-0', '∞'],
    ],
    [
      'return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: "Europe/Berlin" }).format(new Date("2026-07-01T22:30:00Z"))',
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(
        Date.UTC(2026, 6, 1, 22, 30),
      ),
    ],
    ['return new Date("2026-07-01T22:30:00Z").toLocaleDateString("de-DE")', '1.7.2026'],
    ['return new Date("2026-07-01T22:30:00Z").toLocaleTimeString("en-US", { timeZone: "Asia/Tokyo" })', '7:30:00 AM'],
    ['return new Intl.DateTimeFormat().resolvedOptions().timeZone', 'UTC'],
    ['return ["z", "ä", "a"].sort(new Intl.Collator("de").compare)', ['a', 'ä', 'z']],
    ['return ["a10", "a9"].sort((x, y) => x.localeCompare(y, "en", { numeric: true }))', ['a9', 'a10']],
    ['return new Intl.PluralRules("en", { type: "ordinal" }).select(2)', 'two'],
    ['return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-1, "day")', 'yesterday'],
    ['return new Intl.ListFormat("en").format(["a", "b", "c"])', 'a, b, and c'],
    ['return new Intl.DisplayNames("en", { type: "region" }).of("CH")', 'Switzerland'],
    ['try { new Intl.NumberFormat("not a locale") } catch (error) { return error instanceof RangeError }', true],
    ['try { new Intl.NumberFormat("en", { style: "currency" }) } catch (error) { return error instanceof TypeError }', true],
    ['try { new Intl.DateTimeFormat("en", { timeZone: "Mars/Olympus" }) } catch (error) { return error.name }', 'RangeError'],
    ['try { new Intl.DateTimeFormat().format(new Date(NaN)) } catch (error) { return error.name }', 'RangeError'],
  ])('%s', async (source, value) => {
    const found = await runToResult(source);
    expect(typeof found === 'string' ? found.replaceAll('\u202f', ' ') : found).toEqual(value);
  });
});

describe('HOSTILE 16: scripts that use the library to waste time or memory', () => {
  test.each([
    [
      'formatters without end',
      'for (let i = 0; ; i += 1) new Intl.NumberFormat("en", { minimumIntegerDigits: 1 + (i % 20), currencySign: undefined, x: i })',
    ],
    ['dates without end', 'for (;;) new Date(0).toLocaleString("de")'],
    ['addresses without end', 'for (;;) new URL("https://example.com/" + "a/".repeat(1000))'],
    ['hashes without end', 'const data = new Uint8Array(1e6); for (;;) await crypto.subtle.digest("SHA-512", data)'],
    ['randomness without end', 'for (;;) crypto.getRandomValues(new Uint8Array(65536))'],
    ['comparisons without end', 'const t = "ä".repeat(1e5); for (;;) t.localeCompare(t + "b")'],
    ['encoding without end', 'const t = "ä".repeat(1e5); for (;;) new TextEncoder().encode(t)'],
    ['Base64 without end', 'const t = btoa("x".repeat(1e5)); for (;;) btoa(atob(t))'],
    [
      'signatures without end',
      'const key = await crypto.subtle.importKey("raw", new Uint8Array(32), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]); for (;;) await crypto.subtle.sign("HMAC", key, new Uint8Array(1e5))',
    ],
    ['names without end', 'for (;;) crypto.randomUUID()'],
    ['pairs without end', 'const p = new URLSearchParams(); for (;;) p.append("a", "b")'],
    ['Base64 of 60 MB', 'return btoa("a".repeat(60e6)).length'],
    ['60 MB from Base64', 'return atob("QUJD".repeat(15e6)).length'],
    ['text of 60 MB to encode', 'return new TextEncoder().encode("€".repeat(20e6)).length'],
    ['60 MB of bytes to decode', 'return new TextDecoder().decode(new Uint8Array(60e6)).length'],
    ['hashes that are not awaited', 'for (const all = []; ; ) all.push(crypto.subtle.digest("SHA-1", new Uint8Array(8)))'],
    [
      'a then of every object, met by a hash',
      'Object.prototype.__defineGetter__("then", () => { for (;;); }); await crypto.subtle.digest("SHA-1", new Uint8Array(1))',
    ],
    ['10 MB of random bytes at once', 'return crypto.getRandomValues(new Uint8Array(1e7)).length'],
    ['a host of 200,000 parts', 'return new URL("https://" + "ü.".repeat(2e5) + "de").href.length'],
    ['20 MB of pairs', 'return new URLSearchParams("a=b&".repeat(5e6)).size'],
    ['a getter, met by pairs', 'return new URLSearchParams({ get a() { for (;;); } })'],
    ['a getter, met by a formatter', 'return new Intl.NumberFormat("de", { get style() { for (;;); } }).format(1)'],
    ['a billion digits asked of a formatter', 'return new Intl.NumberFormat("de", { minimumFractionDigits: 1e9 }).format(1)'],
    [
      'ever other languages',
      'for (let i = 0; ; i += 1) new Intl.DateTimeFormat("de-x-" + i.toString(36).padStart(5, "a"), { timeZone: "Europe/Berlin" }).format(0)',
    ],
    ['a name of 10 MB', 'return new Intl.DisplayNames("en", { type: "region" }).of("x".repeat(1e7))'],
    ['a long list', 'const list = Array(1e6).fill("abc"); for (;;) new Intl.ListFormat("en").format(list)'],
  ])('stops %s', async (_name, source) => {
    await expectStopped(source, ['cpu', 'memory', 'runtime']);
  });

  test.each([
    ['a number of a million digits', 'return (10n ** 100000n).toLocaleString()', 'RangeError'],
    ['a long locale', 'return new Intl.NumberFormat("en-" + "a".repeat(5000))', 'RangeError'],
    ['a deep option', 'let o = {}; for (let i = 0; i < 1e4; i += 1) o = { o }; return new Intl.NumberFormat("en", o)', 'RangeError'],
    ['an address of many megabytes', 'return new URL("https://a.example/" + "x".repeat(2e6)).href.length', 'RangeError'],
  ])('refuses %s', async (_name, source, name) => {
    expect(await runShared(source)).toMatchObject({ ok: false, failure: { kind: 'runtime', name } });
    await expectNeighbourUnharmed();
  });

  test('answers invalid requests with an error, whatever JSON a script sends', async () => {
    const source = `
      const faults = [];
      for (const text of ['null', '[]', '{"href":1}', '{', '{"kind":"constructor","method":"toString"}', '{"kind":"NumberFormat","method":"constructor"}',
        '{"hash":"__proto__","data":""}', '{"bytes":-1}', '{"method":"toLocaleString","timeMs":"x"}']) {
        JSON.stringify = () => text;
        for (const call of [() => new URL('https://a.example'), () => new Intl.NumberFormat(), () => new Date(0).toLocaleString(), () => crypto.randomUUID()]) {
          try { call(); } catch (error) { faults.push(error.name); }
        }
      }
      return [...new Set(faults)].sort().join();`;
    expect((await runShared(source)).ok).toBe(true);
    await expectNeighbourUnharmed();
  });
});
