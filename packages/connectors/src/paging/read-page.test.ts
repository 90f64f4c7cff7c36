import { describe, expect, test } from 'vitest';
import { loadOperation } from '../extracted/connector-document.ts';
import { documentInMemory } from '../openapi/document-source.ts';
import { PageError } from './paging-error.ts';
import { type ListReading, readPage } from './read-page.ts';

const record = { type: 'object', properties: { id: { type: 'string' } } };
const list = { type: 'array', items: record };
const object = (properties: object, required?: string[]) => ({ type: 'object', properties, ...(required ? { required } : {}) });

interface Described {
  schema?: object;
  openapi?: string;
  /** Additional members of the operation. */
  more?: object;
  responses?: object;
}

/** What an operation with this description reads from a response. */
async function read(
  { schema, openapi = '3.1.0', more = {}, responses = {} }: Described,
  body: unknown,
  reading: ListReading,
  status = 200,
) {
  const ok = { description: '', ...(schema ? { content: { 'application/json': { schema } } } : {}) };
  const paths = { '/people': { get: { responses: { 200: ok, ...responses }, ...more } } };
  const document = documentInMemory({ openapi, paths, components: { schemas: { Nothing: { ...list, nullable: true } } } });
  return (await readPage(document, await loadOperation(document, 'GET /people'), { status, body }, reading)).items;
}

const failure = (reading: Promise<unknown>) =>
  reading.then(
    (items) => ({ items }),
    (error: unknown) => (error instanceof PageError ? error.message : error),
  );

const plain = { schema: object({ people: list, next: { type: 'string' } }) };
const nested = { schema: object({ data: object({ people: list }) }) };

