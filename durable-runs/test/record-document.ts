const record = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    sku: { type: 'string' },
    price: { type: 'number' },
    changedAt: { type: 'string' },
    ownerId: { type: 'string' },
    gone: { type: 'boolean' },
    parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    hasMoreParts: { type: 'boolean' },
    day: { type: 'string', format: 'date' },
    stock: { type: 'integer' },
    remark: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const buildResponses = (schemaOf: object) => ({ '200': { description: 'ok', content: { 'application/json': { schema: schemaOf } } } });
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const input = body({ ...record, required: ['name'] });
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const entry = { type: 'object', properties: { kind: { type: 'string' }, id: { type: 'string' }, record } };
const entries = { type: 'object', properties: { entries: { type: 'array', items: entry } } };
const batchResults = {
  type: 'object',
  properties: {
    answers: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ok: { type: 'boolean' },
          id: { type: 'string' },
          changedAt: { type: 'string' },
          reason: { type: 'string' },
        },
      },
    },
  },
};

/** Members of an entity whose records are searched, created and updated several at a time. @param most records per call */
export function writesMany(kind: string, most: number): Record<string, object> {
  const many = (method: string, values: object) => ({
    operation: `${method} /${kind}/batch`,
    entries: { at: 'body.entries', from: 'body', to: 'record', values: { kind, ...values } },
    most,
    answers: {
      itemsPath: 'answers',
      idPath: 'id',
      changedAtPath: 'changedAt',
      failed: { path: 'ok', equals: false },
      messagePath: 'reason',
    },
  });
  return {
    findMany: {
      ...{ key: 'body.sku', operation: `GET /${kind}`, values: { 'query.skus': '{keys}' } },
      ...{ equalsPath: 'sku', joinedBy: '|', most: 50, itemsPath: 'items' },
    },
    createMany: many('POST', {}),
    updateMany: many('PATCH', { id: '{id}' }),
  };
}

/** A system with one path for each kind of record, and what a sync needs to know about them. */
export function recordDocument(kinds: readonly string[], extra: Record<string, object>): object {
  const pathsOf = (kind: string) => ({
    [`/${kind}`]: {
      get: {
        summary: `List ${kind}`,
        'x-get-data': [kind],
        parameters: ['since', 'after', 'sku', 'name', 'ids', 'skus', 'names'].map((name) => ({
          name,
          in: 'query',
          schema: { type: 'string' },
        })),
        'x-paging': { style: 'cursor', parameter: 'query.after', responsePath: 'next', itemsPath: 'items' },
        responses: buildResponses({ type: 'object', properties: { items: { type: 'array', items: record }, next: { type: 'string' } } }),
      },
      post: { summary: `Create ${kind}`, requestBody: input, responses: buildResponses({ type: 'object', properties: { record } }) },
    },
    [`/${kind}/batch`]: {
      post: { summary: `Create several ${kind}`, requestBody: body(entries), responses: buildResponses(batchResults) },
      patch: { summary: `Update several ${kind}`, requestBody: body(entries), responses: buildResponses(batchResults) },
    },
    [`/${kind}/{id}`]: {
      get: { summary: `Get ${kind}`, parameters: [idParameter], responses: buildResponses(record) },
      put: {
        summary: `Update ${kind}`,
        parameters: [idParameter],
        requestBody: input,
        responses: buildResponses({ type: 'object', properties: { record } }),
      },
    },
  });
  const entityOf = (kind: string) => ({
    idPath: 'id',
    namePath: 'name',
    changedAtPath: 'changedAt',
    archived: { path: 'gone', equals: ['true'] },
    list: {
      operation: `GET /${kind}`,
      values: { 'query.since': '{cursor}' },
      cursor: { path: 'changedAt', format: 'date-time', overlapSeconds: 0 },
    },
    get: { operation: `GET /${kind}/{id}`, values: { 'path.id': '{id}' }, recordPath: '' },
    consistentAfterSeconds: 0,
    find: [{ key: 'body.sku', title: 'SKU', operation: `GET /${kind}`, values: { 'query.sku': '{key}' }, equalsPath: 'sku' }],
    create: { operation: `POST /${kind}`, idPath: 'record.id', changedAtPath: 'record.changedAt' },
    update: { operation: `PUT /${kind}/{id}`, values: { 'path.id': '{id}' }, changedAtPath: 'record.changedAt' },
    ...extra[kind],
  });
  return {
    openapi: '3.0.0',
    info: { title: 'Records', version: '1' },
    paths: Object.assign({}, ...kinds.map(pathsOf)),
    'x-entities': Object.fromEntries(kinds.map((kind) => [kind, entityOf(kind)])),
  };
}
