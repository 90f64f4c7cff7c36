import { describe, expect, test } from 'vitest';
import { realDocuments } from '../../testing/real-documents.ts';
import { importDocument, readAgain } from '../document/import-document.ts';
import { formatProblem } from '../extracted/document-problem.ts';
import { openDocument } from '../stored/open-document.ts';
import { manyFinds } from './many-finds.ts';
import { readEntities } from './read-entities.ts';

const schema = (properties: object) => ({ type: 'object', properties });
const text = { type: 'string' };
const record = schema({ id: text, name: text, email: text, changed: { type: 'string', format: 'date-time' }, gone: { type: 'boolean' } });
const buildResponses = (content: object, status = '200') => ({
  [status]: { description: 'ok', content: { 'application/json': { schema: content } } },
});

const document = {
  openapi: '3.1.0',
  info: { title: 'People', version: '1' },
  servers: [{ url: 'https://people.example' }],
  paths: {
    '/people': {
      get: {
        operationId: 'listPeople',
        parameters: ['since', 'email', 'group'].map((name) => ({ name, in: 'query', schema: text })),
        responses: buildResponses(schema({ items: { type: 'array', items: record } })),
      },
      post: {
        requestBody: { content: { 'application/json': { schema: schema({ person: schema({ name: text, email: text, ref: text }) }) } } },
        responses: buildResponses(schema({ person: record }), '201'),
      },
    },
    '/people/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: buildResponses(schema({ person: record })) },
      put: {
        requestBody: { content: { 'application/json': { schema: schema({ version: text, data: schema({ name: text }) }) } } },
        responses: { 204: { description: 'ok' } },
      },
    },
    '/groups': { get: { responses: buildResponses({ type: 'array', items: schema({ id: text }) }) } },
    '/anything': {
      get: { responses: buildResponses({}) },
      post: { requestBody: { content: { 'application/json': { schema: {} } } }, responses: buildResponses({}) },
    },
  },
};

const people = {
  idPath: 'id',
  namePath: '{name} ({email})',
  changedAtPath: 'changed',
  archived: { path: 'gone', equals: true },
  parameters: { group: { title: 'Group', required: true, 'x-lookup': { operation: 'GET /groups', itemsPath: '' } } },
  match: { login: { title: 'Login' } },
  list: {
    operation: 'GET /people',
    values: { 'query.since': '{cursor}', 'query.group': '{parameter.group}' },
    itemsPath: 'items',
    cursor: { path: 'changed', format: 'date-time', overlapSeconds: 5 },
  },
  get: { operation: 'GET /people/{id}', values: { 'path.id': '{id}' }, recordPath: 'person' },
  find: [
    {
      key: 'body.person.email',
      title: 'e-mail',
      operation: 'listPeople',
      values: { 'query.email': '{key}' },
      itemsPath: 'items',
      equalsPath: 'email',
    },
  ],
  findMany: {
    key: 'match.login',
    operation: 'GET /people',
    values: { 'query.email': '{keys}' },
    itemsPath: 'items',
    equalsPath: 'email',
    joinedBy: ',',
  },
  getMany: { operation: 'GET /people', values: { 'query.email': '{keys}' }, joinedBy: ',', each: "'{key}'", itemsPath: 'items' },
  create: { operation: 'POST /people', values: {}, idPath: 'person.id', changedAtPath: 'person.changed' },
  update: {
    operation: 'PUT /people/{id}',
    readFirst: true,
    values: { 'path.id': '{id}', 'body.version': '{current.changed}' },
    moves: { 'body.person': 'body.data', 'body.person.ref': null },
  },
  externalIdFields: ['body.person.ref'],
  dependsOn: ['Groups'],
  references: [{ path: 'name', entity: 'Groups' }],
};
const groups = { idPath: 'id', namePath: 'id', list: { operation: 'GET /groups', values: {}, itemsPath: '' } };

type Part = Record<string, unknown>;
function imported(entities: unknown) {
  return importDocument(JSON.stringify({ ...document, 'x-entities': entities }, null, 2));
}

