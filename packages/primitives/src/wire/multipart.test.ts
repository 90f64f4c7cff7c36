import busboy from 'busboy';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MultipartError } from './multipart.ts';
import { type FormDataFile, readFormData } from './read-form-data.ts';
import { writeMultipart } from './write-multipart.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const TYPE = 'multipart/form-data; boundary=b';
/** One part as a body. */
const part = (head: string, content = 'x') => `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`;
const read = (body: string | Uint8Array, type = TYPE) =>
  readFormData(typeof body === 'string' ? bytes(body) : body, type).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : { ...value, bytes: String.fromCharCode(...value.bytes) },
  ]);

describe('the names of parts', () => {
  test.each([
    ['form-data; name=orderId', 'orderId'],
    ['form-data; name="orderId"', 'orderId'],
    ['form-data;name=orderId', 'orderId'],
    ['FORM-DATA; NAME="orderId"', 'orderId'],
    ["form-data; name*=UTF-8''gr%C3%BC%C3%9Fe", 'grüße'],
    ["form-data; name=x; name*=iso-8859-1'de'gr%FC", 'grü'],
    ['form-data; name="=?utf-8?B?Z3LDvMOfZQ==?="', 'grüße'],
    ['form-data; name="=?iso-8859-1?Q?gr=FC_x?="', 'grü x'],
    ['form-data; name="a \\"b\\" c"', 'a "b" c'],
    ['form-data; name="a\\\\b"', 'a\\b'],
    ['form-data; name="a%22b%0D%0Ac%25"', 'a"b\r\nc%25'],
    ['form-data; name=order id', 'order id'],
    ['form-data; name="orderId', 'orderId'],
    ['form-data;\r\n name="orderId"', 'orderId'],
    ['form-data; name="gr\u00c3\u00bc"', 'grü'],
    ['form-data; name="gr\u00fc"', 'grü'],
    ['form-data; name=""', ''],
    ['form-data; name=tags[]', 'tags[]'],
    ['form-data; name="a;b=c"', 'a;b=c'],
    ['form-data; name="__proto__"', '__proto__'],
  ])('%s', (disposition, name) => {
    expect(read(part(`Content-Disposition: ${disposition}`))).toEqual([[name, 'x']]);
  });

  test('reads a header in other letter case, without a space, or after others', () => {
    for (const head of ['content-disposition:form-data;name=a', 'X-A: b\r\nCONTENT-DISPOSITION:\tform-data; name=a']) {
      expect(read(part(head))).toEqual([['a', 'x']]);
    }
  });
});

describe('files', () => {
  const file = (head: string, content?: string) => read(part(`Content-Disposition: form-data; name=f; ${head}`, content))[0]?.[1];

  test.each([
    ['filename=a.txt', 'a.txt'],
    ['filename="C:\\dir\\a.txt"', 'C:\\dir\\a.txt'],
    ['filename="dir\\"', 'dir\\'],
    ['filename="dir\\"; size=1', 'dir\\'],
    ['filename="a\\".txt"', 'a".txt'],
    ["filename=x.txt; filename*=utf-8''%E2%82%AC.txt", '€.txt'],
    ['filename*=plain.txt', 'plain.txt'],
    ["filename*=klingon''plain.txt", "klingon''plain.txt"],
    ["filename*=UTF-8''%E2%82%AC.txt; filename=x.txt", '€.txt'],
    ["filename=x.txt; filename*=klingon''%E2.txt", 'x.txt'],
    ['filename*0="a b"; filename*1=c.txt', 'a bc.txt'],
    ["filename*0*=UTF-8''%E2%82; filename*1*=%AC.txt", '€.txt'],
    ['filename="=?utf-8?Q?=E2=82=AC.txt?="', '€.txt'],
    ['filename=my file.txt', 'my file.txt'],
    ['filename=""', ''],
  ])('%s', (head, fileName) => {
    expect(file(head)).toEqual({ fileName, contentType: 'application/octet-stream', bytes: 'x' });
  });

  test('keeps every byte, an empty file, and its content type', () => {
    const all = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));
    expect(file('filename=a\r\nContent-Type: image/png', all)).toEqual({ fileName: 'a', contentType: 'image/png', bytes: all });
    expect(file('filename=a', '')).toMatchObject({ bytes: '' });
    expect(file('filename=a', '\r\n--bx\r\n--\r\n\n--b x')).toMatchObject({ bytes: '\r\n--bx\r\n--\r\n\n--b x' });
  });

  test('a binary part without a file name is a file, too', () => {
    expect(file('x=y\r\nContent-Type: image/png', '\u00ff\u0000')).toEqual({
      fileName: '',
      contentType: 'image/png',
      bytes: '\u00ff\u0000',
    });
    expect(file('x=y', '\u00ff\u0000')).toMatchObject({ bytes: '\u00ff\u0000' });
  });

  test.each([
    ['base64', 'AP\r\n8=', '\u0000\u00ff'],
    ['BASE64', 'AP8=', '\u0000\u00ff'],
    ['quoted-printable', 'a=FCb=\r\nc=', 'a\u00fcbc='],
    ['8bit', '=41', '=41'],
    ['8-bit', '=41', '=41'],
    ['', '=41', '=41'],
    ['base64; x=y', 'AP8=', '\u0000\u00ff'],
  ])('removes the transfer encoding %s', (encoding, content, result) => {
    expect(file(`filename=a\r\nContent-Transfer-Encoding: ${encoding}`, content)).toMatchObject({ bytes: result });
  });

  test('reads several files in one field, nested as older senders do', () => {
    const inner = '--i\r\nContent-Disposition: file; filename=a\r\n\r\n1\r\n--i\r\nContent-Disposition: file; filename=b\r\n\r\n2\r\n--i--';
    expect(read(part('Content-Disposition: form-data; name=f\r\nContent-Type: multipart/mixed; boundary=i', inner))).toEqual([
      ['f', expect.objectContaining({ fileName: 'a', bytes: '1' })],
      ['f', expect.objectContaining({ fileName: 'b', bytes: '2' })],
    ]);
    const encoded =
      'Content-Disposition: form-data; name=f\r\nContent-Type: multipart/mixed; boundary=i\r\nContent-Transfer-Encoding: base64';
    expect(read(part(encoded, btoa(inner)))).toHaveLength(2);
  });
});

