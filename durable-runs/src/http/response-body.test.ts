import { expect, test } from 'vitest';
import { readResponseBody } from './response-body.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));
const latin = (text: string) => bytes(text, 'latin1');

/** edge-api/src/webhooks/parse-payload.test.ts tests what a webhook makes of the same bytes. */
test.each<[what: string, Uint8Array, contentType: string, value: unknown]>([
  ['JSON behind a byte order mark', bytes('\ufeff{"a":1}'), 'application/json', { a: 1 }],
  ['JSON of two bytes a letter', bytes('{"a":"ü"}', 'utf16le'), 'application/json', { a: 'ü' }],
  [
    'JSON of four bytes a letter',
    new Uint8Array([...'{"a":1}'].flatMap((letter) => [0, 0, 0, letter.charCodeAt(0)])),
    'text/json',
    { a: 1 },
  ],
  ['JSON in the charset that it declares', latin('{"a":"ü"}'), 'application/vnd.acme.v2+json; charset=latin1', { a: 'ü' }],
  ['half a character', bytes('{"a":"\\ud800"}'), 'application/json', { a: '\ud800' }],
  [
    'numbers beyond those of JavaScript',
    bytes('[12345678901234567890,1e400,-1e-400]'),
    'application/json',
    ['12345678901234567890', '1e400', '-1e-400'],
  ],
  ['a negative zero', bytes('[-0]'), 'application/json', [-0]],
  ['a doubled name, of which the last counts', bytes('{"a":1,"a":2}'), 'application/json', { a: 2 }],
  ['JSON that has no numbers of its kind', bytes('{"a":NaN}'), 'application/json', '{"a":NaN}'],
  ['lines of JSON', bytes('{"a":1}\n{"a":2}\n'), 'application/x-ndjson', '{"a":1}\n{"a":2}\n'],
  ['a sequence of JSON', bytes('\u001e{"a":1}\n'), 'application/json-seq', '\u001e{"a":1}\n'],
  ['XML of a kind, undeclared', latin('<a>ü</a>'), 'application/vnd.acme+xml', '<a>ü</a>'],
  [
    'XML by its declaration',
    latin('<?xml version="1.0" encoding="iso-8859-1"?><a>ü</a>'),
    'application/soap+xml',
    '<?xml version="1.0" encoding="iso-8859-1"?><a>ü</a>',
  ],
  [
    'HTML by its meta element',
    latin('<meta http-equiv="Content-Type" content="text/html; charset=latin2">ü'),
    'text/html',
    '<meta http-equiv="Content-Type" content="text/html; charset=latin2">ü',
  ],
  ['text behind the mark of UTF-16', bytes('\ufeffü', 'utf16le'), 'text/plain; charset=utf-8', 'ü'],
  ['text in Chinese', new Uint8Array([0xd6, 0xd0]), 'text/csv; charset="GB2312"', '中'],
  ['JSON under a label that is none', bytes('{"a":1}'), 'json', { a: 1 }],
  ['other parts than a form', bytes('--x\r\n\r\na\r\n--x--\r\n'), 'multipart/mixed; boundary=x', btoa('--x\r\n\r\na\r\n--x--\r\n')],
  ['nothing', new Uint8Array(), 'application/json', null],
])('HOSTILE 48: reads %s', (_what, body, contentType, value) => {
  const read = readResponseBody(body, contentType);
  expect(read.fault).toBeUndefined();
  expect(read.value).toEqual(value);
});

test('HOSTILE 48: a member named __proto__ stays a member', () => {
  const { value } = readResponseBody(bytes('{"__proto__":{"isAdmin":true},"constructor":1}'), 'application/json');
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
  expect((value as { isAdmin?: true }).isAdmin).toBeUndefined();
});

test.each([
  ['application/json', latin('{"a":"ü"}')],
  ['text/plain; charset=utf-8', latin('ü')],
  ['text/plain; charset=klingon', latin('a')],
  ['text/plain; charset=utf-16', new Uint8Array([0x41])],
])('HOSTILE 48: %s that its bytes contradict is a fault, and the bytes remain', (contentType, body) => {
  const read = readResponseBody(body, contentType);
  expect(read).toMatchObject({ isBase64: true, fault: expect.stringContaining('cannot be read as text') });
  expect(Buffer.from(String(read.value), 'base64')).toEqual(Buffer.from(body));
});
