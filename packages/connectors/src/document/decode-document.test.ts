import { expect, test } from 'vitest';
import { importBytes, readAgain } from './import-document.ts';

const yaml = (title = 'Größe – 5 €', head = '') =>
  `${head}openapi: 3.0.3\ninfo: { title: "${title}", version: "1" }\npaths:\n  /a:\n    get: { summary: "${title}", responses: { "200": { description: ok } } }\n`;
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => ({ '–': 0x96, '€': 0x80 })[letter] ?? letter.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const wide = (text: string, isLittle: boolean, size = 2) => {
  const bytes = new Uint8Array(text.length * size);
  const view = new DataView(bytes.buffer);
  for (const [at, letter] of [...text].entries())
    if (size === 2) view.setUint16(at * 2, letter.charCodeAt(0), isLittle);
    else view.setUint32(at * 4, letter.charCodeAt(0), isLittle);
  return bytes;
};
const json = JSON.stringify({ openapi: '3.1.0', info: { title: 'Größe – 5 €', version: '1' }, paths: {} });

test.each<[string, Uint8Array, string | null]>([
  ['UTF-8', utf8(yaml()), null],
  ['UTF-8 with a mark', utf8(`\ufeff${yaml()}`), null],
  ['UTF-8 under a wrong content type', utf8(yaml()), 'text/yaml; charset=latin1'],
  ['UTF-16, little, with a mark', wide(`\ufeff${yaml()}`, true), null],
  ['UTF-16, big, with a mark', wide(`\ufeff${yaml()}`, false), null],
  ['UTF-16, little, without a mark', wide(json, true), null],
  ['UTF-16, big, without a mark', wide(yaml(), false), null],
  ['UTF-32 with a mark', wide(`\ufeff${json}`, false, 4), null],
  ['windows-1252 by its content type', windows1252(yaml()), 'application/yaml; charset=windows-1252'],
  ['Latin-1 by its content type', windows1252(json), 'application/json; charset="ISO-8859-1"'],
  ['windows-1252 by a comment', windows1252(yaml(undefined, '# -*- coding: cp1252 -*-\n')), null],
  ['Latin-1 by a comment', windows1252(yaml(undefined, '# -*- coding: latin-1 -*-\n')), null],
  ['Latin-1 as Python writes it', windows1252(yaml(undefined, '# coding: iso_8859_1\n')), null],
  ['windows-1252 by a comment in the second line', windows1252(yaml(undefined, '# My API\n# encoding: windows-1252\n')), null],
])('a document in %s is imported with all its letters', (_name, bytes, contentType) => {
  const imported = importBytes(bytes, contentType);
  expect(imported.ok && imported.summary.title).toBe('Größe – 5 €');
});

test.each<[string, Uint8Array, string | null, RegExp]>([
  ['Latin-1 that nothing declares', windows1252(yaml()), null, /^The document is not UTF-8 text/],
  ['Latin-1 in JSON', windows1252(json), 'application/json', /^The document is not UTF-8 text/],
  ['a charset that nobody knows', windows1252(yaml()), 'text/yaml; charset=klingon', /"klingon", which isn’t supported/],
  ['bytes that are not what they say', windows1252(yaml()), 'text/yaml; charset=utf-8', /charset is utf-8, but its bytes are not/],
])('%s is refused with a clear message', (_name, bytes, contentType, message) => {
  const imported = importBytes(bytes, contentType);
  expect(imported.ok).toBe(false);
  const [problem] = imported.ok ? [] : imported.problems;
  expect(problem).toMatchObject({ code: 'not-utf-8', message: expect.stringMatching(message) });
});

test('the first line that isn’t UTF-8 is reported', () => {
  const imported = importBytes(windows1252(yaml('Plain').replace('ok', 'Größe')), null);
  expect(imported.ok ? [] : imported.problems.map(({ line }) => line)).toEqual([5]);
});

test('letters that were damaged earlier cause a warning', () => {
  const imported = importBytes(utf8(yaml('Gr\ufffd\ufffde')), null);
  expect(imported.ok && imported.warnings.map(({ code, line }) => [code, line])).toContainEqual(['text-damaged', 2]);
});

test('a document that an earlier Portage accepted stays in use', () => {
  expect(readAgain(windows1252(yaml()), null)).toMatchObject({ ok: true, summary: { title: 'Größe – 5 €' } });
});

test.for([
  ['ZIP', [0x50, 0x4b, 0x03, 0x04, 0x14]],
  ['ZIP', [0x50, 0x4b, 0x05, 0x06]],
  ['gzip', [0x1f, 0x8b, 0x08]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['RAR', [0x52, 0x61, 0x72, 0x21, 0x1a]],
] as const)('a %s archive is refused with what to do', ([name, start]) => {
  const imported = importBytes(Uint8Array.from([...start, ...utf8(json)]), null);
  expect(imported).toMatchObject({ ok: false, problems: [{ code: 'document-archive' }] });
  expect(imported.ok ? '' : imported.problems[0]?.message).toMatch(`The file is a ${name} archive`);
});
