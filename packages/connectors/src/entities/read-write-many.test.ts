import { describe, expect, test } from 'vitest';
import { importDocument } from '../document/import-document.ts';
import { openDocument } from '../stored/open-document.ts';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const list = (items: object) => ({ type: 'array', items });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const buildResponses = (schema: object) => ({ 200: { description: 'ok', ...json(schema) } });
const person = object({ name: text, email: text });
const id = { name: 'id', in: 'path', required: true, schema: text };
const several = {
  requestBody: json(object({ allOrNone: { type: 'boolean' }, people: list(object({ type: text, key: text, id: text, person })) })),
  responses: buildResponses(
    object({ results: list(object({ id: text, key: text, at: text, done: { type: 'boolean' }, errors: list(text) })) }),
  ),
};
const paths = {
  '/people': {
    get: {
      parameters: [{ name: 'emails', in: 'query', schema: text }],
      responses: buildResponses(list(object({ id: text, email: text }))),
    },
    post: { requestBody: json(person), responses: buildResponses(object({ id: text })) },
  },
  '/people/{id}': { parameters: [id], put: { requestBody: json(person), responses: { 204: { description: 'ok' } } } },
  '/people/many': { post: several, patch: several },
};
const call = { operation: 'GET /people', values: { 'query.emails': '{keys}' }, joinedBy: ',' };
const createMany = {
  operation: 'POST /people/many',
  values: { 'body.allOrNone': false },
  entries: { at: 'body.people', to: 'person', values: { type: 'Person', key: '{idempotencyKey}' } },
  most: 200,
  answers: {
    itemsPath: 'results',
    idPath: 'id',
    changedAtPath: 'at',
    failed: { path: 'done', equals: false },
    messagePath: 'errors',
    matchedBy: { entry: 'key', answer: 'key' },
  },
};
const people = {
  idPath: 'id',
  list: { operation: 'GET /people', itemsPath: '' },
  find: [{ key: 'body.email', operation: 'GET /people', values: { 'query.emails': '{key}' }, itemsPath: '', equalsPath: 'email' }],
  findMany: { ...call, key: 'body.email', itemsPath: '', equalsPath: 'email' },
  create: { operation: 'POST /people', idPath: 'id' },
  update: { operation: 'PUT /people/{id}', values: { 'path.id': '{id}' } },
  createMany,
  updateMany: {
    ...createMany,
    operation: 'PATCH /people/many',
    entries: { at: 'body.people', to: 'person', values: { id: '{id}' } },
    answers: { itemsPath: 'results' },
  },
};

type Part = Record<string, unknown>;

function imported(change: (entity: typeof people & Part) => void = () => {}) {
  const entity = structuredClone(people) as typeof people & Part;
  change(entity);
  const document = { openapi: '3.1.0', info: { title: 'People', version: '1' }, servers: [{ url: 'https://people.example' }], paths };
  return importDocument(JSON.stringify({ ...document, 'x-entities': { People: entity } }, null, 2));
}

function findFlaws(change: (entity: typeof people & Part) => void): string[] {
  const result = imported(change);
  return result.ok ? [] : result.problems.map(({ pointer, message }) => `${pointer?.replace(/^.*x-entities.People.?/, '')}: ${message}`);
}

