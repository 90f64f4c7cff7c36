const buildListSchema = (path: string) => {
  const items = { type: 'array', items: { $ref: '#/components/schemas/Order' } };
  return path.split('.').reduceRight<object>((schema, name) => (name ? { type: 'object', properties: { [name]: schema } } : schema), items);
};
const buildResponses = (schema: object) => ({ responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } });
const query = (name: string, schema: object = { type: 'integer' }, extra: object = {}) => ({ name, in: 'query', schema, ...extra });
const size = { parameters: [query('limit', { type: 'integer', maximum: 10 })] };

/** A list with its own way of paging. */
function paged(itemsPath: string, paging: object, parameters: object[] = []) {
  return {
    get: {
      tags: ['Lists'],
      parameters: [...size.parameters, ...parameters],
      ...buildResponses(buildListSchema(itemsPath)),
      'x-paging': paging,
    },
  };
}

const bySize = { sizeParameter: 'query.limit', maxSize: 10 };
const byNumber = { ...bySize, shortPageIsLast: true };

/** The OpenAPI document of the system in test/node/crm-server.ts. */
export const CRM_DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Crm', version: '1' },
  paths: {
    '/by-page': paged('items', { style: 'page', parameter: 'query.page', itemsPath: 'items', ...byNumber }, [query('page')]),
    '/by-offset': paged('', { style: 'offset', parameter: 'query.offset', itemsPath: '', ...byNumber }, [query('offset')]),
    '/by-cursor': paged('data', { style: 'cursor', parameter: 'query.after', responsePath: 'paging.next', itemsPath: 'data', ...bySize }, [
      query('after', { type: 'string' }),
    ]),
    '/by-link': paged('', { style: 'link', itemsPath: '' }),
    '/by-next-url': paged('data.records', { style: 'nextUrl', responsePath: 'next', itemsPath: 'data.records' }),
    '/foreign-next': paged('items', { style: 'nextUrl', responsePath: 'next', itemsPath: 'items' }),
    '/same-cursor': paged('data', { style: 'cursor', parameter: 'query.after', responsePath: 'paging.next', itemsPath: 'data' }, [
      query('after', { type: 'string' }),
    ]),
    '/slow-pages': paged('data', { style: 'cursor', parameter: 'query.after', responsePath: 'paging.next', itemsPath: 'data' }, [
      query('after', { type: 'string' }),
    ]),
    '/chat': { post: { ...buildResponses({}), 'x-failure': { path: 'ok', equals: false, messagePath: 'error' } } },
    '/search': {
      post: {
        operationId: 'searchOrders',
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { after: { type: 'integer' } } } } } },
        ...buildResponses(buildListSchema('data')),
        'x-paging': { style: 'cursor', parameter: 'body.after', responsePath: 'next', itemsPath: 'data' },
      },
    },
    '/plain': { get: buildResponses({ type: 'object' }) },
    '/refuse': { post: { parameters: [query('status')], ...buildResponses({}) } },
    '/flaky': { post: { requestBody: { content: { 'application/json': { schema: {} } } }, ...buildResponses({}) } },
    '/orders/{orderId}/lines': {
      post: {
        tags: ['Orders'],
        parameters: [
          { name: 'orderId', in: 'path', required: true, schema: { type: 'string', 'x-always-log': true } },
          { name: 'filter', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
          { name: 'ids', in: 'query', style: 'form', explode: false, schema: { type: 'array', items: { type: 'integer' } } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'dry', in: 'query', required: true, schema: { type: 'boolean', default: true } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Line' } } } },
        ...buildResponses({}),
      },
    },
    '/form': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: {
                  amount: { type: 'integer' },
                  metadata: { type: 'object' },
                  expand: { type: 'array', items: { type: 'string' } },
                },
              },
              encoding: { metadata: { style: 'deepObject', explode: true }, expand: { style: 'deepObject', explode: true } },
            },
          },
        },
        ...buildResponses({}),
      },
    },
    '/picture': {
      get: { responses: { 200: { description: 'ok', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } } } },
    },
    '/files': {
      post: {
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { url: { type: 'string' } } } },
            'multipart/form-data': {
              schema: { type: 'object', properties: { title: { type: 'string' }, file: { type: 'string', format: 'binary' } } },
            },
          },
        },
        ...buildResponses({}),
      },
    },
    '/keyed': {
      post: { parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }], ...buildResponses({}) },
    },
    '/elsewhere': { servers: [{ url: 'https://elsewhere.example' }], get: buildResponses({}) },
    '/graphql#orders': graphQl(
      'query Orders($first: Int!, $after: String) { orders(first: $first, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } }',
      { first: { type: 'integer', default: 10 }, after: { type: 'string' } },
      {
        style: 'cursor',
        parameter: 'body.after',
        responsePath: 'data.orders.pageInfo.endCursor',
        hasMorePath: 'data.orders.pageInfo.hasNextPage',
        itemsPath: 'data.orders.nodes',
        sizeParameter: 'body.first',
        maxSize: 10,
      },
    ),
    '/graphql#order': graphQl('query Order($id: ID!) { order(id: $id) { id name } }', { id: { type: 'string' } }, undefined, {
      path: 'data.order.name',
      equals: 'order 99',
      messagePath: 'data.order.name',
    }),
    '/graphql#rename': graphQl(
      'mutation Rename($input: RenameInput!) { rename(input: $input) { order { id name } userErrors { field message } } }',
      { input: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } } },
    ),
  },
  components: {
    schemas: {
      Order: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
      Line: {
        type: 'object',
        required: ['sku', 'quantity'],
        properties: {
          sku: { type: 'string' },
          quantity: { type: 'integer' },
          price: { type: 'number' },
          gift: { type: 'boolean' },
          options: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, level: { type: 'integer' } } } },
        },
      },
    },
  },
};

function graphQl(text: string, variables: Record<string, object>, paging?: object, failure?: object) {
  return {
    post: {
      tags: ['GraphQL'],
      'x-graphql': { query: text },
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: variables } } } },
      ...buildResponses({ type: 'object' }),
      ...(paging ? { 'x-paging': paging } : {}),
      ...(failure ? { 'x-failure': failure } : {}),
    },
  };
}
