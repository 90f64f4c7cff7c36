import { describe, expect, test } from 'vitest';
import { editDocument } from '../editing/text/index.ts';
import { importDocument } from './import-document.ts';
import { mendJson } from './mend-json.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'http://a // b /* c */ ,]', version: '1' },
  paths: { '/a': { get: { responses: { 200: { description: '"\\",}' } } } } },
};
const json = JSON.stringify(document, null, 2);

function imported(text: string) {
  const result = importDocument(text);
  if (!result.ok) return { problems: result.problems.map(({ code, message, line }) => [code, message, line]) };
  const warnings = result.warnings.filter(({ code }) => code !== 'no-server').map(({ code, line, pointer }) => [code, line, pointer]);
  return { ids: result.summary.operations.map(({ id }) => id), warnings };
}

test.each<[string, string, number]>([
  ['comments at the end of a line', json.replace('"info"', '// here, {\n  "info"'), 3],
  ['comments within a line', json.replace('"info": ', '"info": /* ], */ '), 3],
  ['a comment before everything', `// A shop\n${json}`, 1],
  ['a comment of several lines before everything', `/* A\n shop */\n${json}`, 1],
  ['a comment after everything', `${json}\n// end`, json.split('\n').length + 1],
  ['commas before closing brackets', json.replace('"version": "1"', '"version": "1" , // last\n'), 5],
  ['a comma in a list', json.replace('"info"', '"tags": [{"name": "t"},\t],\n"info"'), 3],
])('%s: the document is accepted with a warning', (_name, text, line) => {
  expect(imported(text)).toEqual({ ids: ['GET /a'], warnings: [['json-mended', line, null]] });
  expect(JSON.parse(mendJson(text))).toMatchObject(document);
});

test.each([
  ['a comma too much', json.replace('"info"', ',"info"')],
  ['a comment without an end', `${json.slice(0, -1)}/* }`],
  ['half a document', json.slice(0, 90)],
  ['two documents', json + json],
])('%s: the document is refused', (_name, text) => {
  expect(imported(text)).toMatchObject({ problems: [['not-json', expect.any(String), expect.any(Number)]] });
});

test('HOSTILE 21: JSON with endless positions to mend is left unchanged', () => {
  const text = `[${'[1,],'.repeat(100_001)}1]`;
  expect(mendJson(text)).toBe(text);
});

test('valid JSON is left unchanged', () => {
  expect(mendJson(json)).toBe(json);
  expect(imported(json)).toEqual({ ids: ['GET /a'], warnings: [] });
});

test('a document with comments can be edited', () => {
  const edited = editDocument(`// A shop\n${json}`, [{ path: ['info', 'title'], value: 'Shop' }]);
  expect(edited.ok && JSON.parse(edited.text)).toMatchObject({ info: { title: 'Shop', version: '1' } });
});

describe('a duplicate name in an object', () => {
  const path = (name: string) => `"${name}": {"get": {"responses": {"200": {"description": "ok"}}}}`;
  const begin = '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"},';

  test.each([
    ['a path', `${begin}\n"paths": {${path('/a')},\n${path('/b')},\n${path('/a')}}}`, 4, '#/paths/~1a'],
    ['written in two ways', `${begin}"paths": {${path('/a')}, ${path('/b')},\n${path('\\u002fa')}}}`, 2, '#/paths/~1a'],
    ['all paths', `${begin}"paths": {${path('/b')}},\n"paths": {${path('/a')}, ${path('/b')}}}`, 2, '#/paths'],
    ['within a list', `${begin}"x-a": [{"a": 1}, {"a": 1,\n"a": 2}], "paths": {${path('/a')}, ${path('/b')}}}`, 2, '#/x-a/1/a'],
  ])('%s causes a warning with its position', (_name, text, line, pointer) => {
    const result = imported(text);
    expect(result.ids?.toSorted()).toEqual(['GET /a', 'GET /b']);
    expect(result.warnings).toEqual([['name-doubled', line, pointer]]);
  });

  test('is only reported within the same object', () => {
    const text = `${begin}"x-a": [{"a": {"a": 1}}, {"a": "x:y"}], "x-b": {"a": {"a": []}}, "paths": {${path('/a')}}}`;
    expect(imported(text)).toEqual({ ids: ['GET /a'], warnings: [] });
  });
});

test.each([
  ['openapi: 3.0\n', 'GET /a'],
  ['openapi: 3.1\n', 'GET /a'],
  ['openapi: " 3.1.0 "\n', 'GET /a'],
  ['swagger: 2.0\n', 'GET /a'],
])('an unquoted version is accepted: %s', (version, id) => {
  const text = `${version}info: {title: T, version: 1}\npaths:\n  /a: {get: {responses: {200: {description: ok}}}}\n`;
  expect(imported(text).ids).toEqual([id]);
});

test('several YAML documents in a file are refused with a clear message', () => {
  const text = 'openapi: 3.1.0\npaths: {}\n---\nopenapi: 3.1.0\npaths: {}\n';
  expect(imported(text)).toEqual({
    problems: [['not-yaml', 'The file has several YAML documents, separated by "---". Upload each as its own file.', null]],
  });
});