describe('HOSTILE 47: a response without its list isn’t a page', () => {
  test.each<[string, Described, string, unknown, RegExp]>([
    [
      'an error object',
      plain,
      'people',
      { error: 'temporarily unavailable' },
      /has no “people”, and the response says “temporarily unavailable”/,
    ],
    ['an error beside an empty place', plain, 'people', { people: null, errors: ['x'] }, /“people” is empty \(null\)/],
    ['a web page', plain, 'people', '<html><title>Sign in</title></html>', /is a web page or XML/],
    ['an empty body', plain, 'people', null, /the response is empty/],
    ['an empty text', plain, 'people', '', /the response is empty/],
    ['an empty object', plain, 'people', {}, /it is an empty object/],
    ['a number', plain, 'people', 7, /the response is 7/],
    ['a flag', plain, 'people', false, /the response is false/],
    ['a text', plain, 'people', 'try later', /is the text “try later”/],
    ['truncated JSON', plain, 'people', '{"people": [{"id": "1"}, {"i', /is truncated JSON/],
    ['null in place of the list', plain, 'people', { people: null }, /“people” is empty \(null\)/],
    ['a text in place of the list', plain, 'people', { people: 'none' }, /“people” is the text “none”/],
    ['an empty text in place of the list', plain, 'people', { people: '' }, /“people” is empty/],
    ['an object by ids', plain, 'people', { people: { a: { id: 'a' } } }, /“people” is an object/],
    ['an empty object in place of the list', plain, 'people', { people: {} }, /“people” is an object/],
    ['a list at another path', plain, 'people', { result: { people: [] } }, /but a list at “result\.people”/],
    ['a list that is the response itself', plain, 'people', [{ id: 'a' }], /has no “\[\]\.people”/],
    ['an empty list that is the response itself', plain, 'people', [], /the response is a list/],
    ['an empty list, in a document that says nothing', {}, 'people', [], /the response is a list/],
    ['a list around the response', plain, 'people', [{ people: [{ id: 'a' }] }], /the response is a list/],
    ['an empty list in place of an object', nested, 'data.people', { data: [] }, /“data” is a list/],
    ['a list in place of an object', nested, 'data.people', { data: [{ people: [] }] }, /“data” is a list/],
    ['an object where the response is the list', { schema: list }, '', { message: 'no' }, /the response says “no”/],
    ['a part of the path', nested, 'data.people', { data: {} }, /has no “data\.people”/],
    ['none of the path', nested, 'data.people', { meta: {} }, /has no “data”, only “meta”/],
    ['null on the path', nested, 'data.people', { data: null }, /“data” is empty/],
    ['a token without a list', plain, 'people', { next: 'c2' }, /has no “people”, only “next”/],
    ['a total without a list', plain, 'people', { total: 0 }, /has no “people”/],
    ['a document that says nothing', {}, 'people', { ok: true }, /has no “people”/],
    ['a document that says nothing, and an object', {}, '', { error: 'x' }, /the response says “x”/],
    ['another name', plain, 'people', { People: [] }, /but a list at “People”/],
    ['a name of every object', plain, 'constructor', {}, /has no “constructor”/],
  ])('%s', async (_case, described, itemsPath, body, message) => {
    expect(await failure(read(described, body, { itemsPath }))).toMatch(message);
  });

  test.each<[string, object, RegExp]>([
    ['an error', { error: 'busy' }, /its list is empty, and the response says “busy”/],
    ['errors', { errors: [{ message: 'busy' }] }, /its list is empty, and the response says “busy”/],
    ['a code of an error', { error_code: 17, message: 'busy' }, /says “busy”/],
    ['a flag', { success: false }, /its list is empty, and the response reports a failure/],
    ['a flag as a text', { ok: 'False' }, /reports a failure/],
    ['a flag of other software', { isSuccess: false }, /reports a failure/],
    ['a status', { status: 503 }, /reports a failure/],
    ['a status as a text', { status: 'error' }, /reports a failure/],
    ['a code', { code: '500', message: 'busy' }, /says “busy”/],
  ])('an empty list next to %s isn’t the end', async (_case, beside, message) => {
    expect(await failure(read(plain, { people: [], ...beside }, { itemsPath: 'people' }))).toMatch(message);
    expect(await read(plain, { people: [{ id: 'a' }], ...beside }, { itemsPath: 'people' })).toEqual([{ id: 'a' }]);
  });

  test('an empty list next to an error in the object around it isn’t the end', async () => {
    expect(await failure(read(nested, { data: { people: [], error: 'busy' } }, { itemsPath: 'data.people' }))).toMatch(/its list is empty/);
  });

  test.each([
    { error: null, errors: [], success: true, status: 200 },
    { error: false, error_code: 0, ok: 'true', status: 'success' },
    { error: '', error_message: 'None', error_code: '00', code: 0 },
    { errors: {}, fault: null, status: 'OK', code: '200' },
  ])('an empty list next to %j is empty', async (beside) => {
    expect(await read(plain, { people: [], ...beside }, { itemsPath: 'people' })).toEqual([]);
  });

  test('the message says which page, of which operation, and what to do', async () => {
    expect(await failure(read(plain, { error: 'busy' }, { itemsPath: 'people', pageNumber: 2 }))).toBe(
      "Page 2 of GET /people isn't what its document declares: it has no “people”, and the response says “busy”. Try again later; if the system writes an empty list this way, its document has to say so.",
    );
  });

  test.each<[string, unknown, unknown[]]>([
    ['null', null, [{ id: 'a' }, null]],
    ['a text', 'x', ['x']],
    ['a number', 1, [1, { id: 'a' }]],
    ['a list', [], [{ id: 'a' }, [{ id: 'b' }]]],
  ])('%s as an entry isn’t a record', async (_case, _entry, people) => {
    expect(await failure(read(plain, { people }, { itemsPath: 'people', isRecords: true }))).toMatch(
      /entry \d of its list is .*, not a record/,
    );
    expect(await read(plain, { people }, { itemsPath: 'people' })).toEqual(people);
  });
});