describe('calls that write several records', () => {
  test('are read, and are still in the stored document', async () => {
    const result = imported();
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const { index, parts } = result.stored;
    const [entity] = openDocument(index, async (part) => parts[part] ?? '').summary.entities ?? [];
    expect(entity?.createMany).toEqual({
      ...createMany,
      quoting: 'backslash',
      entries: { ...createMany.entries, from: 'body' },
      answers: { ...createMany.answers, failed: { path: 'done', equals: ['false'] } },
    });
    expect(entity?.updateMany).toMatchObject({ operation: 'PATCH /people/many', answers: { itemsPath: 'results' } });
  });

  test.each<[string, (entity: typeof people & Part) => unknown, string]>([
    [
      'a list that the call does not have',
      ({ createMany: bulk }) => (bulk.entries.at = 'body.records'),
      'createMany/entries/at: POST /people/many doesn’t accept body.records.',
    ],
    [
      'a place that an entry does not have',
      ({ createMany: bulk }) => (bulk.entries.to = 'contact'),
      'createMany/entries/to: POST /people/many doesn’t accept body.people[0].contact.',
    ],
    [
      'a part that the single write does not have',
      ({ createMany: bulk }) => Object.assign(bulk.entries, { from: 'body.person' }),
      'createMany/entries/from: POST /people doesn’t accept body.person.',
    ],
    [
      'a value that an entry does not have',
      ({ createMany: bulk }) => Object.assign(bulk.entries.values, { kind: 'x' }),
      'createMany/entries/values/kind: POST /people/many doesn’t accept body.people[0].kind.',
    ],
    [
      'the id of a record that is not made yet',
      ({ createMany: bulk }) => (bulk.entries.values.key = '{id}'),
      'createMany/entries/values: {id} has no value in this call.',
    ],
    [
      'a path of the answer that is not there',
      ({ createMany: bulk }) => (bulk.answers.idPath = 'uuid'),
      'createMany/answers/idPath: A response for one record of POST /people/many has no uuid.',
    ],
    [
      'a sign that is not there',
      ({ createMany: bulk }) => (bulk.answers.failed.path = 'success'),
      'createMany/answers/failed/path: A response for one record of POST /people/many has no success.',
    ],
    [
      'a list of answers that is not there',
      ({ createMany: bulk }) => (bulk.answers.itemsPath = 'records'),
      'createMany/answers/itemsPath: The response of POST /people/many has no records.',
    ],
    [
      'no number of records',
      ({ createMany: bulk }) => Reflect.deleteProperty(bulk, 'most'),
      'createMany: "most" is missing: how many records one call takes.',
    ],
    ['one record a call', ({ createMany: bulk }) => (bulk.most = 1), 'createMany/most: "most" must be a number of at least 2.'],
    [
      'no entries',
      ({ createMany: bulk }) => Reflect.deleteProperty(bulk, 'entries'),
      'createMany: "entries" is missing: how the records are placed in the call.',
    ],
    [
      'no answers',
      ({ createMany: bulk }) => Reflect.deleteProperty(bulk, 'answers'),
      'createMany: "answers" is missing: how the response reports each record.',
    ],
    [
      'no id of what was made',
      ({ createMany: bulk }) => Reflect.deleteProperty(bulk.answers, 'idPath'),
      'createMany/answers: "idPath" is missing: where an answer has the id of its new record.',
    ],
    [
      'half of a match',
      ({ createMany: bulk }) => Reflect.deleteProperty(bulk.answers.matchedBy, 'entry'),
      'createMany/answers/matchedBy: "matchedBy" has "entry", a path in an entry, and "answer", the path of the same value in its answer.',
    ],
    [
      'an unknown member',
      ({ createMany: bulk }) => Object.assign(bulk.answers, { ids: 'id' }),
      'createMany/answers/ids: "ids" is not a member of this part.',
    ],
    [
      'no single creation',
      (entity) => Reflect.deleteProperty(entity, 'create'),
      'createMany: "createMany" needs "create", which says what is sent for a record.',
    ],
    [
      'no look-up for several',
      (entity) => Reflect.deleteProperty(entity, 'findMany'),
      'createMany: "createMany" needs "findMany": records whose response was lost are searched for together before they are created again.',
    ],
    [
      'a creation with calls of its own',
      ({ create }) => Object.assign(create, { next: [{ operation: 'GET /people' }] }),
      'createMany: A creation with "before", "balance" or "next" needs its own calls: such records cannot be created together.',
    ],
    [
      'an update that reads first',
      (entity) => Object.assign(entity.update, { readFirst: true }),
      'updateMany: An update with "before" or "readFirst" needs its own calls: such records cannot be changed together.',
    ],
  ])('are reported with their position if they have %s', (_, change, flaw) => {
    expect(findFlaws((entity) => void change(entity))).toContain(flaw);
  });
});
