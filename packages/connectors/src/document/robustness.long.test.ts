import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { loadOperation, loadPayloadSchema, loadRequestSchema, loadResponseSchema } from '../extracted/connector-document.ts';
import { toPointer } from '../json/place.ts';
import { buildRequest } from '../requests/build-request.ts';
import { RequestError } from '../requests/request-error.ts';
import { openDocument } from '../stored/open-document.ts';
import { importDocument } from './import-document.ts';
import { findLines } from './lines-of.ts';
import { scanJson } from './scan-json.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Fixture', version: '1', description: 'd' },
  servers: [{ url: 'https://{a}.example', variables: { a: { default: 'x' } } }],
  tags: [{ name: 't', description: 'd' }],
  security: [{ key: [] }],
  paths: {
    '/a/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }, { $ref: '#/components/parameters/Page' }],
      get: {
        tags: ['t'],
        operationId: 'list',
        responses: {
          '200': {
            description: '',
            headers: { Link: {} },
            content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Node' } } } },
          },
        },
      },
      post: {
        'x-graphql': { query: 'q' },
        requestBody: {
          required: true,
          content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Node' }, encoding: { a: { style: 'deepObject' } } } },
        },
        callbacks: { on: { '{$url}': { post: { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } } } } },
        responses: { default: { description: '' } },
      },
    },
  },
  webhooks: { w: { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } } } } },
  components: {
    parameters: { Page: { name: 'page', in: 'query', style: 'form', explode: false, schema: { type: ['integer', 'null'] } } },
    schemas: {
      Node: {
        allOf: [{ $ref: '#/components/schemas/Base' }],
        oneOf: [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { const: 'b' } } }],
        discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/Base', b: 'Node' } },
        properties: { next: { $ref: '#/components/schemas/Node' } },
        required: ['next'],
      },
      Base: { type: 'object', properties: { a: { type: 'string', enum: ['x'], 'x-enum-labels': ['X'] } } },
    },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'k' } },
  },
};

function listPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, inner]) => listPaths(inner, [...path, Array.isArray(value) ? Number(name) : name])),
  ];
}

function replacedAt(value: unknown, [name, ...rest]: (string | number)[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[name] = replacedAt(copy[name], rest, replacement);
  return copy;
}

const documentPaths = listPaths(document).slice(1);
const oddValue = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    '',
    'text',
    '#',
    '#/',
    '#/components/schemas/Node',
    '#/paths/~1a~1{id}',
    'https://x.example/y',
    [],
    {},
    [[]],
    { $ref: '#/components/schemas/Gone' },
    { $ref: 5 },
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

describe('documents with arbitrary content', () => {
  test('HOSTILE 21: are imported or refused without throwing, and imported ones open and make requests or say why not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(documentPaths.length - 1), oddValue), { minLength: 1, maxLength: 3 }), async (changes) => {
        let changed: unknown = document;
        for (const [at, value] of changes) {
          try {
            changed = replacedAt(changed, documentPaths[at] ?? [], value);
          } catch {
            // An earlier change removed the position.
          }
        }
        const imported = importDocument(JSON.stringify(changed));
        if (!imported.ok) {
          expect(imported.problems[0]?.severity).toBe('error');
          return;
        }
        const { stored, summary } = imported;
        const opened = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
        for (const { id } of summary.operations) {
          await loadRequestSchema(opened, id);
          await loadResponseSchema(opened, id);
          const operation = await loadOperation(opened, id);
          try {
            await opened.withSchemas((source) =>
              buildRequest(
                source,
                operation,
                { path: { id: 'x' }, query: { page: '2' }, body: { next: { next: {} }, a: 'x' } },
                { baseUrl: 'https://a.example' },
              ),
            );
          } catch (error) {
            expect(error).toBeInstanceOf(RequestError);
          }
        }
        for (const { id } of summary.events) await loadPayloadSchema(opened, id);
      }),
      { numRuns: 600 },
    );
  });

  test('have the right line for every position, in JSON and in YAML', () => {
    const json = JSON.stringify(document, null, 2);
    const lines = findLines(json, 'json', documentPaths.map(toPointer));
    expect(lines.size).toBe(new Set(documentPaths.map(toPointer)).size);
    // The n-th line of such a text is the n-th position, not counting closing brackets.
    const written = json.split('\n').flatMap((line, at) => (/^\s*[\]}],?$|^\{$/.test(line) ? [] : [at + 1]));
    expect(documentPaths.map((path) => lines.get(toPointer(path)))).toEqual(written);
    const yaml = findLines(dump(document), 'yaml', documentPaths.map(toPointer));
    expect(yaml.size).toBe(lines.size);
    expect(yaml.get('#/components/schemas/Base')).toBe(dump(document).split('\n').indexOf('    Base:') + 1);
  });

  test('are walked to their end as JSON, and truncated ones are detected', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), fc.double({ min: 0, max: 1, noNaN: true }), (value, space, cut) => {
        const text = JSON.stringify({ value }, null, space);
        expect(scanJson(text, () => undefined)).toBeNull();
        const part = text.slice(0, Math.floor(cut * (text.length - 1)));
        expect(scanJson(part, () => undefined)).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});
