import { describe, expect, test } from 'vitest';
import { MAX_PAYLOAD_DEPTH, parsePayload, readPayload } from './parse-payload.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('parsePayload', () => {
  test('accepts JSON by its content type, with parameters and vendor types', () => {
    expect(parsePayload(bytes('{"a":[1,"x"]}'), 'application/json; charset=utf-8')).toEqual({ a: [1, 'x'] });
    expect(parsePayload(bytes('7'), 'application/vnd.github+json')).toBe(7);
  });

  test('keeps every digit of a long id, and passes on no text that would lose some', () => {
    const json = bytes('{"id":12345678901234567890,"total":1e400,"price":12.5}');
    const payload = { id: '12345678901234567890', total: '1e400', price: 12.5 };
    for (const type of ['application/json', null]) expect(readPayload(json, type)).toEqual({ payload, json: null });
    expect(readPayload(bytes('{"id":1}'), 'application/json')).toEqual({ payload: { id: 1 }, json: '{"id":1}' });
  });

  test('carries nothing over from a body that wasn’t UTF-8', () => {
    const cut = new Uint8Array([0x61, 0xe2, 0x82]);
    expect(() => parsePayload(cut, 'text/plain; charset=utf-8')).toThrow('not utf-8 text');
    expect(parsePayload(bytes('\u20acb'), 'text/plain')).toBe('\u20acb');
    expect(parsePayload(cut, null)).toMatchObject({ encoding: 'base64' });
    expect(parsePayload(bytes('"c"'), null)).toBe('c');
  });

  test('reads a form as an object, repeated names as lists', () => {
    expect(parsePayload(bytes('name=Ada+L&tag=a&tag=b&empty='), 'application/x-www-form-urlencoded')).toEqual({
      name: 'Ada L',
      tag: ['a', 'b'],
      empty: '',
    });
  });

  test('reads a body full of one repeated name, and refuses more fields than any form has', () => {
    const form = (fields: number) => parsePayload(bytes('k=v&'.repeat(fields)), 'application/x-www-form-urlencoded');
    expect((form(49_999) as { k: string[] }).k).toHaveLength(49_999);
    expect(() => form(1_000_000)).toThrow(expect.objectContaining({ status: 400, code: 'too-many-fields' }));
  });

  test('keeps a form field called __proto__ as an own property', () => {
    const payload = parsePayload(bytes('__proto__=x&constructor=y'), 'application/x-www-form-urlencoded') as object;
    expect(Object.getOwnPropertyNames(payload).sort()).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
  });

  test('reads text in the charset it names', () => {
    expect(parsePayload(bytes('grüße'), 'text/plain')).toBe('grüße');
    expect(parsePayload(new Uint8Array([0xfc]), 'text/plain; charset="iso-8859-1"')).toBe('ü');
    // Older senders name no charset.
    expect(parsePayload(new Uint8Array([0x4d, 0xfc]), 'text/plain')).toBe('Mü');
    expect(parsePayload(bytes('{"a":1}\n{"a":2}\n'), 'application/x-ndjson')).toBe('{"a":1}\n{"a":2}\n');
    expect(parsePayload(bytes('<a/>'), 'application/xml')).toBe('<a/>');
  });

  test('marks a body that is neither JSON, a form nor text', () => {
    expect(parsePayload(new Uint8Array([0, 255, 1]), 'image/png')).toEqual({
      contentType: 'image/png',
      encoding: 'base64',
      content: 'AP8B',
    });
  });

  test('guesses only without a content type', () => {
    expect(parsePayload(bytes('{"a":1}'), null)).toEqual({ a: 1 });
    expect(parsePayload(bytes('{a:1}'), null)).toBe('{a:1}');
    expect(parsePayload(new Uint8Array([0xff, 0xfe, 0xfd]), null)).toMatchObject({ encoding: 'base64' });
  });

  test('reads an empty body as nothing', () => {
    expect(parsePayload(bytes(''), null)).toBeNull();
    expect(parsePayload(bytes(''), 'application/json')).toBeNull();
    expect(parsePayload(bytes(''), 'text/plain')).toBe('');
  });

  test.each([
    ['JSON that is none', bytes('{"a":'), 'application/json'],
    ['JSON that is no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json'],
    ['a form that is JSON', bytes('{"a":1}'), 'application/x-www-form-urlencoded'],
    ['text that is no UTF-8', new Uint8Array([0xff]), 'text/plain; charset=utf-8'],
  ])('HOSTILE 30: refuses a content type that lies: %s', (_, body, contentType) => {
    expect(() => parsePayload(body, contentType)).toThrow(expect.objectContaining({ status: 400, code: 'content-type-mismatch' }));
  });

  test('HOSTILE 48: reads a charset wherever it is declared', () => {
    const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const form = 'application/x-www-form-urlencoded';
    expect(parsePayload(latin('name=J%FCrgen'), `${form}; charset=windows-1252`)).toEqual({ name: 'Jürgen' });
    expect(parsePayload(latin('name=J%FCrgen'), `${form};CHARSET="Latin1"`)).toEqual({ name: 'Jürgen' });
    expect(parsePayload(latin('name=J%FCrgen'), form)).toEqual({ name: 'Jürgen' });
    expect(parsePayload(latin('_charset_=windows-1251&name=%CF%F0'), form)).toMatchObject({ name: 'Пр' });
    expect(parsePayload(latin('"J\u00fc"'), 'application/json; charset=iso-8859-1')).toBe('Jü');
    expect(parsePayload(Uint8Array.from(Buffer.from('\ufeff{"a":"ü"}', 'utf16le')), 'application/json')).toEqual({ a: 'ü' });
    expect(parsePayload(latin('<?xml version="1.0" encoding="iso-8859-1"?><a>\u00fc</a>'), 'text/xml')).toContain('ü');
    expect(parsePayload(latin('a;\u00fc'), 'text/csv; header=present; charset=cp1252')).toBe('a;ü');
    expect(() => parsePayload(latin('name=J%FCrgen'), `${form}; charset=utf-8`)).toThrow('not utf-8 text');
  });

  test('reads multipart as .NET writes it, with its files unchanged', () => {
    const form = [
      '--"x"\r\nContent-Disposition: form-data; name=orderId\r\n\r\n7\r\n',
      '--"x"\r\nContent-Type: image/png\r\nContent-Disposition: form-data; name=file; filename=a.png; filename*=utf-8\'\'%C3%BC.png\r\n\r\n\u00ff\u0000\r\n',
      '--"x"\r\nContent-Disposition: form-data; name="tags[]"\r\n\r\na\r\n--"x"--\r\n',
    ]
      .join('')
      .replaceAll('"x"', 'x');
    const body = Uint8Array.from(form, (letter) => letter.charCodeAt(0));
    expect(parsePayload(body, 'multipart/form-data; boundary="x"')).toEqual({
      orderId: '7',
      file: { fileName: 'ü.png', contentType: 'image/png', base64: '/wA=' },
      'tags[]': ['a'],
    });
    expect(() => parsePayload(body.subarray(0, -6), 'multipart/form-data; boundary=x')).toThrow('cut off');
  });

  test.each([
    ['application/x-amz-json-1.1', '{"a":1}', { a: 1 }],
    ['application/json, okta-version=1.0.0', '{"a":1}', { a: 1 }],
    ['application/vnd.acme.json', '{"a":1}', { a: 1 }],
    ['application/yaml', 'a: 1', 'a: 1'],
    ['application/jwt', 'a.b.c', 'a.b.c'],
    ['application/json-seq', '\u001e{"a":1}\n', '\u001e{"a":1}\n'],
    ['application/jsonl', '{"a":1}\n', '{"a":1}\n'],
    ['*/*', '{"a":1}', { a: 1 }],
    ['garbage', '{"a":1}', { a: 1 }],
    ['application/json', '\ufeff{"a":1}', { a: 1 }],
    ['application/json', '{"a":"\\ud800"}', { a: '\ud800' }],
    ['application/json', '[12345678901234567890,1e400,-0]', ['12345678901234567890', '1e400', -0]],
    ['application/json', '{"a":1,"a":2}', { a: 2 }],
    ['application/x-ndjson', '{"a":1}\n', '{"a":1}\n'],
    ['application/vnd.acme.v2+json', '{"a":1}', { a: 1 }],
    ['application/vnd.acme+xml', '<a>ü</a>', '<a>ü</a>'],
    ['application/json', ' \r\n', null],
    ['application/json', '', null],
  ])('classifies a body by the structure of its media type: %s', (type, body, payload) => {
    expect(parsePayload(bytes(body), type)).toEqual(payload);
  });

  test('makes a list of every form field whose name ends with []', () => {
    expect(parsePayload(bytes('tags[]=a&one=1'), 'application/x-www-form-urlencoded')).toEqual({ 'tags[]': ['a'], one: '1' });
  });

  test('refuses an unknown charset', () => {
    expect(() => parsePayload(bytes('x'), 'text/plain; charset=klingon')).toThrow(expect.objectContaining({ code: 'unknown-charset' }));
  });

  test('refuses too deeply nested JSON before parsing it', () => {
    const nested = (depth: number) => bytes('['.repeat(depth) + ']'.repeat(depth));
    expect(parsePayload(nested(MAX_PAYLOAD_DEPTH), 'application/json')).toBeInstanceOf(Array);
    for (const contentType of ['application/json', null]) {
      expect(() => parsePayload(nested(200_000), contentType)).toThrow(expect.objectContaining({ status: 400, code: 'payload-too-deep' }));
    }
  });
});