describe('the list of a response', () => {
  test.each<[string, string, unknown, unknown[]]>([
    ['empty', 'people', { people: [] }, []],
    ['the response itself', '', [1, 2], [1, 2]],
    ['below', 'data.people', { data: { people: [1] } }, [1]],
    ['with a name in quotes', '["odata.people"]', { 'odata.people': [1] }, [1]],
    ['within a list', 'tables[].fields', { tables: [{ fields: [1, 2] }, { fields: [3] }] }, [1, 2, 3]],
    ['within a list without brackets', 'tables.fields', { tables: [{ fields: [1] }, { fields: [] }] }, [1]],
    ['with brackets at its end', 'Results[].Variants[]', { Results: [{ Variants: [1] }, { Variants: [2] }] }, [1, 2]],
    ['of values in a list', 'edges[].node', { edges: [{ node: { id: 1 } }, { node: { id: 2 } }] }, [{ id: 1 }, { id: 2 }]],
    ['of rows', 'rows', { rows: [['a'], ['b']] }, [['a'], ['b']]],
    ['of rows with brackets', 'rows[]', { rows: [['a']] }, [['a']]],
    ['at a position', 'lists[1]', { lists: [[1], [2]] }, [2]],
    ['with no outer entries', 'tables[].fields', { tables: [] }, []],
  ])('%s', async (_case, itemsPath, body, items) => {
    expect(await read({}, body, { itemsPath })).toEqual(items);
    expect(await read({}, body, { itemsPath, isRecords: false })).toEqual(items);
  });

  test('pages are counted by the outermost list', async () => {
    const document = documentInMemory({ openapi: '3.1.0', paths: { '/x': { get: { responses: { 200: { description: '' } } } } } });
    const operation = await loadOperation(document, 'GET /x');
    const body = { products: [{ variants: [1, 2] }, { variants: [] }] };
    const page = await readPage(document, operation, { status: 200, body }, { itemsPath: 'products[].variants[]' });
    expect([page.items, page.entries]).toEqual([[1, 2], body.products]);
  });
});