/** The problems that an import reports for People with one part changed. */
function findFlaws(change: (entity: Part) => void): string[] {
  const entity = structuredClone(people) as Part;
  change(entity);
  const result = imported({ People: entity, Groups: groups });
  return result.ok
    ? []
    : result.problems.filter(({ code }) => code === 'entity-wrong').map((problem) => `${problem.pointer}: ${problem.message}`);
}

const within = (entity: Part, name: string) => entity[name] as Part;
const firstFind = (entity: Part) => (entity.find as Part[])[0] as Part;

describe('reading the entities of a document', () => {
  test('adds them to the summary, even through the stored document', async () => {
    const result = imported({ People: people, Groups: groups });
    if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
    expect(result.warnings).toEqual([]);
    const { index, parts } = result.stored;
    const [first, second] = openDocument(index, async (part) => parts[part] ?? '').summary.entities ?? [];
    expect(second).toMatchObject({ name: 'Groups', title: 'Groups', find: [], dependsOn: [], parameters: [] });
    expect(first).toMatchObject({
      name: 'People',
      archived: { path: 'gone', equals: ['true'] },
      parameters: [{ name: 'group', title: 'Group', isRequired: true, choices: { operationId: 'GET /groups' } }],
      matchFields: [{ name: 'login', title: 'Login', isRequired: false }],
      list: { cursor: { path: 'changed', format: 'date-time', overlapSeconds: 5 }, quoting: 'backslash' },
      // Named by operationId, stored by id.
      find: [{ operation: 'GET /people', key: 'body.person.email', equalsPath: 'email' }],
      findMany: { most: 50, joinedBy: ',' },
      getMany: { most: 100, joinedBy: ',', each: "'{key}'" },
      update: { readFirst: true, moves: { 'body.person': 'body.data', 'body.person.ref': null } },
    });
  });

  test('allows several keys in look-ups of several records, and reports an error of one at its position', () => {
    const byName = { ...people.findMany, key: 'body.person.email' };
    const result = imported({ People: { ...people, findMany: [people.findMany, byName] }, Groups: groups });
    const [entity] = (result.ok && result.summary.entities) || [];
    expect(entity && manyFinds(entity).map(({ key }) => key)).toEqual(['body.person.email']);
    const wrong = imported({ People: { ...people, findMany: [people.findMany, { ...byName, equalsPath: 'mail' }] }, Groups: groups });
    expect(!wrong.ok && wrong.problems.map(({ pointer }) => pointer)).toEqual([expect.stringMatching(/People.*findMany.*1.*equalsPath/)]);
  });

  test('finds none in a document without them', () => {
    const result = importDocument(JSON.stringify(document));
    expect(result.ok && result.summary.entities).toBeUndefined();
  });

  test('derives a title from the name', () => {
    const result = imported({ PriceBookEntries: groups });
    expect(result.ok && result.summary.entities?.[0]?.title).toBe('Price book entries');
  });

  test.each<[flaw: string, change: (entity: Part) => void, said: string]>([
    [
      'an operation that is not there',
      (e) => Object.assign(within(e, 'list'), { operation: 'GET /persons' }),
      'list/operation: There is no operation "GET /persons" in this document.',
    ],
    [
      'no operation',
      (e) => delete within(e, 'get').operation,
      'get: "operation" is missing: the method and path of an operation of this document.',
    ],
    ['an id that records do not have', (e) => Object.assign(e, { idPath: 'uuid' }), 'idPath: A record of People has no uuid.'],
    ['no id', (e) => delete e.idPath, '#/x-entities/People: "idPath" is missing: where a record has its id.'],
    [
      'a name that records do not have',
      (e) => Object.assign(e, { namePath: '{name} {last}' }),
      'namePath: A record of People has no last.',
    ],
    [
      'a time of change that records do not have',
      (e) => Object.assign(e, { changedAtPath: 'at' }),
      'changedAtPath: A record of People has no at.',
    ],
    [
      'a flag that records do not have',
      (e) => Object.assign(within(e, 'archived'), { path: 'off' }),
      'archived/path: A record of People has no off.',
    ],
    [
      'a cursor that records do not have',
      (e) => Object.assign(within(e, 'list'), { cursor: { path: 'at' } }),
      'list/cursor/path: A record of People has no at.',
    ],
    [
      'a form of the cursor that is unknown',
      (e) => Object.assign(within(e, 'list'), { cursor: { path: 'changed', format: 'iso' } }),
      '"format" must be one of',
    ],
    [
      'a list where there is none',
      (e) => Object.assign(within(e, 'list'), { itemsPath: 'people' }),
      'list/itemsPath: The response of GET /people has no people.',
    ],
    [
      'a list within a record that records do not have',
      (e) => Object.assign(e, { innerLists: [{ path: 'lines', morePath: 'name', operation: 'GET /groups' }] }),
      'innerLists/0/path: A record of People has no lines.',
    ],
    [
      'a balance without its places',
      (e) => Object.assign(within(e, 'create'), { balance: { operation: 'GET /people', values: { 'query.email': '{keys}' } } }),
      'create/balance: "balance" needs equalsPath, pricePath, entries, key, quantity, total, "filler" with a key, and "rest"',
    ],
    [
      'a list within a record that does not say when it has more',
      (e) => Object.assign(e, { innerLists: [{ path: 'name', operation: 'GET /groups' }] }),
      'innerLists/0: A list within a record needs its "path", and the "morePath" that is true if it has more entries.',
    ],
    [
      'a value that the operation does not take',
      (e) => Object.assign(within(e, 'list'), { values: { 'query.from': '{cursor}' } }),
      'list/values/query.from: GET /people doesn’t accept query.from.',
    ],
    [
      'a placeholder that is unknown',
      (e) => Object.assign(within(e, 'get'), { values: { 'path.id': '{recordId}' } }),
      'get/values: {recordId} isn’t a known placeholder.',
    ],
    [
      'a placeholder that has no value there',
      (e) => Object.assign(within(e, 'get'), { values: { 'path.id': '{cursor}' } }),
      'get/values: {cursor} has no value in this call.',
    ],
    [
      'a parameter that the entity does not have',
      (e) => Object.assign(within(e, 'list'), { values: { 'query.group': '{parameter.team}' } }),
      'the entity has no parameter "team".',
    ],
    [
      'choices of an operation that is not there',
      (e) => Object.assign(e, { parameters: { group: { 'x-lookup': { operation: 'GET /teams' } } } }),
      'parameters/group/x-lookup: There is no operation "GET /teams"',
    ],
    [
      'a key that is not written',
      (e) => Object.assign(firstFind(e), { key: 'body.person.mail' }),
      'find/0/key: POST /people doesn’t accept body.person.mail.',
    ],
    ['a key that is no path', (e) => Object.assign(firstFind(e), { key: 'email' }), 'find/0/key: "email" is not a path of a request'],
    [
      'a key that finding does not have',
      (e) => Object.assign(firstFind(e), { key: 'match.user' }),
      'The entity has no field "user" in "match".',
    ],
    [
      'a found record without the key',
      (e) => Object.assign(firstFind(e), { equalsPath: 'mail' }),
      'equalsPath: A record that GET /people finds has no mail.',
    ],
    [
      'many keys that go nowhere',
      (e) => Object.assign(within(e, 'findMany'), { values: {} }),
      'findMany: One of the values must name {keys}.',
    ],
    ['ids that go nowhere', (e) => Object.assign(within(e, 'getMany'), { values: {} }), 'getMany: One of the values must name {keys}.'],
    [
      'ids as objects in one text',
      (e) => Object.assign(within(e, 'getMany'), { each: { id: '{key}' } }),
      'each: "each" must be text, or an object where the ids are a list, and name {key}.',
    ],
    [
      'a list that the answer does not have',
      (e) => Object.assign(within(e, 'getMany'), { itemsPath: 'people' }),
      'itemsPath: The response of GET /people has no people.',
    ],
    [
      'a new record without an id',
      (e) => Object.assign(within(e, 'create'), { idPath: 'person.uuid' }),
      'create/idPath: The response of POST /people has no person.uuid.',
    ],
    ['a creation that does not say the id', (e) => delete within(e, 'create').idPath, 'create: "idPath" is missing'],
    [
      'a field of the present record that is not there',
      (e) => Object.assign(within(e, 'update'), { values: { 'body.version': '{current.etag}' } }),
      'The record that is read first has no etag.',
    ],
    [
      'a look-up before that says nothing where it finds nothing',
      (e) => Object.assign(within(e, 'create'), { before: { operation: 'GET /people' } }),
      'create/before: "message" is missing',
    ],
    [
      'a value of the look-up before that its answer does not have',
      (e) =>
        Object.assign(within(e, 'create'), {
          values: { 'body.person.name': '{before.nothing}' },
          before: { operation: 'GET /people/{id}', message: 'None.' },
        }),
      'The response of GET /people/{id} has no nothing.',
    ],
    [
      'a call that follows and is done where the record has no such field',
      (e) => Object.assign(within(e, 'create'), { next: [{ operation: 'PUT /people/{id}', doneWhen: { path: 'paidAt' } }] }),
      'create/next/0/doneWhen/path: The record that is read first has no paidAt.',
    ],
    ['reading first without reading', (e) => delete e.get, 'update: "readFirst" needs "get"'],
    [
      'a move to a place that is not there',
      (e) => Object.assign(within(e, 'update'), { moves: { 'body.person': 'body.people' } }),
      'update/moves/body.person: PUT /people/{id} doesn’t accept body.people.',
    ],
    [
      'an external id that is not written',
      (e) => Object.assign(e, { externalIdFields: ['body.person.uid'] }),
      'externalIdFields: POST /people doesn’t accept body.person.uid.',
    ],
    [
      'an entity that is not there',
      (e) => Object.assign(e, { dependsOn: ['Teams'] }),
      'dependsOn: There is no entity "Teams" in this document.',
    ],
    [
      'a reference to an entity that is not there',
      (e) => Object.assign(e, { references: [{ path: 'name', entity: 'Teams' }] }),
      'references/0/entity: There is no entity "Teams" in this document.',
    ],
    [
      'a place of ids that is not written',
      (e) => Object.assign(e, { references: [{ path: 'body.person.ref', entity: 'People', pathsByPrefix: { c: 'body.person.uid' } }] }),
      'references/0/pathsByPrefix/c: POST /people doesn’t accept body.person.uid.',
    ],
    [
      'ids that alone are written, without a word for the others',
      (e) => Object.assign(within(e, 'update'), { onlyIds: { startWith: ['p'] } }),
      'update/onlyIds: "onlyIds" needs "startWith"',
    ],
    [
      'a status that is no refusal',
      (e) => Object.assign(within(e, 'list'), { emptyStatuses: [200] }),
      'list/emptyStatuses: "emptyStatuses" must be a list of statuses from 400 to 499.',
    ],
    [
      'words for missing records in a list that shows changes',
      (e) => Object.assign(within(e, 'list'), { cursor: { path: 'changed' }, unlisted: 'The person left.' }),
      'list/unlisted: "unlisted" is for a list without "cursor".',
    ],
    [
      'a list of changes that claims to be whole',
      (e) => Object.assign(within(e, 'list'), { cursor: { path: 'changed' }, isWhole: true }),
      'list/isWhole: "isWhole" is for a list without "cursor".',
    ],
    [
      'neither a source nor a target',
      (e) => {
        delete e.list;
        delete e.create;
        delete e.update;
      },
      'An entity needs "list" to be a source, "create" or "update" to be a target.',
    ],
    ['a member that is unknown', (e) => Object.assign(e, { idpath: 'id' }), 'idpath: "idpath" is not a member of an entity.'],
    [
      'a member of a part that is unknown',
      (e) => Object.assign(within(e, 'list'), { path: 'items' }),
      'list/path: "path" is not a member of this part.',
    ],
    ['a part that is no object', (e) => Object.assign(e, { list: 'GET /people' }), 'list: "list" must be an object.'],
    ['looking up that is no list', (e) => Object.assign(e, { find: firstFind(e) }), 'find: "find" must be a list.'],
    ['a text that is none', (e) => Object.assign(e, { title: 7 }), 'title: "title" must be text.'],
  ])('reports an error with its position for %s', (_flaw, change, said) => {
    expect(findFlaws(change).join('\n')).toContain(said);
  });

  test('reports an error’s line', () => {
    const result = imported({ People: { ...people, idPath: 'uuid' }, Groups: groups });
    const [problem] = result.ok ? [] : result.problems;
    expect(problem?.severity).toBe('error');
    const source = JSON.stringify({ ...document, 'x-entities': { People: { ...people, idPath: 'uuid' } } }, null, 2).split('\n');
    expect(source[(problem?.line ?? 0) - 1]).toContain('"idPath": "uuid"');
  });

  test('accepts every path if a schema has little detail', () => {
    const open = {
      idPath: 'a.b',
      namePath: 'c',
      list: { operation: 'GET /anything', values: {}, itemsPath: 'x.y', cursor: { path: 'd' } },
      create: { operation: 'POST /anything', values: { 'body.q': 1 }, idPath: 'z' },
      find: [{ key: 'body.deep.e', operation: 'GET /anything', values: {}, equalsPath: 'f' }],
      externalIdFields: ['body.g'],
    };
    expect(imported({ Things: open }).ok).toBe(true);
  });

  test('refuses values that aren’t objects of entities, and names that paths can’t contain', () => {
    for (const wrong of [[], 'People', { 'My People': groups }, { People: 'x' }]) expect(imported(wrong).ok).toBe(false);
  });

  test('accepts errors in a document that an earlier Portage stored', () => {
    const text = JSON.stringify({ ...document, 'x-entities': { People: { idPath: 7 } } });
    expect(importDocument(text).ok).toBe(false);
    expect(readAgain(new TextEncoder().encode(text), null).ok).toBe(true);
  });
});

