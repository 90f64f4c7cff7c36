import { expect, test } from 'vitest';
import { isJsonType, mediaKind, parseMediaType } from './media-type.ts';

test.each([
  [
    'json',
    [
      'application/json',
      'text/json',
      'application/x-json',
      'application/hal+json',
      'application/vnd.github.v3+json',
      'application/x-amz-json-1.1',
      'application/x-amz-json-1.0',
      'application/problem+json',
      'application/ld+json',
      'application/vnd.acme.json',
      'application/json-patch+json',
      'model/gltf+json',
      'image/x+json',
    ],
  ],
  [
    'text',
    [
      'text/plain',
      'text/csv',
      'application/csv',
      'application/x-ndjson',
      'application/ndjson',
      'application/jsonl',
      'application/x-jsonlines',
      'application/stream+json',
      'application/json-seq',
      'application/geo+json-seq',
      'application/json5',
      'application/yaml',
      'application/x-yaml',
      'application/vnd.oai.openapi+yaml',
      'application/vnd.yaml',
      'application/jwt',
      'application/secevent+jwt',
      'application/javascript',
      'application/x-javascript',
      'application/graphql',
      'application/sql',
      'application/x-sh',
      'message/rfc822',
      'application/toml',
      'text/event-stream',
      'application/vnd.apple.mpegurl',
    ],
  ],
  [
    'xml',
    [
      'application/xml',
      'text/xml',
      'application/soap+xml',
      'application/rss+xml',
      'image/svg+xml',
      'application/xml-dtd',
      'application/atom+xml',
    ],
  ],
  ['html', ['text/html', 'application/xhtml+xml']],
  ['form', ['application/x-www-form-urlencoded']],
  ['multipart', ['multipart/form-data']],
  [
    'bytes',
    [
      'image/png',
      'application/pdf',
      'application/octet-stream',
      'binary/octet-stream',
      'application/vnd.ms-excel',
      'application/zip',
      'application/x-protobuf',
      'application/cbor',
      'application/senml+cbor',
      'multipart/mixed',
      'application/vnd.jsonish',
    ],
  ],
  ['unknown', ['', '*/*', 'application/*', 'json', 'garbage', '/', 'text/']],
] as const)('classifies media types by their structure: %s', (kind, types) => {
  for (const type of types) expect([type, mediaKind(type)]).toEqual([type, kind]);
});

test.each([
  ['application/json, okta-version=1.0.0', 'application/json', { 'okta-version': '1.0.0' }],
  ['application/json; okta-version=1.0.0', 'application/json', { 'okta-version': '1.0.0' }],
  ['  Application/JSON ;Charset="UTF-8" ', 'application/json', { charset: 'UTF-8' }],
  ['text/plain, text/plain; charset=utf-8', 'text/plain', { charset: 'utf-8' }],
  ['multipart/form-data; boundary="a;b,c=\\"d"; x=y', 'multipart/form-data', { boundary: 'a;b,c="d', x: 'y' }],
  ['multipart/form-data; boundary=----=_Part_1.2(3):4/5', 'multipart/form-data', { boundary: '----=_Part_1.2(3):4/5' }],
  ['text/plain; charset=', 'text/plain', { charset: '' }],
  ['text/plain; ;; a=1;a=2;', 'text/plain', { a: '1' }],
  ['charset=utf-8', '', { charset: 'utf-8' }],
  ['', '', {}],
] as const)('reads the content type %s', (header, type, parameters) => {
  const read = parseMediaType(header);
  expect([read.type, Object.fromEntries(read.parameters)]).toEqual([type, parameters]);
});

test('reads a hostile content type as fast as any other', () => {
  for (const part of [';', '"', ';a=', 'a="\\', ' ', ',a="b"'])
    expect(parseMediaType(`a/b;${part.repeat(2_000_000 / part.length)}`).type).toBe('a/b');
});

test('recognizes JSON in a content type with parameters', () => {
  expect(isJsonType('application/json; charset=utf-8')).toBe(true);
  expect(isJsonType('application/json-seq')).toBe(false);
  expect(isJsonType('text/plain; note="application/json"')).toBe(false);
});
