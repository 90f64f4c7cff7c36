import { describe, expect, test } from 'vitest';
import { extractDocument } from '../openapi/extract-document.ts';
import { documentInMemory, loadRequestSchema } from '../openapi/index.ts';
import {
  choicesOfItems,
  choiceValues,
  customFieldsOfItems,
  findChoiceSource,
  MissingDependencyError,
  readChoiceSource,
  readCustomParameterSources,
  withCustomFields,
} from './index.ts';

const lookup = {
  operation: 'GET /sites/{siteId}/rooms',
  parameters: { 'path.siteId': '{path.siteId}', 'query.limit': 100 },
  idPath: 'key',
};
const autocomplete = { operation: 'GET /people', searchParameter: 'query.q', searchField: 'e-mail', namePath: '{name} ({mail})' };
const document = {
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  'x-custom-parameters': {
    operation: 'GET /fields',
    itemsPath: 'results',
    idPath: 'name',
    namePath: 'label',
    typePath: 'type',
    types: { enumeration: 'String' },
    choicesPath: 'options',
    where: { hidden: false },
    into: ['POST /sites/{siteId}/bookings#/body/details'],
  },
  paths: {
    '/sites/{siteId}/bookings': {
      post: {
        'x-sync-target': 'Products',
        parameters: [{ name: 'siteId', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  room: { type: 'string', 'x-lookup': lookup },
                  guests: { type: 'array', items: { oneOf: [{ $ref: '#/components/schemas/Guest' }, { type: 'string' }] } },
                  details: { type: 'object', properties: { note: { type: 'string' } } },
                },
              },
            },
          },
        },
        responses: { '200': { description: 'ok' } },
      },
    },
    '/sites/{siteId}/rooms': {
      get: {
        'x-sync-source': ['Products', 'Inventory'],
        'x-get-data': ['Orders'],
        parameters: [{ name: 'siteId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { '200': { description: 'ok' } },
      },
    },
    '/people': { get: { responses: { '200': { description: 'ok' } } } },
  },
  components: {
    schemas: { Guest: { type: 'object', properties: { person: { type: 'string', 'x-autocomplete': autocomplete } } } },
  },
};
const booking = 'POST /sites/{siteId}/bookings';

describe('the source of choices (STEP-44, STEP-46)', () => {
  test('is found at a field’s path, through lists, variants and references', async () => {
    const opened = documentInMemory(document);
    const at = (parameterPath: string, kind: 'lookup' | 'autocomplete') =>
      findChoiceSource(opened, { operationId: booking, parameterPath }, kind);
    expect(await at('body.room', 'lookup')).toMatchObject({ operationId: 'GET /sites/{siteId}/rooms', dependencies: ['path.siteId'] });
    expect(await at('body.guests[3].person', 'autocomplete')).toMatchObject({ operationId: 'GET /people', searchField: 'e-mail' });
    for (const path of ['body.room.x', 'path.siteId', 'body.guests[3].name', 'nonsense', 'body["__proto__"]']) {
      expect(await at(path, 'lookup'), path).toBeNull();
    }
  });

  test('tells forms what a field depends on and searches by', async () => {
    const schema = JSON.stringify(await loadRequestSchema(documentInMemory(document), booking));
    expect(schema).toContain('"lookupSettings":{"dependencies":["path.siteId"]}');
    expect(schema).toContain('"autocompleteSettings":{"searchField":"e-mail"}');
  });

  test('causes a warning at its position if the document doesn’t have its operation', () => {
    const broken = structuredClone(document) as unknown as { paths: Record<string, unknown> };
    delete broken.paths['/people'];
    const { problems } = extractDocument(broken);
    const unknown = problems.filter(({ code }) => code === 'choices-operation-unknown');
    expect(unknown.map(({ pointer }) => pointer)).toEqual([
      expect.stringContaining('Guest/properties/person/x-autocomplete'),
      expect.stringContaining('x-custom-parameters'),
    ]);
  });
});

