import { isSameJson } from '@portage/primitives/json';
import { describe, expect, test } from 'vitest';
import { realDocuments } from '../../../testing/real-documents.ts';
import { readDocument } from '../../document/read-document.ts';
import { listEntries } from '../../json/json.ts';
import { editDocument, edited } from './edit-document.ts';

function textAfter(text: string, ...edits: Parameters<typeof editDocument>[1]): string {
  const result = editDocument(text, edits);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.text;
}

const parseDocument = (text: string) => {
  const read = readDocument(text);
  if (!read.ok) throw new Error('not readable');
  return read.document;
};

const JSON_TEXT = `{
  "openapi": "3.1.0",
  "info": { "title": "A \\"quoted\\" title", "version": "1" },
  "paths": {
    "/pets": {
      "get": { "summary": "List" },
      "post": {
        "summary": "Add"
      }
    }
  },
  "x-own": [1, 2.50, 1e3]
}
`;

describe('an edit of JSON', () => {
  test('replaces one value and leaves every other character unchanged', () => {
    const after = textAfter(JSON_TEXT, { path: ['paths', '/pets', 'post'], value: { summary: 'Adds', tags: ['a'] } });
    expect(after).toBe(
      JSON_TEXT.replace(
        `{
        "summary": "Add"
      }`,
        `{
        "summary": "Adds",
        "tags": [
          "a"
        ]
      }`,
      ),
    );
  });

  test('adds missing members with the surrounding indentation', () => {
    const after = textAfter(JSON_TEXT, { path: ['paths', '/orders', 'get'], value: { summary: 'Orders' } });
    expect(after).toContain(`    },
    "/orders": {
      "get": {
        "summary": "Orders"
      }
    }
  },
  "x-own": [1, 2.50, 1e3]`);
  });

  test('removes the first, a middle, the last and the only member', () => {
    const text = '{"openapi":"3.1.0","paths":{"a":1,"b":2,"c":{"only":1}}}';
    const without = (...path: string[]) => textAfter(text, { path: ['paths', ...path], value: undefined });
    expect(without('a')).toBe('{"openapi":"3.1.0","paths":{"b":2,"c":{"only":1}}}');
    expect(without('b')).toBe('{"openapi":"3.1.0","paths":{"a":1,"c":{"only":1}}}');
    expect(without('c')).toBe('{"openapi":"3.1.0","paths":{"a":1,"b":2}}');
    expect(without('c', 'only')).toBe('{"openapi":"3.1.0","paths":{"a":1,"b":2,"c":{}}}');
    expect(without('nosuch')).toBe(text);
  });

  test('changes the effective one of two members with the same name, and removes both', () => {
    const text = '{"openapi":"3.1.0","paths":{"a":1,"a":2}}';
    expect(textAfter(text, { path: ['paths', 'a'], value: 3 })).toBe('{"openapi":"3.1.0","paths":{"a":1,"a":3}}');
    expect(textAfter(text, { path: ['paths', 'a'], value: undefined })).toBe('{"openapi":"3.1.0","paths":{}}');
  });
});

const YAML_TEXT = `# Pets
openapi: 3.1.0
info: { title: Pets, version: '1' } # in flow style
paths:
  # all about pets
  '/pets':
    get:
      summary: List   # of pets
      description: |
        Two
        lines.
    post:
      summary: Add

  # orders come next
  /orders:
    get: { summary: Orders }
x-flow: {a: 1,
  b: 2}
`;

describe('an edit of YAML', () => {
  test('replaces one member and leaves every other line unchanged, including comments', () => {
    const after = textAfter(YAML_TEXT, { path: ['paths', '/pets', 'post'], value: { summary: 'Adds', tags: ['a'] } });
    expect(after).toBe(YAML_TEXT.replace('      summary: Add\n', '      summary: Adds\n      tags:\n        - a\n'));
  });

  test('adds and removes whole members', () => {
    const added = textAfter(YAML_TEXT, { path: ['paths', '/orders', 'post'], value: { summary: 'Order' } });
    expect(added).toBe(
      YAML_TEXT.replace('    get: { summary: Orders }\n', '    get: { summary: Orders }\n    post:\n      summary: Order\n'),
    );
    const removed = textAfter(YAML_TEXT, { path: ['paths', '/pets', 'get'], value: undefined });
    expect(removed).toBe(YAML_TEXT.replace(/ {4}get:\n {6}summary: List[\s\S]*?lines\.\n/, ''));
  });

  test('rewrites only flow-style parts, with their whole meaning', () => {
    const edit = { path: ['info', 'title'], value: 'Cats: all' };
    expect(parseDocument(textAfter(YAML_TEXT, edit))).toEqual(edited(parseDocument(YAML_TEXT), edit));
    const inFlow = { path: ['paths', '/orders', 'get', 'summary'], value: undefined };
    expect(parseDocument(textAfter(YAML_TEXT, inFlow))).toEqual(edited(parseDocument(YAML_TEXT), inFlow));
    const empty = { path: ['paths', '/a', 'get'], value: { summary: 'A' } };
    expect(parseDocument(textAfter('openapi: 3.1.0\npaths: {}\n', empty))).toEqual({
      openapi: '3.1.0',
      paths: { '/a': { get: { summary: 'A' } } },
    });
  });

  test('keeps the targets of aliases', () => {
    const text = 'openapi: 3.1.0\npaths:\n  /a: &a\n    get: { summary: A }\n  /b: *a\n  /c:\n    <<: *a\n    post: { summary: C }\n';
    for (const edit of [
      { path: ['paths', '/a', 'get'], value: { summary: 'Other' } },
      { path: ['paths', '/a'], value: undefined },
      { path: ['paths', '/b', 'get', 'summary'], value: 'B' },
      { path: ['paths', '/c', 'get', 'summary'], value: 'C2' },
    ]) {
      expect(parseDocument(textAfter(text, edit))).toEqual(edited(parseDocument(text), edit));
    }
  });
});

describe.skipIf(realDocuments().length === 0)('edits of documents of real systems', () => {
  test.each(realDocuments())(
    '$name: keeps everything else when every tenth operation is changed, one is added and one removed',
    ({ read }) => {
      const text = read();
      const before = parseDocument(text);
      const places = listEntries(before, 'paths').flatMap(([path, item]) =>
        Object.keys(item as object)
          .filter((name) => ['get', 'post', 'put', 'delete'].includes(name))
          .map((method) => ['paths', path, method]),
      );
      const step = Math.max(1, Math.floor(places.length / 10));
      const changes = places
        .filter((_, at) => at % step === 0)
        .map((path) => ({ path: [...path, 'x-marked'], value: { by: 'us: "me"\nand you' } }));
      const last = places.at(-1);
      const edits = [
        ...changes,
        { path: ['paths', '/of/our/own', 'post'], value: { summary: 'Ours', responses: { 200: { description: 'ok' } } } },
        ...(last ? [{ path: last, value: undefined }] : []),
      ];
      const one = edits[0] ? textAfter(text, edits[0]) : text;
      expect(Math.abs(one.length - text.length)).toBeLessThan(text.length / 10 + 200);
      const after = parseDocument(textAfter(text, ...edits));
      const expected = edits.reduce<unknown>(edited, before);
      expect(isSameJson(after, expected)).toBe(true);
    },
  );
});
