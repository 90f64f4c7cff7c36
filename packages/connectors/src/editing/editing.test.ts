import { describe, expect, test } from 'vitest';
import { realDocuments } from '../../testing/real-documents.ts';
import { readDocument } from '../document/read-document.ts';
import { isObject, listEntries, listMember, member } from '../json/json.ts';
import { atPointer } from '../json/json-pointer.ts';
import { descriptionsFromText, withDescriptions } from './descriptions.ts';
import { newEventSource, readEvent, writeEvent } from './event-draft.ts';
import {
  newOperationSource,
  type OperationDraft,
  type OperationSource,
  operationProblems,
  readOperation,
  writeOperation,
} from './operation-draft.ts';
import type { EditedParameter } from './parameters.ts';
import { schemaFromJson } from './schema-from-json.ts';
import {
  dataTypes,
  getShownType,
  hasOption,
  listEnumEntries,
  listProperties,
  rawSchema,
  withDataType,
  withEnum,
  withOption,
  withProperties,
} from './schema-view.ts';

function listSources(text: string): OperationSource[] {
  const read = readDocument(text);
  if (!read.ok) throw new Error('not readable');
  const referenced = new Proxy({} as Record<string, unknown>, { get: (_, reference) => atPointer(read.document, String(reference)) });
  return listEntries(read.document, 'paths').flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method): OperationSource[] => {
      const operation = member(item, method);
      if (!isObject(operation)) return [];
      const isSwagger2 = member(read.document, 'swagger') !== undefined;
      return [{ method, path, operation, pathParameters: listMember(item, 'parameters'), referenced, isSwagger2, resource: 'Some' }];
    }),
  );
}

describe.skipIf(realDocuments().length === 0)('operations of real systems', () => {
  test.each(realDocuments())('$name: an operation that was opened and saved stays the same', ({ read }) => {
    for (const source of listSources(read())) {
      expect(writeOperation(source, readOperation(source))).toBe(source.operation);
    }
  });

  test.each(realDocuments())('$name: a changed member changes nothing else', ({ read }) => {
    for (const source of listSources(read())) {
      const draft = readOperation(source);
      const [first, ...rest] = draft.parameters;
      const written = writeOperation(source, { ...draft, description: 'Changed', isHidden: true });
      const { description: _, 'x-hidden': hidden, ...others } = written;
      const { description: __, 'x-hidden': ___, ...expected } = source.operation;
      expect(others).toEqual(expected);
      expect(hidden).toBe(true);
      if (!first || first.isInherited) continue;
      const changed: EditedParameter = { ...first, description: 'Of the first' };
      const again = readOperation({ ...source, operation: writeOperation(source, { ...draft, parameters: [changed, ...rest] }) });
      const shown = ({ kind, name, isRequired, description, schema }: EditedParameter) => ({ kind, name, isRequired, description, schema });
      const order = (list: EditedParameter[]) => list.map(shown).sort((a, b) => `${a.kind}${a.name}`.localeCompare(`${b.kind}${b.name}`));
      expect(order(again.parameters)).toEqual(order([changed, ...rest]));
    }
  });
});