describe('the values for requesting choices', () => {
  const source = (written: object) => readChoiceSource(written) as NonNullable<ReturnType<typeof readChoiceSource>>;

  test('include the fields that it depends on, and the typed text', () => {
    expect(choiceValues(source(lookup), { 'path.siteId': 'S 1' })).toEqual({ path: { siteId: 'S 1' }, query: { limit: 100 } });
    expect(choiceValues(source(autocomplete), {}, "O'Hara")).toEqual({ query: { q: "O'Hara" } });
    expect(() => choiceValues(source(lookup), {})).toThrow(MissingDependencyError);
    expect(() => choiceValues(source(lookup), { 'path.siteId': ' ' })).toThrow('path.siteId');
  });

  test('stay within the quotes of a query, and leave other braces unchanged', () => {
    const soql = source({ parameters: { 'query.q': "SELECT Id FROM Account WHERE Name LIKE '%{search}%'" } });
    expect(choiceValues(soql, {}, "x' OR Name != '\\")).toEqual({
      query: { q: "SELECT Id FROM Account WHERE Name LIKE '%x\\' OR Name != \\'\\\\%'" },
    });
    const sql = source({ quoting: 'doubled', parameters: { 'body.q': "SELECT id FROM item WHERE itemid LIKE '%{search}%'" } });
    expect(choiceValues(sql, {}, "O'Hara")).toEqual({ body: { q: "SELECT id FROM item WHERE itemid LIKE '%O''Hara%'" } });
    const nested = source({ parameters: { 'body.filter': { name: '{search}', kinds: ['a', '{query["a.kind"]}'], all: true } } });
    expect(nested.dependencies).toEqual(['query["a.kind"]']);
    expect(choiceValues(nested, { 'query["a.kind"]': 'b' }, 'x')).toEqual({
      body: { filter: { name: 'x', kinds: ['a', 'b'], all: true } },
    });
    const formula = source({ parameters: { 'query.filterByFormula': 'SEARCH("{search}", {Name})' } });
    expect(choiceValues(formula, {}, 'a"b')).toEqual({ query: { filterByFormula: 'SEARCH("a\\"b", {Name})' } });
  });
});

describe('a list of choices', () => {
  test('has each id once, with a name made of several fields', () => {
    const items = [{ id: 7, name: 'Ada', mail: 'a@b.c' }, { id: 7, name: 'again' }, { name: 'no id' }, { id: 'x' }];
    expect(choicesOfItems({ idPath: 'id', namePath: '{name} ({mail})' }, items)).toEqual([
      { id: '7', name: 'Ada (a@b.c)' },
      { id: 'x', name: 'x' },
    ]);
    expect(choicesOfItems({ idPath: '', namePath: '' }, ['EUR', 'USD'])).toEqual([
      { id: 'EUR', name: 'EUR' },
      { id: 'USD', name: 'USD' },
    ]);
  });

  test('has the first id that has a value, if an id has several paths', () => {
    const source = { idPath: ['org.currency', 'user.currency'], namePath: 'name' };
    const several = [{ name: 'Several', org: { currency: null }, user: { currency: 'EUR' } }];
    expect(choicesOfItems(source, several)).toEqual([{ id: 'EUR', name: 'Several' }]);
    const both = [{ name: 'One', org: { currency: 'USD' }, user: { currency: 'EUR' } }, { name: 'None' }];
    expect(choicesOfItems(source, both)).toEqual([{ id: 'USD', name: 'One' }]);
  });
});

describe('an account’s own fields', () => {
  const [source] = readCustomParameterSources(document['x-custom-parameters']);
  const answer = {
    results: [
      { name: 'size', label: 'Size', type: 'enumeration', options: [{ value: 's', label: 'Small' }] },
      { name: 'vip', label: 'VIP', type: 'bool' },
      { name: 'secret', label: 'Secret', type: 'string', hidden: true },
      { name: '__proto__', label: 'x', type: 'string' },
      { name: 'note', label: 'Another note', type: 'string' },
      { name: 'since', label: 'since', type: 'datetime', hidden: false },
    ],
  };
  const fields = source ? customFieldsOfItems(source, answer.results) : [];

  test('are read with their types and choices, without read-only ones', () => {
    expect(fields[0]?.nodes.map(({ name, type, label }) => [name, type, label])).toEqual([
      ['note', 'String', 'Another note'],
      ['since', 'DateTime', null],
      ['size', 'String', 'Size'],
      ['vip', 'Boolean', 'VIP'],
    ]);
    expect(fields[0]?.nodes[2]?.enum).toEqual([{ value: 's', label: 'Small' }]);
  });

  test('appear only in their operation’s form, after the document’s own fields', async () => {
    const opened = documentInMemory(document);
    const schema = await loadRequestSchema(opened, booking);
    const merged = await withCustomFields(opened, schema, booking, fields);
    const details = merged.properties?.find(({ name }) => name === 'body')?.properties?.find(({ name }) => name === 'details');
    expect(details?.properties?.map(({ name, label }) => [name, label])).toEqual([
      ['note', null],
      ['since', null],
      ['size', 'Size'],
      ['vip', 'VIP'],
    ]);
    expect(await withCustomFields(opened, schema, 'GET /people', fields)).toBe(schema);
    expect(await withCustomFields(opened, schema, booking, [{ into: `${booking}#/body/nowhere`, nodes: fields[0]?.nodes ?? [] }])).toEqual(
      schema,
    );
  });
});

describe('data steps (API-99, API-101)', () => {
  test('find what operations do for them, as a list or a single word', () => {
    const { operations } = documentInMemory(document).summary;
    expect(Object.fromEntries(operations.map(({ id, dataRoles }) => [id, dataRoles]))).toEqual({
      [booking]: { syncTarget: ['Products'] },
      'GET /sites/{siteId}/rooms': { syncSource: ['Products', 'Inventory'], getData: ['Orders'] },
      'GET /people': undefined,
    });
  });
});