describe('the charset of a field', () => {
  const field = (type: string) => `Content-Disposition: form-data; name=a\r\nContent-Type: ${type}`;

  test('is the part’s, the one in _charset_, the form’s, or UTF-8, or windows-1252', () => {
    expect(read(part(field('text/plain; charset=windows-1251'), '\u00cf\u00f0'))).toEqual([['a', 'Пр']]);
    const charset = '--b\r\nContent-Disposition: form-data; name=_charset_\r\n\r\nwindows-1251\r\n';
    expect(read(charset + part('Content-Disposition: form-data; name=a', '\u00cf\u00f0'))).toContainEqual(['a', 'Пр']);
    expect(read(part('Content-Disposition: form-data; name=a', '\u00cf\u00f0'), `${TYPE}; charset=windows-1251`)).toEqual([['a', 'Пр']]);
    expect(read(part('Content-Disposition: form-data; name=a', '\u00c3\u00bc'))).toEqual([['a', 'ü']]);
    expect(read(part('Content-Disposition: form-data; name=a', '\u00fc'))).toEqual([['a', 'ü']]);
    expect(read(part(field('application/json'), '{"a":"\u00c3\u00bc"}'))).toEqual([['a', '{"a":"ü"}']]);
  });

  test('of XML and HTML is the one that they declare themselves', () => {
    const xml = '<?xml version="1.0" encoding="iso-8859-2"?><a>\u00b1</a>';
    expect(read(part(field('text/xml'), xml), `${TYPE}; charset=utf-8`)).toEqual([['a', xml.replace('\u00b1', 'ą')]]);
    expect(read(part(field('text/html'), '<meta charset="iso-8859-2">\u00b1'))).toEqual([['a', '<meta charset="iso-8859-2">ą']]);
    expect(read(part(field('text/xml; charset=windows-1252'), xml))).toEqual([['a', xml]]);
  });

  test('is refused if it’s wrong', () => {
    expect(() => read(part(field('text/plain; charset=utf-8'), '\u00fc'))).toThrow(
      'The field “a” cannot be read. The body is not utf-8 text',
    );
    expect(() => read(part(field('text/plain; charset=klingon'), '\u00fc'))).toThrow('klingon');
  });
});

