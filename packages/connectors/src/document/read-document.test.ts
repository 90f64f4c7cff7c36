import { describe, expect, test } from 'vitest';
import { formatProblem } from '../extracted/document-problem.ts';
import { importDocument } from './import-document.ts';
import { readDocument } from './read-document.ts';

function listProblems(text: string): string[] {
  const imported = importDocument(text);
  return imported.ok ? [] : imported.problems.map(formatProblem);
}

const MINIMAL = {
  openapi: '3.0.0',
  info: { title: 'T', version: '1' },
  paths: { '/a': { get: { responses: { 200: { description: '' } } } } },
};

describe('reading a document’s text', () => {
  test('reads JSON, even with a byte order mark, and YAML, whatever the file name', () => {
    const json = JSON.stringify(MINIMAL);
    expect(readDocument(`\uFEFF${json}`)).toMatchObject({ ok: true, format: 'json', document: MINIMAL });
    expect(readDocument('openapi: 3.0.0\npaths: {}\n')).toMatchObject({
      ok: true,
      format: 'yaml',
      document: { openapi: '3.0.0', paths: {} },
    });
    expect(readDocument('# in flow style\n{openapi: 3.0.0, paths: {}}')).toMatchObject({ ok: true, format: 'yaml' });
    expect(readDocument("{'openapi': '3.0.0', paths: {}} # comment")).toMatchObject({ ok: true, format: 'yaml' });
  });

  test('keeps values that YAML would convert: dates, yes and no, and status codes as names', () => {
    const read = readDocument('openapi: 3.0.0\nx: 2020-01-01\ny: yes\nresponses:\n  200: {}\n');
    expect(read.ok && read.document).toEqual({ openapi: '3.0.0', x: '2020-01-01', y: 'yes', responses: { 200: {} } });
  });

  test('merges keys as real YAML documents do', () => {
    const read = readDocument('base: &b {type: string}\nmore:\n  <<: *b\n  maxLength: 5\n');
    expect(read.ok && read.document.more).toEqual({ type: 'string', maxLength: 5 });
  });

  test.each([
    [
      '{"openapi": "3.0.0",\n "paths": {\n  "/a": {"get": {]}\n }}',
      'This is not valid JSON: a member name in double quotes was expected, found "]". (line 3, #/paths/~1a/get)',
    ],
    ['{"openapi": "3.0.0",\n "info": {"title": "x"', 'The JSON ends before it is complete. (line 2, #/info/title)'],
    ['{"a": [1, 2,\n 3 4]}', 'This is not valid JSON: a comma or the closing bracket was expected, found "4". (line 2, #/a/2)'],
    ['{"a": 01}', 'This is not valid JSON: a comma or the closing brace was expected, found "1". (line 1, #/a)'],
    ['openapi: 3.0.0\npaths:\n  /a: [unclosed\n', /^This is not valid YAML: .*\(line 4\)$/],
    ['openapi: 3.0.0\nopenapi: 3.1.0\n', /^This is not valid YAML: duplicated mapping key\. \(line 2\)$/],
    ['', 'The document is empty.'],
    ['  \n ', 'The document is empty.'],
    ['just a text', 'The document must be an object with the member "openapi" or "swagger". (line 1)'],
    ['[1]', 'The document must be an object with the member "openapi" or "swagger". (line 1)'],
    ['{"a": 1}', 'This is not an OpenAPI document: it has neither "openapi" nor "swagger". (line 1)'],
    ['{"openapi": "4.0.0", "paths": {}}', 'OpenAPI 4.0.0 cannot be read; 3.0, 3.1, 3.2 and Swagger 2.0 can. (line 1, #/openapi)'],
    ['{"swagger": "1.2", "paths": {}}', 'OpenAPI 1.2 cannot be read; 3.0, 3.1, 3.2 and Swagger 2.0 can. (line 1, #/swagger)'],
    ['openapi: 3.0.0\ninfo: {}\n', 'The document has no "paths".'],
  ])('reports an error and its position: %j', (text, message) => {
    const [first = 'nothing'] = listProblems(text);
    if (typeof message === 'string') expect(first.replace(' (line 1)', '')).toBe(message.replace(' (line 1)', ''));
    else expect(first).toMatch(message);
  });

  test.each(['9007199254740993', '-9007199254740993', '12345678901234567.89', '1E400', '-0.5e-400'])(
    'keeps every digit of %s, as text, in JSON and in YAML',
    (written) => {
      const json = `{"openapi":"3.1.0","x":{"enum":[${written},5],"default":${written}}}`;
      const yaml = `openapi: "3.1.0"\nx:\n  enum: [${written}, 5]\n  default: ${written}\n`;
      const document = { openapi: '3.1.0', x: { enum: [written, 5], default: written } };
      for (const text of [json, `${json.slice(0, -1)},}`, yaml]) expect(readDocument(text)).toMatchObject({ ok: true, document });
    },
  );

  test('reads numbers as numbers up to the longest that JavaScript holds', () => {
    const text = '{"openapi":"3.1.0","x":[9007199254740991,0.30000000000000004,1e21]}';
    expect(readDocument(text)).toMatchObject({ ok: true, document: { x: [9_007_199_254_740_991, 0.30000000000000004, 1e21] } });
  });

  test('HOSTILE 21: recognises a web page or XML instead of a document', () => {
    expect(listProblems('<!DOCTYPE html><html><body>Sign in</body></html>')).toEqual([
      'This is a web page (HTML), not an OpenAPI document. Download the JSON or YAML file itself. (line 1)',
    ]);
    expect(listProblems('\n <?xml version="1.0"?><wadl/>')[0]).toMatch(/^This is XML, not an OpenAPI document/);
  });

  test('HOSTILE 21: refuses 20 MB before parsing', () => {
    const result = listProblems(`{"openapi":"3.0.0","x":"${'a'.repeat(20_000_000)}"}`);
    expect(result).toEqual(['The document has 20.0 MB; 19.5 MB is the most that can be read.']);
    expect(listProblems(`openapi: 3.0.0\nx: ${'a'.repeat(11_000_000)}`)).toEqual([
      'The document has 11.0 MB; 9.0 MB is the most that can be read.',
    ]);
  });

  test('HOSTILE 21: refuses 4,000 levels of nesting in JSON and in YAML, and a million quickly', () => {
    const nested = (levels: number) => `{"openapi":"3.0.0","x":\n${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(listProblems(nested(4_000))).toEqual(['The document is nested more than 200 levels deep. (line 2)']);
    expect(listProblems(`x: ${'{a: '.repeat(4_000)}1${'}'.repeat(4_000)}`)[0]).toMatch(/nested more than 200 levels deep/);
    const blocks = Array.from({ length: 4_000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
    const result = [listProblems(nested(1_000_000)), listProblems(blocks)].map(([first]) => first);
    expect(result).toEqual([expect.stringMatching(/200 levels deep/), expect.stringMatching(/200 levels deep/)]);
  });

  test('HOSTILE 21: refuses a YAML alias bomb by counting, and doesn’t loop on circular aliases', () => {
    const levels = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`);
    const bomb = `openapi: 3.0.0\na0: &a0 [${Array(10).fill('lol').join(', ')}]\n${levels.join('\n')}\npaths: {}\n`;
    const result = listProblems(bomb);
    expect(result).toEqual(['With its aliases followed the document has more than 2500000 values.']);
    expect(listProblems('openapi: 3.0.0\npaths: &p\n  /a: *p\n')[0]).toMatch(/nested more than 200 levels deep|unidentified alias/);
  });

  test('HOSTILE 21: refuses the name __proto__ with its position, however it’s spelled, and accepts constructor', () => {
    const spelled = '{"openapi":"3.0.0",\n"paths":{},\n"components":{"schemas":{"\\u005f_proto__":{"polluted":true}}}}';
    expect(listProblems(spelled)).toEqual(['The name "__proto__" is not allowed. (line 3, #/components/schemas/__proto__)']);
    expect(listProblems('openapi: 3.0.0\npaths: {}\ncomponents:\n  "\\x5f_proto__": {a: 1}\n')[0]).toMatch(/__proto__.*line 4/);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const schema = { type: 'object', properties: { constructor: { type: 'string' }, prototype: { type: 'string' } } };
    const document = { ...MINIMAL, components: { schemas: { constructor: schema } } };
    expect(listProblems(JSON.stringify(document))).toEqual([]);
  });

  test('HOSTILE 21: creates no special objects from YAML tags', () => {
    expect(listProblems('openapi: 3.0.0\npaths: !!js/function "function () { return 1 }"\n')[0]).toMatch(/^This is not valid YAML: /);
    expect(listProblems('openapi: 3.0.0\npaths: !<tag:evil> {}\n')[0]).toMatch(/^This is not valid YAML: /);
  });
});