describe('an empty list, according to the document', () => {
  const nullable = (schema: object) => object({ people: schema });
  test.each<[string, Described]>([
    ['of 3.0', { openapi: '3.0.3', schema: nullable({ ...list, nullable: true }) }],
    ['of 3.1', { schema: nullable({ ...list, type: ['array', 'null'] }) }],
    ['of a choice', { schema: nullable({ oneOf: [list, { type: 'null' }] }) }],
    ['of one of several', { schema: nullable({ anyOf: [{ type: 'null' }, list] }) }],
    ['of Swagger 2.0', { schema: nullable({ ...list, 'x-nullable': true }) }],
    ['behind a reference', { openapi: '3.0.3', schema: nullable({ $ref: '#/components/schemas/Nothing' }) }],
    ['beside a reference', { openapi: '3.0.3', schema: nullable({ allOf: [list], nullable: true }) }],
  ])('null, if it’s a value %s', async (_case, described) => {
    expect(await read(described, { people: null }, { itemsPath: 'people' })).toEqual([]);
    expect(await failure(read(described, {}, { itemsPath: 'people' }))).toMatch(/has no “people”/);
    expect(await failure(read(described, { people: null, error: 'x' }, { itemsPath: 'people' }))).toMatch(/says “x”/);
  });

  test('null along the path, if the document allows it', async () => {
    const described = { schema: object({ data: { ...object({ people: list }), type: ['object', 'null'] } }) };
    expect(await read(described, { data: null }, { itemsPath: 'data.people' })).toEqual([]);
    expect(await failure(read(described, { data: {} }, { itemsPath: 'data.people' }))).toMatch(/has no “data\.people”/);
  });

  test('a missing list, if the schema requires other members and not the list', async () => {
    const described = { schema: object({ total: { type: 'integer' }, people: list }, ['total']) };
    expect(await read(described, { total: 0 }, { itemsPath: 'people' })).toEqual([]);
    expect(await failure(read(described, {}, { itemsPath: 'people' }))).toMatch(/has no “people”/);
    expect(await failure(read(described, { error: 'x' }, { itemsPath: 'people' }))).toMatch(/has no “people”/);
    expect(await failure(read(described, { total: 0, error: 'x' }, { itemsPath: 'people' }))).toMatch(/has no “people”/);
    const always = { schema: object({ total: { type: 'integer' }, people: list }, ['total', 'people']) };
    expect(await failure(read(always, { total: 0 }, { itemsPath: 'people' }))).toMatch(/has no “people”/);
  });

  test('a missing list, if the operation says so and the object around it is present', async () => {
    const described = { ...nested, more: { 'x-omits-empty-list': true } };
    expect(await read(described, { data: {} }, { itemsPath: 'data.people' })).toEqual([]);
    expect(await read(described, { data: { people: null } }, { itemsPath: 'data.people' })).toEqual([]);
    for (const body of [
      {},
      null,
      '',
      'x',
      { data: null },
      { Fault: { code: 1 }, data: {} },
      { data: { errors: ['x'] } },
      { data: { people: 'x' } },
    ]) {
      expect(await failure(read(described, body, { itemsPath: 'data.people' }))).toMatch(/isn't what its document declares/);
    }
    expect(await read({ ...plain, more: { 'x-omits-empty-list': true } }, { errors: [], error: null }, { itemsPath: 'people' })).toEqual(
      [],
    );
  });

  test('a response without a body, if the document has its status', async () => {
    const described = { ...plain, responses: { 204: { description: 'Nothing' } } };
    expect(await read(described, null, { itemsPath: 'people' }, 204)).toEqual([]);
    expect(await failure(read(described, null, { itemsPath: 'people' }, 200))).toMatch(/is empty/);
    expect(await failure(read(plain, null, { itemsPath: 'people' }, 204))).toMatch(/is empty/);
  });

  test('a missing list within an entry, but not a single value there', async () => {
    const described = { schema: object({ tables: { type: 'array', items: object({ fields: list, owner: record }) } }) };
    expect(await read(described, { tables: [{ fields: [1] }, {}, { fields: null }] }, { itemsPath: 'tables[].fields' })).toEqual([1]);
    expect(await failure(read(described, { tables: [{ fields: 'x' }] }, { itemsPath: 'tables[].fields' }))).toMatch(
      /“tables\[\]\.fields” is the text/,
    );
    expect(await failure(read(described, { tables: [{ owner: {} }, {}] }, { itemsPath: 'tables[].owner' }))).toMatch(
      /has no “tables\[\]\.owner”/,
    );
    expect(await failure(read(described, { tables: [null] }, { itemsPath: 'tables[].fields' }))).toMatch(/“tables\[\]” is empty/);
  });

  test('null entries are skipped if the document allows them', async () => {
    const described = { schema: object({ people: { type: 'array', items: { ...record, type: ['object', 'null'] } } }) };
    expect(await read(described, { people: [null, { id: 'a' }] }, { itemsPath: 'people', isRecords: true })).toEqual([{ id: 'a' }]);
  });

  test('an object is a single record if the schema calls it an object', async () => {
    const described = { schema: object({ person: record }) };
    expect(await read(described, { person: { id: 'a' } }, { itemsPath: 'person', isRecords: true })).toEqual([{ id: 'a' }]);
    expect(await failure(read(described, { person: { error: 'x' } }, { itemsPath: 'person' }))).toMatch(/“person” is an object/);
    expect(await failure(read(described, { error: 'x' }, { itemsPath: 'person' }))).toMatch(/has no “person”/);
  });

  test('a look-up of one record needs an object with an id', async () => {
    const found = { itemsPath: '', isRecords: true, idPath: 'id' };
    expect(await read({}, { id: 'a' }, found)).toEqual([{ id: 'a' }]);
    expect(await read({ schema: record }, { id: 'a' }, found)).toEqual([{ id: 'a' }]);
    expect(await read({ schema: record }, {}, found)).toEqual([]);
    expect(await read({}, [], found)).toEqual([]);
    for (const described of [{}, { schema: record }]) {
      expect(await failure(read(described, { message: 'busy' }, found))).toMatch(/the response says “busy”/);
      expect(await failure(read(described, { id: 'a', error: 'busy' }, found))).toMatch(/the response says “busy”/);
      expect(await failure(read(described, null, found))).toMatch(/is empty/);
    }
    expect(await failure(read({ schema: list }, { id: 'a' }, found))).toMatch(/is an object/);
  });
});
