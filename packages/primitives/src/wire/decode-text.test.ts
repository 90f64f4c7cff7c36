import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { encodeText } from './encode-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const written = (text: string, charset: string) => {
  const encoded = encodeText(text, charset);
  if (!encoded.ok) throw new Error(encoded.message);
  return encoded.bytes;
};
const readTextOrCode = (bytes: Uint8Array, contentType: string | null) => {
  const decoded = decodeText(bytes, contentType);
  return decoded.ok ? decoded.text : decoded.code;
};

describe('decodeText', () => {
  test.each([
    'text/plain; charset=windows-1252',
    'text/plain; charset="windows-1252"',
    'text/plain;charset=WINDOWS-1252',
    'TEXT/PLAIN; Charset = "Windows-1252"',
    "text/plain; charset='windows-1252'",
    'text/plain; charset="windows-1252',
    'text/plain; format=flowed; charset=iso-8859-1; charset=utf-8',
    'text/plain; charset=latin1;',
    'text/plain; charset=cp1252',
    'text/plain, charset=l1',
    'text/xml; encoding=iso-8859-1',
    'text/csv; header=present; charset=ISO_8859-1',
  ])('reads the charset however it’s declared: %s', (contentType) => {
    expect(readTextOrCode(latin('J\u00fcrgen'), contentType)).toBe('Jürgen');
  });

  test.each([
    'iso-8859-2',
    'iso-8859-15',
    'koi8-r',
    'windows-1251',
    'macintosh',
    'ibm866',
    'shift_jis',
    'euc-jp',
    'gbk',
    'gb18030',
    'big5',
    'euc-kr',
    'utf-16',
    'utf-16le',
    'utf-16be',
    'utf-32',
    'utf-32le',
  ])('reads back what was written in %s', (charset) => {
    const samples = ['abc', 'Grüße', 'Привет', '日本語', '한국어', '中文', '€'].filter((text) => encodeText(text, charset).ok);
    expect(samples.length).toBeGreaterThan(1);
    for (const text of samples) expect(readTextOrCode(written(text, charset), `text/plain; charset=${charset}`)).toBe(text);
  });

  test.each([
    ['utf8mb4', 'utf-8'],
    ['CP65001', 'utf-8'],
    ['utf_16_le', 'utf-16le'],
    ['UTF16', 'utf-16'],
    ['ucs2', 'utf-16le'],
    ['utf-32-be', 'utf-32be'],
    ['cp932', 'shift_jis'],
    ['Windows-932', 'shift_jis'],
    ['eucJP', 'euc-jp'],
    ['cp936', 'gbk'],
    ['EUC-CN', 'gbk'],
    ['GB-18030', 'gb18030'],
    ['cp949', 'euc-kr'],
    ['EUC_KR', 'euc-kr'],
    ['cp950', 'big5'],
    ['Big5_HKSCS', 'big5'],
    ['latin-9', 'iso-8859-15'],
    ['Latin10', 'iso-8859-16'],
    ['8859_2', 'iso-8859-2'],
    ['cp28592', 'iso-8859-2'],
    ['KOI8R', 'koi8-r'],
    ['MacRoman', 'macintosh'],
    ['cp874', 'windows-874'],
    ['Windows 1251', 'windows-1251'],
  ])('knows a charset by its name in other software: %s', (label, charset) => {
    const samples = ['abc', 'Grüße', 'Привет', '日本語', '한국어', '中文', '€', 'ไทย', 'ł'].filter((text) => encodeText(text, charset).ok);
    expect(samples.length).toBeGreaterThan(1);
    for (const text of samples) expect(readTextOrCode(written(text, charset), `text/plain; charset="${label}"`)).toBe(text);
  });

  test('a false ASCII label says nothing about other bytes', () => {
    for (const label of ['us-ascii', 'ASCII', 'ANSI_X3.4-1968']) {
      for (const type of ['text/plain', 'application/json', 'text/xml']) {
        expect(readTextOrCode(utf8('"Jürgen"'), `${type}; charset=${label}`)).toBe('"Jürgen"');
      }
      expect(readTextOrCode(latin('Jürgen'), `text/plain; charset=${label}`)).toBe('Jürgen');
      expect(encodeText('abc', label).ok).toBe(true);
      expect(encodeText('ü', label)).toMatchObject({ ok: false, message: expect.stringContaining('lacks') });
    }
    expect(readTextOrCode(utf8('<?xml version="1.0" encoding="us-ascii"?><a>ü</a>'), 'application/xml')).toContain('ü');
  });

  test('undeclared text in UTF-16 is recognized by the zeros of its first characters', () => {
    for (const charset of ['utf-16le', 'utf-16be']) {
      for (const type of ['text/csv', 'text/plain', 'application/x-ndjson'])
        expect(readTextOrCode(written('id;nü', charset), type)).toBe('id;nü');
    }
    expect(readTextOrCode(utf8('a\0b'), 'text/plain')).toBe('a\0b');
  });

  test('reads the characters that windows-1252 has and Latin-1 lacks', () => {
    expect(readTextOrCode(new Uint8Array([0x80, 0x84, 0x99]), 'text/plain; charset=windows-1252')).toBe('€„™');
    expect(readTextOrCode(new Uint8Array([0x80, 0x84, 0x99, 0xfc]), 'text/csv')).toBe('€„™ü');
  });

  test('a byte order mark takes precedence over the content type', () => {
    expect(readTextOrCode(utf8('\ufeffü'), 'text/csv; charset=windows-1252')).toBe('ü');
    for (const charset of ['utf-16', 'utf-32']) {
      for (const type of ['application/json', 'text/csv', 'application/xml', null])
        expect(readTextOrCode(written('"ü"', charset), type)).toBe('"ü"');
    }
    expect(readTextOrCode(new Uint8Array([0xff, 0xfe, 0xfc, 0]), 'text/plain')).toBe('ü');
    // The same four bytes begin UTF-32 and a NUL in UTF-16.
    expect(readTextOrCode(new Uint8Array([0xff, 0xfe, 0, 0]), 'text/plain; charset=utf-16')).toBe('\0');
    expect(readTextOrCode(new Uint8Array([0xff, 0xfe, 0, 0]), 'text/plain')).toBe('');
  });

  test('JSON in UTF-16 and UTF-32 needs no mark and no parameter', () => {
    for (const charset of ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])
      expect(readTextOrCode(written('{"a":"ü"}', charset), 'application/json')).toBe('{"a":"ü"}');
  });

  test('JSON is UTF-8 whatever its content type says, if its bytes are', () => {
    expect(readTextOrCode(utf8('"ü"'), 'application/json; charset=iso-8859-1')).toBe('"ü"');
    expect(readTextOrCode(latin('"\u00fc"'), 'application/json; charset=iso-8859-1')).toBe('"ü"');
    expect(readTextOrCode(latin('"\u00fc"'), 'application/json')).toBe('wrong-charset');
    expect(readTextOrCode(latin('"\u00fc"'), 'application/json; charset=utf-8')).toBe('wrong-charset');
    expect(readTextOrCode(utf8('{}'), 'application/json; charset=klingon')).toBe('{}');
  });

  test('XML and HTML declare their own charset', () => {
    for (const quote of ['"', "'"]) {
      const xml = `<?xml version=${quote}1.0${quote} encoding=${quote}iso-8859-1${quote}?><a>\u00fc</a>`;
      for (const type of ['application/xml', 'text/xml', 'application/soap+xml', 'application/rss+xml; version=2']) {
        expect(readTextOrCode(latin(xml), type)).toBe(xml);
      }
    }
    expect(readTextOrCode(latin('<html><meta charset=windows-1252>\u00fc'), 'text/html')).toContain('ü');
    expect(readTextOrCode(latin('<META http-equiv="Content-Type" content="text/html; charset=iso-8859-1">\u00fc'), 'text/html')).toContain(
      'ü',
    );
    // It's readable, so it isn't UTF-16.
    expect(readTextOrCode(utf8('<?xml version="1.0" encoding="utf-16"?><a>ü</a>'), 'text/xml')).toContain('ü');
    expect(readTextOrCode(written('<?xml version="1.0" encoding="utf-16"?><a>ü</a>', 'utf-16be'), 'text/xml')).toContain('ü');
    // The content type takes precedence (RFC 7303).
    expect(readTextOrCode(utf8('<?xml version="1.0" encoding="iso-8859-1"?><a>ü</a>'), 'text/xml; charset=utf-8')).toContain('ü');
    expect(readTextOrCode(latin('<?xml version="1.0" encoding="utf-8"?><a>\u00fc</a>'), 'text/xml')).toBe('wrong-charset');
  });

  test('decodes undeclared text as UTF-8 or else as windows-1252', () => {
    for (const type of ['text/plain', 'text/csv', 'application/yaml', 'text/html', 'application/xml', 'text/plain; charset=']) {
      expect(readTextOrCode(utf8('ü'), type)).toBe('ü');
      expect(readTextOrCode(latin('J\u00fcrgen'), type)).toBe('Jürgen');
    }
  });

  test('refuses bytes that aren’t in the declared charset, and unknown charsets', () => {
    expect(readTextOrCode(latin('\u00fc'), 'text/plain; charset=utf-8')).toBe('wrong-charset');
    expect(readTextOrCode(utf8('abc'), 'text/plain; charset=utf-16')).toBe('wrong-charset');
    expect(readTextOrCode(utf8('ü'), 'text/plain; charset=klingon')).toBe('unknown-charset');
    expect(readTextOrCode(new Uint8Array([0xff, 0, 1, 2]), 'text/plain')).toBe('not-text');
    expect(readTextOrCode(new Uint8Array([0xff, 0x41]), null)).toBe('not-text');
  });

  test('HOSTILE 48: no byte silently becomes a replacement character, whatever is declared', () => {
    const charsets = ['utf-8', 'windows-1252', 'shift_jis', 'utf-16', 'utf-32', 'klingon', 'euc-kr', 'iso-2022-jp'];
    const types = ['application/json', 'text/plain', 'text/html', 'application/xml', 'image/png', '*/*', ''];
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom(...types),
        fc.option(fc.constantFrom(...charsets)),
        (bytes, type, charset) => {
          const decoded = decodeText(bytes, charset === null ? type : `${type}; charset=${charset}`);
          if (!decoded.ok) {
            expect(decoded.message).toMatch(/\.$/);
            return;
          }
          const replaced = decoded.text.split('\ufffd').length - 1;
          // A replacement character in the bytes themselves is the sender's own.
          const own = /utf-/.test(decoded.charset) ? Buffer.from(decoded.text).toString('latin1').split('\xef\xbf\xbd').length - 1 : 0;
          expect(replaced).toBe(own);
        },
      ),
    );
  });

  test('HOSTILE 48: text encoded in a charset is decoded to the same text, or refused with a message', () => {
    const charsets = [
      'utf-8',
      'utf-16',
      'utf-16be',
      'utf-32',
      'windows-1252',
      'iso-8859-1',
      'windows-1251',
      'shift_jis',
      'gbk',
      'big5',
      'euc-kr',
      'koi8-r',
      'us-ascii',
      'latin-9',
      'cp932',
      'utf_16_be',
    ];
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...charsets), (text, charset) => {
        const encoded = encodeText(text, charset);
        if (!encoded.ok) {
          expect(encoded.message).toMatch(/which .* lacks|lone surrogate/);
          return;
        }
        const plain = text.replace(/^\ufeff/, '');
        const marked = decodeText(encoded.bytes, `text/plain; charset=${charset}`);
        // Bytes that happen to be a byte order mark are read as one.
        if (!/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff|\0\0\u00fe\u00ff|\ufeff)/.test(text))
          expect(marked).toMatchObject({ ok: true, text: plain });
      }),
      { numRuns: 500 },
    );
  });
});
