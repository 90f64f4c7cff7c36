import { describe, expect, test } from 'vitest';
import { atPointer, below } from '../json/json-pointer.ts';
import { missingMappings } from '../schema/required-mappings.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { documentSchemas } from './document-source.ts';
import { extractDocument } from './extract-document.ts';

async function loadBodyNode(schema: object, schemas: object = {}): Promise<SchemaNode> {
  const document = {
    openapi: '3.1.0',
    paths: { '/x': { post: { requestBody: { required: true, content: { 'application/json': { schema } } } } } },
    components: { schemas },
  };
  const root = await documentSchemas(document).loadOperationSchema('c', 'POST /x');
  const body = root.properties?.find(({ name }) => name === 'body');
  if (!body) throw new Error('no body');
  return body;
}

function find(node: SchemaNode, ...names: string[]): SchemaNode {
  const [name, ...rest] = names;
  if (name === undefined) return node;
  const inside = name === '[]' ? node.arrayItemType : node.properties?.find((property) => property.name === name);
  if (!inside) throw new Error(`no ${name} in ${node.name}`);
  return find(inside, ...rest);
}

describe('conversion of schemas to nodes', () => {
  test.each<[object, string]>([
    [{ type: 'string' }, 'String'],
    [{ type: 'string', format: 'date' }, 'Date'],
    [{ type: 'string', format: 'date-time' }, 'DateTime'],
    [{ type: 'string', format: 'binary' }, 'File'],
    [{ type: 'integer' }, 'Integer'],
    [{ type: ['number', 'null'] }, 'Number'],
    [{ type: 'boolean' }, 'Boolean'],
    [{ enum: ['a', 'b'] }, 'String'],
    [{}, 'Any'],
    [{ type: 'object' }, 'Any'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Any'],
    [{ type: 'array', items: { type: 'string' } }, 'Array'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'String'],
    [
      {
        anyOf: [
          { type: 'string', enum: [''] },
          { type: 'object', properties: { a: {} } },
        ],
      },
      'Object',
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'String'],
  ])('makes %j a node of type %s', async (schema, type) => {
    expect((await loadBodyNode({ type: 'object', properties: { it: schema } })).properties?.[0]?.type).toBe(type);
  });

  test('merges allOf, with references and the required names of each part', async () => {
    const body = await loadBodyNode(
      { allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['b'], properties: { b: { type: 'integer' } } }], required: ['a'] },
      { Base: { type: 'object', properties: { a: { type: 'string' }, id: { type: 'string', readOnly: true } } } },
    );
    expect(body.properties?.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  test('turns a recursive schema into a reference, which opens one more level', async () => {
    const document = {
      paths: { '/x': { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } } } } },
      components: {
        schemas: { Node: { type: 'object', properties: { name: { type: 'string' }, parent: { $ref: '#/components/schemas/Node' } } } },
      },
    };
    const schemas = documentSchemas(document);
    const parent = find(await schemas.loadOperationSchema('c', 'POST /x'), 'body', 'parent');
    expect(parent).toMatchObject({ type: 'Object', reference: '#/components/schemas/Node' });
    expect(parent.properties).toBeUndefined();
    const opened = await schemas.expandNode('c', parent.reference ?? '');
    expect(opened.properties?.map(({ name }) => name)).toEqual(['name', 'parent']);
  });

  test('HOSTILE 21: ends circular references, allOf and oneOf, and reports dead and remote references', async () => {
    const schemas = {
      A: { $ref: '#/components/schemas/B' },
      B: { $ref: '#/components/schemas/A' },
      C: { allOf: [{ $ref: '#/components/schemas/C' }], properties: { x: {} } },
      D: { oneOf: [{ $ref: '#/components/schemas/D' }] },
      E: { oneOf: [{ $ref: '#/components/schemas/F' }] },
      F: { oneOf: [{ $ref: '#/components/schemas/E' }] },
    };
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
    const body = await loadBodyNode(
      {
        type: 'object',
        properties: { ...properties, gone: { $ref: '#/components/schemas/Gone' }, remote: { $ref: 'https://example.com/a.json#/A' } },
      },
      schemas,
    );
    expect(body.properties?.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'A Any',
      'B Any',
      'C Object',
      'D Any',
      'E Any',
      'F Any',
      'gone Any',
      'remote Any',
    ]);
    expect(find(body, 'gone').description).toBe('The document does not describe this.');
  });

  test('HOSTILE 21: pays only for the visible part of 4,000 levels or 100,000 members', async () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 4_000; level += 1) deep = { type: 'object', properties: { next: deep } };
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`f${at}`, { type: 'object', properties: { a: {} } }]));
    const body = await loadBodyNode({ type: 'object', properties: { deep, wide: { type: 'object', properties: wide } } });
    expect(find(body, 'deep', 'next', 'next').reference).toBeDefined();
    expect(find(body, 'wide').properties?.at(-1)?.reference).toBeDefined();
  });

  test('HOSTILE 9: treats members named like built-ins as plain members', async () => {
    const schema = JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}}}');
    const body = await loadBodyNode(schema);
    expect(body.properties?.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(atPointer({}, '#/constructor/name')).toBeUndefined();
  });

  test('reads variants with a discriminator, with a distinguishing property, and without either', async () => {
    const card = { type: 'object', properties: { kind: { const: 'card' }, token: { type: 'string' } } };
    const invoice = { type: 'object', properties: { kind: { enum: ['invoice'] }, days: { type: 'integer' } } };
    const told = await loadBodyNode({ oneOf: [card, invoice] });
    expect(told).toMatchObject({ type: 'OneOfObject', discriminator: 'kind' });
    expect(Object.keys(told.discriminatorToProperties ?? {})).toEqual(['card', 'invoice']);
    const mapped = await loadBodyNode(
      {
        oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Invoice' }],
        discriminator: { propertyName: 'kind', mapping: { c: '#/components/schemas/Card', i: 'Invoice' } },
      },
      { Card: card, Invoice: invoice },
    );
    expect(
      Object.entries(mapped.discriminatorToProperties ?? {}).map(([value, list]) => `${value} ${list.map(({ name }) => name)}`),
    ).toEqual(['c kind,token', 'i kind,days']);
    const untold = await loadBodyNode(
      { anyOf: [{ $ref: '#/components/schemas/Person' }, { title: 'Company', properties: { vat: {} } }, { properties: { x: {} } }] },
      { Person: { type: 'object', properties: { email: { type: 'string' } } } },
    );
    expect(untold.discriminator).toBeNull();
    expect(Object.keys(untold.discriminatorToProperties ?? {})).toEqual(['Person', 'Company', 'Option 3']);
  });

  test('reads labels, attributes, lookups and choices from the x- members (STEP-106, STEP-107)', async () => {
    const body = await loadBodyNode({
      type: 'object',
      properties: {
        store: { type: 'string', 'x-label': 'Store', 'x-lookup': { dependencies: ['body.country', 5] } },
        who: { type: 'string', 'x-autocomplete': { searchField: 'email' } },
        form: { type: 'string', 'x-custom-form': true },
        old: { type: 'string', deprecated: true },
        text: { type: 'string', maxLength: 5_000 },
        state: { type: 'string', enum: ['a', 'b', null], 'x-enum-labels': ['Alpha'] },
        page: { type: 'integer', 'x-hide': true, 'x-show-description': true },
      },
    });
    expect(find(body, 'store')).toMatchObject({
      label: 'Store',
      attributes: ['lookup'],
      lookupSettings: { dependencies: ['body.country'] },
    });
    expect(find(body, 'who')).toMatchObject({ attributes: ['autocomplete'], autocompleteSettings: { searchField: 'email' } });
    expect(find(body, 'form').attributes).toEqual(['x-custom-form']);
    expect(find(body, 'old').attributes).toEqual(['Advanced']);
    expect(find(body, 'text').attributes).toEqual(['textarea']);
    expect(find(body, 'state').enum).toEqual([
      { value: 'a', label: 'Alpha' },
      { value: 'b', label: 'b' },
    ]);
    expect(find(body, 'page').attributes).toEqual(['hide', 'show_description']);
  });
});

