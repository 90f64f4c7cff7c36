import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContentCodingError, contentCodings, unpack } from './content-coding.ts';

const TEXT = '{"name":"Jürgen"}';
const text = new TextEncoder().encode(TEXT);
const MOST = 100_000;
const encodeBytes = (part: string) => new TextEncoder().encode(part);
const read = (bytes: Uint8Array, header: string) => new TextDecoder().decode(unpack(bytes, contentCodings(header), MOST, zlib));

describe('unpack', () => {
  test.each([
    ['gzip', zlib.gzipSync(text)],
    [' GZIP ', zlib.gzipSync(text)],
    ['x-gzip', zlib.gzipSync(text)],
    ['gzip, identity', zlib.gzipSync(text)],
    ['"gzip"', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['Deflate', zlib.deflateRawSync(text)],
    ['br', zlib.brotliCompressSync(text)],
    ['zstd', zlib.zstdCompressSync(text)],
    ['X-ZSTD, gzip', zlib.gzipSync(zlib.zstdCompressSync(text))],
    ['identity', text],
    ['', text],
    [',', text],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(text))],
    ['deflate,gzip', zlib.gzipSync(zlib.deflateSync(text))],
    ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(text))],
  ])('removes “%s”', (header, packed) => {
    expect(read(packed, header)).toBe(TEXT);
  });

  test('removes gzip in several members', () => {
    expect(read(Buffer.concat([zlib.gzipSync('a'), zlib.gzipSync('b')]), 'gzip')).toBe('ab');
  });

  test('removes zstd in several frames, among them skippable ones', () => {
    const skippable = Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
    const packed = (content: string, checksum = 0) =>
      zlib.zstdCompressSync(content, { params: { [zlib.constants.ZSTD_c_checksumFlag]: checksum } });
    const [a, empty, b] = [packed('a'.repeat(300_000)), packed(''), packed('b', 1)];
    const unpacked = unpack(Buffer.concat([skippable, a, empty, skippable, b]), ['zstd'], 1_000_000, zlib);
    expect(new TextDecoder().decode(unpacked)).toBe(`${'a'.repeat(300_000)}b`);
    expect(() => unpack(Buffer.concat([a, a]), ['zstd'], 400_000, zlib)).toThrow(expect.objectContaining({ code: 'too-large' }));
    for (const broken of [skippable, a.subarray(0, -1), Buffer.concat([a, b.subarray(0, -1)]), Buffer.concat([b, encodeBytes('garbage')])])
      expect(() => unpack(broken, ['zstd'], 1_000_000, zlib)).toThrow(expect.objectContaining({ code: 'damaged' }));
  });

  test('HOSTILE 48: zstd of any length and in any pieces is removed completely', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 3_000 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 12 }),
        (parts, level) => {
          const params = { [zlib.constants.ZSTD_c_compressionLevel]: level, [zlib.constants.ZSTD_c_checksumFlag]: level % 2 };
          const packed = Buffer.concat(parts.map((part) => zlib.zstdCompressSync(part, { params })));
          expect(Buffer.from(unpack(packed, ['zstd'], MOST, zlib))).toEqual(Buffer.concat(parts));
        },
      ),
    );
  });

  test.each([
    ['utf-8', /“utf-8” is a charset, which belongs in content-type/],
    ['ISO-8859-1', /is a charset/],
    ['aws-chunked', /“aws-chunked” cannot be decompressed/],
    ['compress', /cannot be decompressed/],
    ['gzip, foo', /“foo”/],
    ['gzip,gzip,gzip,gzip,gzip', /more than 4 times/],
  ])('refuses “%s” with a message', (header, message) => {
    expect(() => read(text, header)).toThrow(message);
  });

  test.each([
    ['gzip', text],
    ['gzip', zlib.gzipSync(text).subarray(0, -9)],
    ['gzip', new Uint8Array()],
    ['deflate', text],
    ['deflate', zlib.deflateSync(text).subarray(0, -6)],
    ['br', text],
    ['br', zlib.brotliCompressSync(text).subarray(0, -3)],
    ['zstd', text],
    ['zstd', new Uint8Array()],
    ['gzip', Buffer.concat([zlib.gzipSync(text), text])],
    ['gzip', Buffer.concat([zlib.gzipSync(text), zlib.gzipSync(text).subarray(0, -9)])],
  ])('refuses a body that isn’t what “%s” says', (header, packed) => {
    expect(() => read(packed, header)).toThrow(expect.objectContaining({ code: 'damaged', message: expect.stringContaining(header) }));
  });

  test('HOSTILE 48: stops a bomb at its limit, in any layer', () => {
    const zeros = new Uint8Array(5_000_000);
    const bombs: [string, Uint8Array][] = [
      ['gzip', zlib.gzipSync(zeros)],
      ['deflate', zlib.deflateSync(zeros)],
      ['deflate', zlib.deflateRawSync(zeros)],
      ['br', zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
      ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(zeros))],
    ];
    for (const [header, bomb] of bombs) expect(() => read(bomb, header)).toThrow(expect.objectContaining({ code: 'too-large' }));
    expect(() => read(bombs[0]?.[1] ?? text, 'gzip')).toThrow(ContentCodingError);
  });
});
