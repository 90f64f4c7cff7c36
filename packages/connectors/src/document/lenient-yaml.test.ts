import { expect, test } from 'vitest';
import { editDocument } from '../editing/text/edit-document.ts';
import { importDocument } from './import-document.ts';
import { readDocument } from './read-document.ts';

const document = (part: string) => `openapi: 3.0.3
info: { title: Pantry, version: "1" }
paths:
  /jars:
    get:
      responses:
        "200":
          description: Jars
          content:
            application/json:
${part}
    post:
      responses: { "201": { description: Jar, x-a: &a [1,
      2] } }
`;
const readExample = (text: string): unknown => {
  const read = readDocument(text);
  if (!read.ok) return read.problems;
  const paths = read.document.paths as Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { example: unknown }> }> } }
  >;
  return paths['/jars']?.get.responses['200']?.content['application/json']?.example;
};

test.each<[string, string, unknown]>([
  ['an object', '              example: {\n        "jar": "plum"\n      }', { jar: 'plum' }],
  ['a closing bracket', '              example: {\n                "jars": [ "plum" ]\n              }', { jars: ['plum'] }],
  [
    'brackets within brackets',
    '              example: {\n "a": [\n{ "b": "]" },\n 2\n],\n"c": "x # y" # }\n}',
    { a: [{ b: ']' }, 2], c: 'x # y' },
  ],
  ['a quoted text over lines', '              example: "one\n  two\nthree"', 'one two three'],
  ['a text in single quotes', "              example: 'it''s\n  two'", "it's two"],
  ['several of them', '              example: {\n"a": 1\n}\n              x-b: [\n1\n]', { a: 1 }],
])('YAML with lines that are indented too little is read with a warning: %s', (_name, part, expected) => {
  const text = document(part);
  expect(readExample(text)).toEqual(expected);
  const imported = importDocument(text);
  expect(imported.ok && imported.summary.operations.map(({ id }) => id)).toEqual(['GET /jars', 'POST /jars']);
  expect(imported.ok && imported.warnings.map(({ code }) => code)).toContain('yaml-indentation');
  const edited = editDocument(text, [{ path: ['info', 'title'], value: 'Other' }]);
  expect(edited.ok && readDocument(edited.text)).toMatchObject({ ok: true, document: { info: { title: 'Other' } } });
});

test('YAML with other errors is refused with the line of the first', () => {
  const read = readDocument('openapi: 3.0.3\npaths: {\n"a": 1\n');
  expect(read.ok ? [] : read.problems).toMatchObject([{ code: 'not-yaml', line: expect.any(Number) }]);
});