describe('operations', () => {
  const listOf = (parameters: object[], schema: object = { type: 'array', items: {} }) =>
    extractDocument({ paths: { '/x': { get: { parameters, responses: { '200': { content: { 'application/json': { schema } } } } } } } })
      .summary.operations[0];

  test('are identified by method and path, named by summary or id, and grouped by tag or the last part of the path', () => {
    const { operations, resources } = extractDocument({
      tags: [{ name: 'Things', description: 'All of them' }],
      paths: {
        '/a/{id}/notes.json': { parameters: [{ name: 'id', in: 'path' }], get: { summary: ' Get notes ' }, delete: { operationId: 'del' } },
        '/b': { post: { tags: ['Things', 'Other'] } },
      },
    }).summary;
    expect(operations.map(({ id, name, resourceId }) => `${id} | ${name} | ${resourceId}`)).toEqual([
      'GET /a/{id}/notes.json | Get notes | notes',
      'DELETE /a/{id}/notes.json | Del | notes',
      'POST /b | Post b | Things',
    ]);
    expect(resources).toEqual([
      { id: 'notes', name: 'Notes', description: null },
      { id: 'Things', name: 'Things', description: 'All of them' },
    ]);
  });

  test('support paging if they read a list and more can be requested (STEP-47)', () => {
    const page = { name: 'page', in: 'query', schema: { type: 'integer' } };
    expect(listOf([page])?.supportsPaging).toBe(true);
    expect(listOf([page], { type: 'object', properties: { data: { type: 'array' } } })?.supportsPaging).toBe(true);
    expect(listOf([page], { type: 'object', properties: { total: { type: 'integer' } } })?.supportsPaging).toBe(false);
    expect(listOf([{ name: 'limit', in: 'query' }])?.supportsPaging).toBe(false);
    expect(listOf([{ name: 'from_here', in: 'query', schema: { 'x-paging-offset': true } }])?.supportsPaging).toBe(true);
  });

  test('have parameters with their own type in Swagger 2.0, where bodies and forms are parameters, too', async () => {
    const document = {
      swagger: '2.0',
      paths: {
        '/u/{id}': {
          post: {
            parameters: [
              { name: 'id', in: 'path', required: true, type: 'string' },
              {
                name: 'body',
                in: 'body',
                required: true,
                schema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
              },
              { name: 'Authorization', in: 'header', type: 'string' },
            ],
          },
          put: { parameters: [{ name: 'file', in: 'formData', type: 'file', required: true }] },
        },
      },
    };
    const schemas = documentSchemas(document);
    const post = await schemas.loadOperationSchema('c', 'POST /u/{id}');
    expect(post.properties?.map(({ name }) => name)).toEqual(['path', 'body']);
    expect(missingMappings(post, []).map(({ path }) => path)).toEqual(['path.id', 'body.n']);
    expect(find(await schemas.loadOperationSchema('c', 'PUT /u/{id}'), 'body', 'file').type).toBe('File');
  });

  test('with slashes, tildes and percent signs in their names are found by their pointers', () => {
    const document = { paths: { '/a/{b}': { 'x~y%2F': 1 } } };
    expect(atPointer(document, below('#', 'paths', '/a/{b}', 'x~y%2F'))).toBe(1);
  });
});
