import { type ConnectedSystem, startSystem } from '../connectors/step-system.ts';

type Place = 'old' | 'new';
type Kind = 'animals' | 'keepers';
export type Animal = { id: string } & Record<string, unknown>;

const text = { type: 'string' };
const optional = { type: ['string', 'null'] };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const animal = {
  type: 'object',
  properties: {
    ...{ id: { ...text, readOnly: true }, name: text, tag: text, code: optional, price: { type: ['number', 'string'] }, kind: text },
    ...{ keeper: text, keeperId: text, gone: { type: 'boolean' }, changedAt: text },
  },
};
const idInPath = [{ name: 'id', in: 'path', required: true, schema: text }];
const buildPaths = (kind: Kind) => {
  const written = { requestBody: json({ ...animal, required: ['name'] }), responses: { 200: { description: 'Done', ...json(animal) } } };
  const list = json({ type: 'object', properties: { items: { type: 'array', items: animal } } });
  return {
    [`/${kind}`]: {
      get: {
        parameters: ['tag', 'code', 'name'].map((name) => ({ name, in: 'query', schema: text })),
        responses: { 200: { description: 'Done', ...list } },
      },
      post: written,
    },
    [`/${kind}/{id}`]: {
      get: { parameters: idInPath, responses: { 200: { description: 'Done', ...json(animal) } } },
      put: { parameters: idInPath, ...written },
      delete: { parameters: idInPath, responses: { 200: { description: 'Done', ...json(animal) } } },
    },
  };
};
const findBy = (kind: Kind, name: string) => ({
  ...{ key: `body.${name}`, title: name, operation: `GET /${kind}`, values: { [`query.${name}`]: '{key}' }, itemsPath: 'items' },
  equalsPath: name,
});
const describeEntity = (kind: Kind, ...keys: string[]) => ({
  ...{ idPath: 'id', namePath: 'name', changedAtPath: 'changedAt', archived: { path: 'gone', equals: ['true'] } },
  list: { operation: `GET /${kind}`, values: {}, itemsPath: 'items' },
  get: { operation: `GET /${kind}/{id}`, values: { 'path.id': '{id}' }, recordPath: '' },
  consistentAfterSeconds: 0,
  find: keys.map((name) => findBy(kind, name)),
  create: { operation: `POST /${kind}`, values: {}, idPath: 'id', changedAtPath: 'changedAt' },
  update: { operation: `PUT /${kind}/{id}`, values: { 'path.id': '{id}' }, changedAtPath: 'changedAt' },
  archive: { operation: `DELETE /${kind}/{id}`, values: { 'path.id': '{id}' } },
});

/** Two places with the same kinds of records. Their lists show everything each time. */
export const animalDocument = {
  openapi: '3.1.0',
  info: { title: 'Animals', version: '1' },
  paths: { ...buildPaths('animals'), ...buildPaths('keepers') },
  'x-entities': { Animals: describeEntity('animals', 'tag', 'code'), Keepers: describeEntity('keepers', 'name') },
};

export interface AnimalSystem extends Pick<ConnectedSystem, 'url' | 'close'> {
  /** Creates or replaces a record. */
  put(place: Place, kind: Kind, record: Animal): void;
  removeNamed(place: Place, kind: Kind, name: string): void;
}

export async function startAnimalSystem(): Promise<AnimalSystem> {
  const stored = new Map<string, Map<string, Animal>>();
  let clockMs = Date.now() - 3_600_000;
  let nextId = 1;
  const listRecords = (place: string, kind: string) => {
    const records = stored.get(`${place}/${kind}`) ?? new Map<string, Animal>();
    stored.set(`${place}/${kind}`, records);
    return records;
  };
  const store = (records: Map<string, Animal>, record: Animal) => {
    clockMs += 1_000;
    const stored = { ...record, changedAt: new Date(clockMs).toISOString() };
    records.set(record.id, stored);
    return stored;
  };
  const plain = (value: unknown) =>
    String(value ?? '')
      .trim()
      .toLowerCase();
  const { url, close } = await startSystem(({ method, url: address, body }) => {
    const { pathname, searchParams } = new URL(address, 'http://system');
    const [, place = '', kind = '', id] = pathname.split('/').map(decodeURIComponent);
    const records = listRecords(place, kind);
    const sent = () => JSON.parse(body) as Record<string, unknown>;
    if (id === undefined) {
      if (method === 'POST') return { body: store(records, { ...sent(), id: `made-${nextId++}` }) };
      const wanted = [...searchParams];
      return { body: { items: [...records.values()].filter((one) => wanted.every(([name, key]) => plain(one[name]) === plain(key))) } };
    }
    const record = records.get(id);
    if (!record) return undefined;
    if (method === 'PUT') return { body: store(records, { ...record, ...sent() }) };
    if (method === 'DELETE') return { body: store(records, { ...record, gone: true }) };
    return { body: record };
  });
  return {
    url,
    close,
    put: (place, kind, record) => void store(listRecords(place, kind), record),
    removeNamed(place, kind, name) {
      const records = listRecords(place, kind);
      for (const { id, name: own } of [...records.values()]) if (own === name) records.delete(id);
    },
  };
}
