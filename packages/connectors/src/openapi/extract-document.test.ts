import { describe, expect, test } from 'vitest';
import { importDocument, readAgain } from '../document/import-document.ts';
import { loadEvent, loadOperation, loadPayloadSchema, loadRequestSchema, loadResponseSchema } from '../extracted/connector-document.ts';
import { formatProblem } from '../extracted/document-problem.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { operationKey } from '../extracted/units.ts';
import { documentInMemory } from './document-source.ts';
import { extractDocument } from './extract-document.ts';

function getOperation(document: object, id: string): ExtractedOperation {
  return extractDocument(document).units.get(operationKey(id)) as ExtractedOperation;
}

function listProblemCodes(document: object): string[] {
  return extractDocument(document).problems.map(({ severity, code }) => `${severity} ${code}`);
}

const ok = { responses: { 200: { description: '' } } };

describe('extracting a document', () => {
  test('converts Swagger 2.0 and OpenAPI 3 to one form', () => {
    const swagger = {
      swagger: '2.0',
      host: 'api.example.com',
      basePath: '/v1',
      consumes: ['application/json'],
      produces: ['application/json'],
      parameters: { Page: { name: 'page', in: 'query', type: 'integer', minimum: 1 } },
      securityDefinitions: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        login: { type: 'oauth2', flow: 'accessCode', authorizationUrl: 'https://a', tokenUrl: 'https://t', scopes: { read: '' } },
      },
      paths: {
        '/pets': {
          get: {
            parameters: [
              { $ref: '#/parameters/Page' },
              { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
            ],
            responses: { 200: { description: '', schema: { type: 'array', items: { $ref: '#/definitions/Pet' } } } },
          },
          post: { parameters: [{ name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }], ...ok },
          put: {
            parameters: [
              { name: 'photo', in: 'formData', type: 'file', required: true },
              { name: 'note', in: 'formData', type: 'string' },
            ],
            ...ok,
          },
        },
      },
      definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
    };
    const { summary, problems } = extractDocument(swagger);
    expect(problems).toEqual([]);
    expect(summary.servers).toEqual([{ url: 'https://api.example.com/v1' }]);
    expect(summary.securitySchemes).toEqual({
      key: { kind: 'apiKey', in: 'header', parameterName: 'X-Key' },
      login: { kind: 'oauth2', flow: 'authorizationCode', authorizationUrl: 'https://a', tokenUrl: 'https://t', scopes: ['read'] },
    });
    const get = getOperation(swagger, 'GET /pets');
    expect(get.parameters).toEqual([
      { name: 'page', place: 'query', isRequired: false, style: 'form', explode: false, schema: { type: 'integer', minimum: 1 } },
      {
        name: 'tags',
        place: 'query',
        isRequired: false,
        style: 'pipeDelimited',
        explode: false,
        schema: { type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
      },
    ]);
    expect(get.paging).toEqual({ style: 'page', parameter: 'query.page', firstPage: 1, itemsPath: '' });
    expect(getOperation(swagger, 'POST /pets').body).toEqual({
      isRequired: true,
      contents: [{ type: 'application/json', schema: { $ref: '#/definitions/Pet' } }],
    });
    expect(getOperation(swagger, 'PUT /pets').body).toMatchObject({
      isRequired: true,
      contents: [
        { type: 'multipart/form-data', schema: { required: ['photo'], properties: { photo: { type: 'file' }, note: { type: 'string' } } } },
      ],
    });
  });

  test('finds events in webhooks, x-webhooks and callbacks, with their payload', async () => {
    const post = (summary: string) => ({
      post: { summary, requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } },
    });
    const document = {
      openapi: '3.1.0',
      paths: {
        '/subscriptions': { post: { tags: ['Hooks'], callbacks: { onOrder: { '{$request.body#/url}': post('Order came') } }, ...ok } },
      },
      webhooks: { orderPaid: post('Order paid'), both: { post: {}, put: {} } },
      'x-webhooks': { orderSent: post('Order sent') },
      components: {
        schemas: {
          Order: { type: 'object', properties: { id: { type: 'string', readOnly: true }, secret: { type: 'string', writeOnly: true } } },
        },
      },
    };
    const connector = documentInMemory(document);
    expect(connector.summary.events.map(({ id, name, source }) => [id, name, source])).toEqual([
      ['orderPaid', 'Order paid', 'webhook'],
      ['both POST', 'Both POST', 'webhook'],
      ['both PUT', 'Both PUT', 'webhook'],
      ['orderSent', 'Order sent', 'webhook'],
      ['POST /subscriptions onOrder', 'Order came', 'callback'],
    ]);
    // Responses have read-only members, but no write-only members.
    expect((await loadPayloadSchema(connector, 'orderPaid'))?.properties?.map(({ name }) => name)).toEqual(['id']);
    await expect(loadEvent(connector, 'gone')).rejects.toThrow('There is no event "gone".');
  });

  test('separates operations by method and path despite missing or duplicate ids and overlapping paths', () => {
    const document = {
      openapi: '3.0.0',
      servers: [{ url: 'https://a.example' }],
      paths: { '/a/{x}': { get: { operationId: 'same', ...ok } }, '/a/{y}': { get: { operationId: 'same', ...ok } }, '/b': { get: ok } },
    };
    const { summary, problems } = extractDocument(document);
    expect(summary.operations.map(({ id }) => id)).toEqual(['GET /a/{x}', 'GET /a/{y}', 'GET /b']);
    expect(problems.map(({ severity, code }) => `${severity} ${code}`).sort()).toEqual([
      'warning operation-id-doubled',
      'warning overlapping-paths',
      'warning path-parameter-missing',
      'warning path-parameter-missing',
    ]);
    expect(getOperation(document, 'GET /a/{x}').parameters).toMatchObject([{ name: 'x', place: 'path', isRequired: true }]);
  });

  test('reads what a half-converted document has from the other version, with a warning', () => {
    const inBody = { name: 'b', in: 'body', required: true, schema: { type: 'object', properties: { n: { type: 'integer' } } } };
    const operation = (one: object, version: object = { openapi: '3.0.0', servers: [{ url: 'https://a' }] }) => {
      const document = { ...version, paths: { '/a': { post: { ...ok, ...one } } } };
      expect(listProblemCodes(document)).toEqual(['warning other-version']);
      return getOperation(document, 'POST /a');
    };
    const field = { name: 'f', in: 'formData', type: 'string' };
    const content = { 'application/json': { schema: { type: 'object' } } };
    expect(operation({ parameters: [inBody] }).body).toMatchObject({ isRequired: true, contents: [{ type: 'application/json' }] });
    expect(operation({ parameters: [field] }).body?.contents).toMatchObject([{ type: 'application/x-www-form-urlencoded' }]);
    expect(operation({ requestBody: { content } }, { swagger: '2.0', host: 'a', schemes: ['https'] }).body?.contents).toMatchObject([
      { type: 'application/json' },
    ]);
    const query = { name: 'q', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat: 'pipes' };
    expect(operation({ parameters: [query] }).parameters).toMatchObject([{ style: 'pipeDelimited', schema: { type: 'array' } }]);
    expect(operation({ responses: { 200: { description: 'x', schema: { type: 'integer' } } } }).responses).toMatchObject([
      { schema: { type: 'integer' } },
    ]);
  });

  test('reports flaws of real documents as warnings', () => {
    const parameter = (more: object) => ({ name: 'p', in: 'query', schema: { type: 'string' }, ...more });
    const withParameters = (parameters: object[]) => ({
      openapi: '3.0.0',
      servers: [{ url: 'https://a' }],
      paths: { '/a': { get: { parameters, ...ok } } },
    });
    expect(listProblemCodes(withParameters([parameter({}), parameter({})]))).toEqual(['warning parameter-doubled']);
    expect(listProblemCodes(withParameters([{ name: 'p', in: 'query' }]))).toEqual(['warning parameter-without-schema']);
    expect(listProblemCodes(withParameters([parameter({ style: 'fancy' })]))).toEqual(['warning style-unknown']);
    expect(listProblemCodes(withParameters([parameter({ in: 'path' })]))).toEqual(['warning path-parameter-unknown']);
    expect(listProblemCodes(withParameters([parameter({ in: 'header', name: 'Host' })]))).toEqual(['warning parameter-unsettable']);
    expect(
      listProblemCodes(withParameters([parameter({ in: 'header', name: 'Cookie' }), parameter({ in: 'header', name: 'Accept' })])),
    ).toEqual([]);
    expect(listProblemCodes(withParameters([{ in: 'query' }]))).toEqual(['warning parameter-unreadable']);
    expect(listProblemCodes(withParameters({ q: { in: 'query' } } as never))).toEqual(['warning parameter-unreadable']);
    expect(listProblemCodes({ openapi: '3.0.0', servers: [{ url: '/v1' }], paths: { a: { get: {} } } })).toEqual([
      'warning path-without-slash',
      'warning no-responses',
      'warning server-relative',
    ]);
    expect(listProblemCodes({ openapi: '3.0.0', paths: {} })).toEqual(['warning no-server', 'warning nothing-to-call']);
    expect(
      listProblemCodes({
        openapi: '3.0.0',
        servers: [{ url: 'https://a' }],
        security: [{ gone: [] }],
        paths: { '/a': { get: { requestBody: { content: { 'application/json': {} } }, ...ok } } },
      }),
    ).toEqual(['warning body-on-get', 'warning security-undefined']);
  });

  test('HOSTILE 21: never fetches web references and only warns about them; a dead reference is an error for a body, a warning deep within it', () => {
    const withBody = (schema: object) =>
      importDocument(
        JSON.stringify(
          {
            openapi: '3.0.0',
            servers: [{ url: 'https://a' }],
            paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } }, ...ok } } },
          },
          null,
          1,
        ),
      );
    const inside = (reference: string) => withBody({ type: 'object', properties: { a: { $ref: reference } } });
    const place = '(line 17, #/paths/~1a/post/requestBody/content/application~1json/schema/properties/a)';
    const remote = inside('https://evil.example/schemas.json#/A');
    expect(remote.ok && remote.warnings.map(formatProblem)).toEqual([
      `References outside the document are not followed: https://evil.example/schemas.json#/A ${place}`,
    ]);
    const deep = inside('#/components/schemas/Gone');
    expect(deep.ok && deep.warnings.map(formatProblem)).toEqual([
      `The reference leads nowhere; any value is accepted there: #/components/schemas/Gone ${place}`,
    ]);
    const whole = withBody({ $ref: '#/components/schemas/Gone' });
    expect(!whole.ok && whole.problems.map(formatProblem)).toEqual([
      'The reference leads nowhere: #/components/schemas/Gone (line 14, #/paths/~1a/post/requestBody/content/application~1json/schema)',
    ]);
    expect(listProblemCodes({ openapi: '3.0.0', paths: { '/a': { $ref: '#/paths/~1a' } } })).toContain('error circular-reference');
    expect(listProblemCodes({ openapi: '3.0.0', paths: { '/a': { get: { responses: { 200: { $ref: '#/x' } } } } } })).toContain(
      'warning dangling-reference',
    );
  });

  test('accepts any value for a field with a dead reference', async () => {
    const document = {
      openapi: '3.0.0',
      paths: {
        '/a': {
          post: {
            requestBody: {
              content: { 'application/json': { schema: { type: 'object', properties: { a: { $ref: '#/gone' }, b: { type: 'string' } } } } },
            },
            ...ok,
          },
        },
      },
    };
    const request = await loadRequestSchema(documentInMemory(document), 'POST /a');
    expect(request.properties?.[0]?.properties?.map(({ name, type }) => [name, type])).toEqual([
      ['a', 'Any'],
      ['b', 'String'],
    ]);
  });

  test('refuses a document in several files by naming the missing ones, but accepts one that was already stored', () => {
    const text = JSON.stringify({
      openapi: '3.0.0',
      servers: [{ url: 'https://a' }],
      paths: {
        '/actions': { get: { $ref: 'resources/actions/list.yml' } },
        '/droplets': { $ref: './resources/droplets.yml#/paths/droplets' },
        '/keys': { post: { parameters: [{ $ref: 'shared.yaml#/parameters/Page' }], ...ok } },
        '/pets': {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: '../pet.json' } } } },
            responses: { 200: { $ref: 'shared.yaml#/ok' } },
          },
        },
      },
    });
    const imported = importDocument(text);
    expect(!imported.ok && imported.problems[0]).toMatchObject({
      severity: 'error',
      code: 'other-files',
      pointer: '#/paths/~1actions/get',
      message:
        'The document is in several files, and these are missing: resources/actions/list.yml, ./resources/droplets.yml, shared.yaml, ../pet.json. ' +
        'Bundle them into one file first, for example with "npx @redocly/cli bundle".',
    });
    expect(readAgain(new TextEncoder().encode(text), null).ok).toBe(true);
  });

  test('warns once about each purely circular schema', async () => {
    const schemas = {
      Self: { $ref: '#/components/schemas/Self' },
      One: { $ref: '#/components/schemas/Two' },
      Two: { $ref: '#/components/schemas/One' },
      Fine: { type: 'object', properties: { next: { $ref: '#/components/schemas/Fine' } } },
    };
    const properties = Object.fromEntries(Object.keys(schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
    const body = { content: { 'application/json': { schema: { type: 'object', properties } } } };
    const document = {
      openapi: '3.1.0',
      servers: [{ url: 'https://a' }],
      paths: { '/a': { post: { requestBody: body, ...ok } } },
      components: { schemas },
    };
    expect(extractDocument(document).problems.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)).toEqual([
      'warning circular-reference #/components/schemas/Self',
      'warning circular-reference #/components/schemas/One',
      'warning circular-reference #/components/schemas/Two',
    ]);
    const request = await loadRequestSchema(documentInMemory(document), 'POST /a');
    expect(request.properties?.[0]?.properties?.map(({ type }) => type)).toEqual(['Any', 'Any', 'Any', 'Object']);
  });

  test('warns about an x-paging parameter that isn’t sent, because every page would be the first', () => {
    const asking = (parameter: string) => {
      const list = { parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }], ...ok };
      return extractDocument({
        openapi: '3.1.0',
        servers: [{ url: 'https://a' }],
        paths: { '/orders': { get: { ...list, 'x-paging': { style: 'page', parameter, itemsPath: 'data' } } } },
      }).problems.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);
    };
    const told = ['warning paging-parameter-unknown #/paths/~1orders/get/x-paging'];
    expect(asking('page')).toEqual(told);
    expect(asking('query.seite')).toEqual(told);
    expect(asking('body.page')).toEqual(told);
    expect(asking('query.page')).toEqual([]);
  });

  test('ignores empty bodies of a GET, and reports ten problems of a kind and counts the rest', () => {
    const empty = { content: { 'application/x-www-form-urlencoded': { encoding: {}, schema: { type: 'object', properties: {} } } } };
    const paths = (requestBody: object) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/a${at}`, { get: { requestBody, ...ok } }]));
    const document = (requestBody: object) => ({ openapi: '3.0.0', servers: [{ url: 'https://a' }], paths: paths(requestBody) });
    expect(extractDocument(document(empty)).problems).toEqual([]);
    const { problems } = extractDocument(document({ content: { 'application/json': { schema: { type: 'string' } } } }));
    expect(problems).toHaveLength(11);
    expect(problems.at(-1)?.message).toBe("20 more of this kind: A GET request can't carry a body, so this one is left out.");
  });

  test('offers all media types, multipart first for a required file; a step without one sends the first', async () => {
    const binary = { type: 'string', format: 'binary' };
    const body = (schema: object) => ({
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', required: ['images'], properties: { images: { type: 'array' } } } },
          'multipart/form-data': { schema },
        },
      },
      ...ok,
    });
    const document = {
      openapi: '3.1.0',
      paths: {
        '/images/edits': { post: body({ $ref: '#/components/schemas/Edit' }) },
        '/notes': { post: body({ type: 'object', properties: { file: binary } }) },
      },
      components: {
        schemas: {
          Edit: { type: 'object', required: ['image'], properties: { image: { anyOf: [binary, { type: 'array', items: binary }] } } },
        },
      },
    };
    const connector = documentInMemory(document);
    expect(connector.summary.operations.map(({ contentTypes }) => contentTypes)).toEqual([
      ['multipart/form-data', 'application/json'],
      ['application/json', 'multipart/form-data'],
    ]);
    const fields = async (contentType?: string) =>
      (await loadRequestSchema(connector, 'POST /images/edits', contentType)).properties?.[0]?.properties?.map(({ name, type }) => [
        name,
        type,
      ]);
    expect(await fields('multipart/form-data')).toEqual([['image', 'Array']]);
    expect(await fields()).toEqual([['images', 'Array']]);
  });

  test('reports the hosts of single operations, because they must be allowed', () => {
    const at = (url: string) => ({ post: { servers: [{ url }], ...ok } });
    const { problems } = extractDocument({
      openapi: '3.0.0',
      servers: [{ url: 'https://api.stripe.com/' }],
      paths: {
        '/v1/files': at('https://files.stripe.com/'),
        '/v1/links': at('https://files.stripe.com/'),
        '/v1/own': at('https://api.stripe.com/v2'),
      },
    });
    expect(problems.filter(({ code }) => code === 'other-host').map(({ message }) => message)).toEqual([
      'POST /v1/files and 1 more operations are at files.stripe.com: fill this host in under Allowed hosts, or calls to it are refused.',
    ]);
  });

  test('warns about methods that don’t exist', () => {
    expect(
      listProblemCodes({ openapi: '3.0.0', servers: [{ url: 'https://a' }], paths: { '/a': { get: ok, fetch: ok, 'x-own': 1 } } }),
    ).toEqual(['warning method-unknown']);
  });

  test('HOSTILE 21: needs at most seconds for thousands of flawed operations with the same huge response', () => {
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, { type: 'string' }])),
    };
    const answer = {
      responses: { 200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Wide' } } } } },
    };
    const paths = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, at) => [`/a${at}/{x}`, { get: { operationId: 'same', ...answer } }]),
    );
    const imported = importDocument(
      JSON.stringify({ openapi: '3.0.0', servers: [{ url: 'https://a' }], paths, components: { schemas: { Wide: wide } } }, null, 1),
    );
    expect(imported.ok && [imported.summary.operations.length, imported.warnings.length]).toEqual([4_000, 22]);
  });

  test('stores recursive schemas and references to anywhere once, and opens them on request', async () => {
    const document = {
      openapi: '3.1.0',
      paths: {
        '/tree': {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
            responses: { 200: { description: '', content: { 'application/json': { schema: { $ref: '#/x-shared/answers/0' } } } } },
          },
        },
      },
      components: {
        schemas: {
          Node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } } },
          Unused: { type: 'string' },
        },
      },
      'x-shared': { answers: [{ type: 'object', properties: { node: { $ref: '#/components/schemas/Node/properties/children' } } }] },
    };
    const { units } = extractDocument(document);
    expect([...units.keys()]).toEqual(['#/x-operations/POST ~1tree', '#/components/schemas/Node', '#/x-shared/answers/0']);
    const connector = documentInMemory(document);
    const request = await loadRequestSchema(connector, 'POST /tree');
    expect(request.properties?.[0]?.properties?.[0]?.arrayItemType?.reference).toBe('#/components/schemas/Node');
    expect((await loadResponseSchema(connector, 'POST /tree'))?.properties?.[0]).toMatchObject({ name: 'node', type: 'Array' });
  });

  test('reads GraphQL operations, hidden ones and a path’s servers from the document (STEP-35, CTYPE-27)', async () => {
    const document = {
      openapi: '3.0.0',
      servers: [{ url: 'https://{shop}.example.com', variables: { shop: { default: 'demo' } } }],
      paths: {
        '/graphql#products': {
          post: { 'x-graphql': { query: 'query P { products }', operationName: 'P' }, 'x-resource': 'Products', ...ok },
        },
        '/graphql#orders': { servers: [{ url: 'https://orders.example.com' }], post: { 'x-hidden': true, ...ok } },
      },
    };
    const { operations, servers } = extractDocument(document).summary;
    expect(servers[0]?.url).toBe('https://demo.example.com');
    expect(operations).toMatchObject([
      {
        id: 'POST /graphql#products',
        resourceId: 'Products',
        isGraphQlOperation: true,
        graphQlQuery: 'query P { products }',
        isHidden: false,
      },
      { id: 'POST /graphql#orders', resourceId: 'graphql', isGraphQlOperation: false, isHidden: true },
    ]);
    expect((await loadOperation(documentInMemory(document), 'POST /graphql#orders')).server).toBe('https://orders.example.com');
  });

  test('uses the last part of the path if tags don’t divide the operations', () => {
    const paths = (tag: (at: number) => string[]) =>
      Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [
          `/v1/things${at % 3}/{id}`.replace('{id}', `x${at}.json`),
          { get: { tags: tag(at), ...ok } },
        ]),
      );
    const resources = (tag: (at: number) => string[]) => extractDocument({ openapi: '3.0.0', paths: paths(tag) }).summary.resources.length;
    expect(resources(() => ['Everything'])).toBe(30);
    expect(resources((at) => [`tag${at % 4}`])).toBe(4);
    expect(resources((at) => [`tag${at}`])).toBe(30);
  });

  test('CTYPE-23: stores custom data unchanged, and warns if it’s too large for a list', () => {
    const withData = (data: unknown) => ({ openapi: '3.1.0', paths: { '/a': { get: ok } }, 'x-custom-data': data });
    const data = { customForms: [{ name: 'Address' }] };
    expect(extractDocument(withData(data)).summary.customData).toEqual(data);
    expect(extractDocument(withData(['no object'])).summary.customData).toBeUndefined();
    const long = withData({ customForms: ['x'.repeat(200_001)] });
    expect(extractDocument(long).summary.customData).toBeUndefined();
    expect(listProblemCodes(long)).toContain('warning custom-data-long');
  });

  test.each<[string, object, string[]]>([
    ['a path without its slash', { swagger: '2.0', host: 'api.example.com', basePath: 'v1' }, ['https://api.example.com/v1']],
    ['the same behind a port', { swagger: '2.0', host: 'api.example.com:8443', basePath: 'v1/' }, ['https://api.example.com:8443/v1/']],
    ['the scheme in the host', { swagger: '2.0', host: 'https://api.example.com/', basePath: '/' }, ['https://api.example.com']],
    ['a path without a host', { swagger: '2.0', basePath: 'v1' }, ['/v1']],
    ['no scheme', { servers: [{ url: '//api.example.com/v1' }] }, ['https://api.example.com/v1']],
    ['blanks', { servers: [{ url: ' https://api.example.com ' }] }, ['https://api.example.com']],
    ['servers that take no calls', { servers: [{ url: 'wss://a.example' }, { url: 'https://b.example' }] }, ['https://b.example']],
    ['nothing but those', { servers: [{ url: 'wss://a.example' }] }, ['wss://a.example']],
  ])('reads the right address from a server with %s', (_name, document, servers) => {
    const version = 'swagger' in document ? {} : { openapi: '3.1.0' };
    const { summary } = extractDocument({ ...version, ...document, paths: { '/a': { get: ok } } });
    expect(summary.servers.map(({ url }) => url)).toEqual(servers);
  });

  test('warns about a server variable that isn’t described', () => {
    const document = { openapi: '3.1.0', servers: [{ url: 'https://{shop}.example.com' }], paths: { '/a': { get: ok } } };
    expect(listProblemCodes(document)).toEqual(['warning server-relative']);
    const described = { ...document, servers: [{ ...document.servers[0], variables: { shop: { default: 'demo' } } }] };
    expect(listProblemCodes(described)).toEqual(['warning server-variables']);
  });
});