const [hubspot] = realDocuments().filter(({ name }) => name === 'hubspot-contacts-v3.json');

describe('how long a search lags', () => {
  test.each([
    [30, 30, false],
    [0, 0, false],
    [3_601, undefined, true],
    [-1, undefined, true],
    ['10', undefined, true],
  ])('consistentAfterSeconds of %j is read as %j', (written, read, isFlaw) => {
    const { entities, problems } = readEntities(
      { People: { idPath: 'id', list: { operation: 'listPeople' }, consistentAfterSeconds: written } },
      {
        operations: [],
      },
    );
    expect(entities[0]?.consistentAfterSeconds).toBe(read);
    expect(problems.some(({ message }) => message.includes('must be a number of seconds, at most 3600'))).toBe(isFlaw);
  });
});

describe('a document from somebody else', () => {
  test.skipIf(!hubspot)('can be synced once it describes its entities', () => {
    const vendor = JSON.parse(hubspot?.read() ?? '') as { paths: Record<string, Record<string, unknown>> };
    const list = Object.keys(vendor.paths).find((path) => vendor.paths[path]?.post && vendor.paths[path]?.get && !path.includes('{'));
    const one = Object.keys(vendor.paths).find((path) => vendor.paths[path]?.patch && path.includes('{contactId}'));
    const search = Object.keys(vendor.paths).find((path) => path.endsWith('/search'));
    const contacts = {
      idPath: 'id',
      namePath: '{properties.firstname} {properties.lastname}',
      changedAtPath: 'updatedAt',
      archived: { path: 'archived' },
      list: { operation: `GET ${list}`, values: { 'query.limit': 100 }, itemsPath: 'results' },
      find: [
        {
          key: 'body.properties.email',
          operation: `POST ${search}`,
          values: { 'body.filterGroups': [{ filters: [{ propertyName: 'email', operator: 'EQ', value: '{key}' }] }] },
          itemsPath: 'results',
        },
      ],
      create: { operation: `POST ${list}`, values: {}, idPath: 'id', changedAtPath: 'updatedAt' },
      update: { operation: `PATCH ${one}`, values: { 'path.contactId': '{id}' } },
    };
    const good = importDocument(JSON.stringify({ ...vendor, 'x-entities': { Contacts: contacts } }));
    expect(good.ok ? [] : good.problems.map(formatProblem)).toEqual([]);
    const bad = importDocument(JSON.stringify({ ...vendor, 'x-entities': { Contacts: { ...contacts, idPath: 'contactId' } } }));
    expect(bad.ok ? [] : bad.problems.map(({ message }) => message)).toContain('A record of Contacts has no contactId.');
  });
});