describe('an operation', () => {
  const draft = (changes: Partial<OperationDraft> = {}): OperationDraft => ({
    ...readOperation(newOperationSource({ isSwagger2: false })),
    id: 'addOrder',
    name: 'Add an order',
    resource: 'Orders',
    url: '/shops/{shop}/orders',
    method: 'POST',
    ...changes,
  });
  const parameter = (changes: Partial<EditedParameter>): EditedParameter => ({
    key: `new ${changes.kind} ${changes.name}`,
    kind: 'Query',
    name: 'limit',
    isRequired: false,
    description: '',
    schema: { type: 'string' },
    ...changes,
  });

  test('CTYPE-18, CTYPE-24: is written with parameters of every kind, and gets parameters for its path', () => {
    const source = newOperationSource({ isSwagger2: false });
    const parameters = [
      parameter({ schema: { type: 'integer', 'x-advanced': true } }),
      parameter({ kind: 'Header', name: 'x-shop', isRequired: true }),
      parameter({ kind: 'BodyProperty', name: 'total', isRequired: true, description: 'What it costs', schema: { type: 'number' } }),
    ];
    expect(writeOperation(source, draft({ parameters }))).toEqual({
      operationId: 'addOrder',
      summary: 'Add an order',
      'x-resource': 'Orders',
      parameters: [
        { name: 'shop', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'limit', in: 'query', schema: { type: 'integer', 'x-advanced': true } },
        { name: 'x-shop', in: 'header', required: true, schema: { type: 'string' } },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', properties: { total: { type: 'number', description: 'What it costs' } }, required: ['total'] },
          },
        },
      },
      responses: { 200: { description: 'OK' } },
    });
    const whole = [parameter({ kind: 'Body', name: 'body', schema: { type: 'array', items: { type: 'string' } } })];
    expect(writeOperation(source, draft({ parameters: whole }))).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { type: 'array' } } } },
    });
  });

  test('has its body as a parameter in Swagger 2.0, with types next to the names', () => {
    const source = newOperationSource({ isSwagger2: true });
    const parameters = [
      parameter({ schema: { type: 'integer' } }),
      parameter({ kind: 'BodyProperty', name: 'total', schema: { type: 'number' } }),
    ];
    const response = { status: '200', schema: { type: 'object', properties: {} }, reference: null };
    expect(writeOperation(source, draft({ url: '/orders', parameters, response }))).toMatchObject({
      parameters: [
        { name: 'limit', in: 'query', type: 'integer' },
        { name: 'body', in: 'body', schema: { type: 'object', properties: { total: { type: 'number' } } } },
      ],
      responses: { 200: { description: 'OK', schema: { type: 'object' } } },
    });
  });

  test('CTYPE-18: reports required and invalid values by field', () => {
    const empty = readOperation(newOperationSource({ isSwagger2: false }));
    expect(empty.method).toBe('GET');
    expect(operationProblems(empty, null, new Set())).toEqual({
      id: 'Please input Id',
      name: 'Please input Name',
      resource: 'Please input Resource',
      url: 'Please input Url',
    });
    const problems = operationProblems(
      draft({ url: '/orders', parameters: [parameter({ kind: 'Path', name: 'id' }), parameter({}), parameter({ key: 'b' })] }),
      null,
      new Set(['POST /orders']),
    );
    expect(problems).toMatchObject({
      url: expect.stringContaining('already an operation POST /orders'),
      'new Path id': 'The url has no placeholder {id}',
      b: 'There is already a parameter limit here',
    });
  });

  test('copies a shared parameter when it’s changed, and one of the path, too', () => {
    const source: OperationSource = {
      ...newOperationSource({ isSwagger2: false }),
      path: '/pets',
      operation: { parameters: [{ $ref: '#/components/parameters/limit' }], responses: {} },
      pathParameters: [{ name: 'lang', in: 'query', schema: { type: 'string' } }],
      referenced: { '#/components/parameters/limit': { name: 'limit', in: 'query', explode: true, schema: { type: 'integer' } } },
    };
    const before = readOperation(source);
    const parameters = before.parameters.map((one) => ({ ...one, isRequired: true }));
    expect(writeOperation(source, { ...before, parameters }).parameters).toEqual([
      { name: 'lang', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', required: true, explode: true, schema: { type: 'integer' } },
    ]);
  });
});