describe('the body', () => {
  const one = 'Content-Disposition: form-data; name=a';

  test.each([
    ['text before and after', `hello\r\n${part(one)}bye --b`],
    ['LF only', part(one).replaceAll('\r\n', '\n')],
    ['spaces after a boundary', `--b \t\r\n${one}\r\n\r\nx\r\n--b--`],
    ['no line break at the end', part(one).trimEnd()],
    ['an empty line at the start', `\r\n${part(one)}`],
  ])('with %s', (_, body) => {
    expect(read(body)).toEqual([['a', 'x']]);
  });

  test.each([
    ['"a b?c:d"', 'a b?c:d'],
    ['----WebKitFormBoundary7MA4', '----WebKitFormBoundary7MA4'],
    ['"b"; charset=utf-8', 'b'],
    ["'q'()+_,-./:=?", "'q'()+_"],
  ])('with the boundary %s', (written, boundary) => {
    expect(read(part(one).replaceAll('--b', `--${boundary}`), `multipart/form-data; boundary=${written}`)).toEqual([['a', 'x']]);
  });

  test('has no fields without parts, and repeats a repeated name', () => {
    expect(read('--b--')).toEqual([]);
    expect(read(part(one).replace('--b--', part(one, 'y')))).toEqual([
      ['a', 'x'],
      ['a', 'y'],
    ]);
  });

  test.each([
    ['is cut off', part(one).slice(0, -7)],
    ['has no boundary', 'a=1'],
    ['is empty', ''],
    ['has a first boundary that is damaged', `-${part(one)}`],
    ['has a first boundary with two carriage returns', part(one).replaceAll('\r\n', '\r\r\n')],
    ['has a part without a name', part('Content-Disposition: form-data')],
    ['has an unknown transfer encoding', part(`${one}\r\nContent-Transfer-Encoding: uuencode`)],
    ['has endless headers', part(`${one}\r\nX: ${'x'.repeat(20_000)}`)],
  ])('that %s is refused', (_, body) => {
    expect(() => read(body)).toThrow(MultipartError);
  });

  test('that is hostile is read as fast as any other', () => {
    for (const piece of ['\n', '\n--', '\r\n--b', '--b\r\n', '--b\r\n\r\n', '\\"', '";']) {
      const hostile = bytes(`--b\r\n${one}; x="${piece.repeat(2_000_000 / piece.length)}`);
      try {
        readFormData(hostile, TYPE);
      } catch (error) {
        expect(error).toBeInstanceOf(MultipartError);
      }
    }
  });
});

/** The same body, read by an independent parser. */
function readByBusboy(body: Uint8Array, contentType: string): Promise<[string, string, string | null][]> {
  return new Promise((resolve, reject) => {
    const found: [string, string, string | null][] = [];
    const parser = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', preservePath: true });
    parser.on('field', (name, value) => found.push([name, Buffer.from(value).toString('latin1'), null]));
    parser.on('file', (name, stream, { filename }) => {
      const entry: [string, string, string | null] = [name, '', filename ?? ''];
      found.push(entry);
      stream.on('data', (chunk: Buffer) => {
        entry[1] += chunk.toString('latin1');
      });
    });
    parser.on('close', () => resolve(found)).on('error', reject);
    parser.end(body);
  });
}

describe('compared with an independent parser', () => {
  // Busboy doesn't read browsers' escapes, so names here have none of those characters.
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((text) => !/["\\%\r\n\0?]/.test(text) && text.trim() === text);
  const content = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('--b', '\r\n--b', '\r\n--b--', '\n', '\r', '\r\n', ''));
  const parts = fc.array(fc.record({ name, content, fileName: fc.option(name, { nil: undefined }) }), { minLength: 1, maxLength: 5 });

  test('reads random forms as busboy does, and as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (written) => {
        const { body, contentType } = writeMultipart(
          'multipart/form-data',
          written.map(({ fileName, ...rest }) => (fileName === undefined ? rest : { ...rest, fileName })),
          'seed',
        );
        const latin1 = (text: string | Uint8Array) => Buffer.from(text as string).toString('latin1');
        const ours = readFormData(body, contentType).map(([key, value]) =>
          typeof value === 'string' ? [key, latin1(value), null] : [key, latin1(value.bytes), (value as FormDataFile).fileName],
        );
        expect(ours).toEqual(
          written.map((one) => [
            one.name,
            latin1(one.content.replace(one.fileName === undefined ? /^\ufeff/ : /^$/, '')),
            one.fileName ?? null,
          ]),
        );
        expect(await readByBusboy(body, contentType)).toEqual(written.map((one) => [one.name, latin1(one.content), one.fileName ?? null]));
      }),
    );
  });

  test('keeps names with any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string(), (key, fileName) => {
        const { body, contentType } = writeMultipart(
          'multipart/form-data',
          [{ name: key.replaceAll(/[\\%]|=\?/g, ''), fileName: fileName.replaceAll(/[\\%]|=\?/g, ''), content: '' }],
          '',
        );
        expect(readFormData(body, contentType)).toEqual([
          [key.replaceAll(/[\\%]|=\?/g, ''), expect.objectContaining({ fileName: fileName.replaceAll(/[\\%]|=\?/g, '') })],
        ]);
      }),
    );
  });
});