describe('a schema', () => {
  test('CTYPE-25, CTYPE-26: supports every type and option, and keeps other members', () => {
    const own = { description: 'Kept', 'x-own': [1], nullable: true };
    for (const type of dataTypes) {
      const changed = withDataType({ type: type === 'Bool' ? 'string' : 'boolean', ...own }, type);
      expect([type, getShownType(changed)]).toEqual([type, type]);
      expect(changed).toMatchObject(own);
      expect(getShownType(withDataType(changed, type === 'Date' ? 'Int' : 'Date'))).toBe(type === 'Date' ? 'Int' : 'Date');
    }
    for (const option of ['Textarea', 'IsHidden', 'Advanced', 'AlwaysLog'] as const) {
      const set = withOption(own, option, true);
      expect(hasOption(set, option)).toBe(true);
      expect(withOption(set, option, false)).toEqual(own);
    }
    expect(getShownType(withDataType({ type: ['integer', 'null'] }, 'String'))).toBe('String');
  });

  test('keeps the order of its properties and which are required', () => {
    const schema = { type: 'object', required: ['elsewhere', 'b'], properties: { b: { type: 'string' }, a: {} } };
    expect(withProperties(schema, listProperties(schema))).toEqual(schema);
    const renamed = listProperties(schema).map((one) => ({ ...one, name: `${one.name}2` }));
    expect(withProperties(schema, renamed)).toMatchObject({ required: ['elsewhere', 'b2'], properties: { b2: { type: 'string' } } });
  });

  test('has choices with its type, and with names', () => {
    const schema = withEnum({ type: 'integer' }, [
      { value: '1', label: 'One' },
      { value: '2', label: '' },
    ]);
    expect(schema).toEqual({ type: 'integer', enum: [1, 2], 'x-enum-labels': ['One', '2'] });
    expect(listEnumEntries(schema)).toEqual([
      { value: '1', label: 'One' },
      { value: '2', label: '2' },
    ]);
  });

  test('CTYPE-20: is derived from a sample, with merged list items', () => {
    expect(
      schemaFromJson({
        id: 1,
        price: 1.5,
        isNew: true,
        at: '2026-01-01T10:00:00Z',
        day: '2026-01-01',
        none: null,
        lines: [{ sku: 'a' }, { sku: 'b', count: 2 }, { count: 2.5 }],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        price: { type: 'number' },
        isNew: { type: 'boolean' },
        at: { type: 'string', format: 'date-time' },
        day: { type: 'string', format: 'date' },
        none: {},
        lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' }, count: { type: 'number' } } } },
      },
    });
    expect(schemaFromJson([1, 'a'])).toEqual({ type: 'array', items: {} });
    expect(schemaFromJson([])).toEqual({ type: 'array', items: {} });
    expect(listProperties(rawSchema(schemaFromJson(JSON.parse('{"__proto__": {"a": 1}}'))))).toMatchObject([{ name: '__proto__' }]);
  });
});

describe('descriptions from a text', () => {
  test('CTYPE-20: are read from lists, tables and plain lines', () => {
    const text = `| Field | Type | Description |
|---|---|---|
| id | integer | The order's number |
| \`customer.name\` | string, required | Who ordered |

- **total** (number): What it costs,
  all in all
* currency - ISO code

status
string
One of open, closed
lines[].sku\tstring\tWhat was ordered`;
    expect(descriptionsFromText(text)).toEqual([
      { field: 'id', description: "The order's number" },
      { field: 'customer.name', description: 'Who ordered' },
      { field: 'total', description: 'What it costs, all in all' },
      { field: 'currency', description: 'ISO code' },
      { field: 'status', description: 'One of open, closed' },
      { field: 'lines.sku', description: 'What was ordered' },
    ]);
    expect(descriptionsFromText('')).toEqual([]);
  });

  test('are added to their fields, even in lists, and those without a field are reported', () => {
    const schema = schemaFromJson({ id: 1, customer: { name: 'A' }, lines: [{ sku: 'x' }] });
    const { schema: described, unknown } = withDescriptions(schema, [
      { field: 'id', description: 'Number' },
      { field: 'customer.name', description: 'Who' },
      { field: 'lines.sku', description: 'What' },
      { field: 'nosuch', description: 'x' },
    ]);
    expect(unknown).toEqual(['nosuch']);
    expect(described).toMatchObject({
      properties: {
        id: { description: 'Number' },
        customer: { properties: { name: { description: 'Who' } } },
        lines: { items: { properties: { sku: { description: 'What' } } } },
      },
    });
  });
});

describe('an event', () => {
  test('CTYPE-23: is edited by hand, and keeps what the editor doesn’t know', () => {
    const draft = {
      ...readEvent(newEventSource()),
      id: 'orders/create',
      name: 'Order created',
      resource: 'Orders',
      wiring: '{"match":{"in":"header"}}',
    };
    const item = writeEvent(newEventSource(), { ...draft, payload: { type: 'object', properties: {} } });
    expect(item).toEqual({
      post: {
        summary: 'Order created',
        'x-resource': 'Orders',
        'x-event': { match: { in: 'header' } },
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: {} } } } },
        responses: { 200: { description: 'Received' } },
      },
    });
    const source = { id: 'orders/create', item: { ...item, 'x-own': 1 }, resource: 'Events' };
    expect(writeEvent(source, readEvent(source))).toEqual(source.item);
  });
});
