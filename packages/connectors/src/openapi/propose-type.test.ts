import { expect, test } from 'vitest';
import { extractDocument } from './extract-document.ts';
import { proposeType } from './propose-type.ts';

const propose = (document: object, documentUrl: string | null = null) => {
  const whole = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {}, ...document };
  return proposeType(extractDocument(whole).summary, whole, documentUrl);
};
const ok = { responses: { 200: { description: 'ok' } } };

test('title, operations and the calls that a test can make come from the document', () => {
  const parameters = { needed: { name: 'id', in: 'query', required: true, schema: { type: 'string' } } };
  const paths = {
    '/pets': { get: ok, post: ok },
    '/pets/{id}': { get: { ...ok, parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] } },
    '/search': { get: { ...ok, parameters: [{ $ref: '#/components/parameters/needed' }] } },
    '/vets': { get: ok },
  };
  expect(propose({ paths, components: { parameters } })).toMatchObject({
    title: 'Pets',
    operationCount: 5,
    testPaths: ['/pets', '/vets'],
  });
});

test('a server keeps its variables with their choices', () => {
  const servers = [
    {
      url: 'https://{region}.pets.example/{version}/',
      variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Where you are' }, version: { default: 'v1' } },
    },
  ];
  expect(propose({ servers }).servers).toEqual([
    {
      url: 'https://{region}.pets.example/{version}',
      description: null,
      variables: [
        { name: 'region', value: 'eu', choices: ['eu', 'us'], description: 'Where you are' },
        { name: 'version', value: 'v1', choices: [], description: null },
      ],
    },
  ]);
});

test('a relative server, or none, is at the address of the document', () => {
  const at = (document: object) => propose(document, 'https://pets.example/docs/openapi.yaml').servers.map(({ url }) => url);
  expect(at({ servers: [{ url: '/api/v3' }] })).toEqual(['https://pets.example/api/v3']);
  expect(at({ servers: [{ url: '../v3' }] })).toEqual(['https://pets.example/v3']);
  expect(at({})).toEqual(['https://pets.example']);
  expect(propose({}).servers).toEqual([]);
});

test('Swagger 2.0 has its server in host and basePath', () => {
  const document = { swagger: '2.0', info: { title: 'Old', version: '1' }, host: 'old.example', basePath: '/v2', paths: {} };
  expect(proposeType(extractDocument(document).summary, document).servers.map(({ url }) => url)).toEqual(['https://old.example/v2']);
});

const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  appId: { type: 'apiKey', in: 'query', name: 'app_id' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  digest: { type: 'http', scheme: 'digest' },
  oauth: {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://id.example/authorize',
        tokenUrl: 'https://id.example/token',
        scopes: { read: '', write: '' },
      },
    },
  },
  machine: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: {} } } },
};
const signIn = (security: object[] | undefined, names: (keyof typeof schemes)[]) =>
  propose({
    ...(security ? { security } : {}),
    components: { securitySchemes: Object.fromEntries(names.map((name) => [name, schemes[name]])) },
  }).signIns;

test.each([
  ['key', { authorizationType: 'ApiKey', authParameters: [{ in: 'header', name: 'X-Key', template: '{apiKey}' }] }],
  ['cookie', { authorizationType: 'ApiKey', authParameters: [{ in: 'header', name: 'Cookie', template: 'sid={apiKey}' }] }],
  ['basic', { authorizationType: 'Basic', authParameters: [] }],
  ['bearer', { authorizationType: 'ApiKey', authParameters: [] }],
  [
    'oauth',
    {
      ...{ authorizationType: 'OAuth', authUrl: 'https://id.example/authorize', tokenUrl: 'https://id.example/token' },
      ...{ scopes: ['read', 'write'], grantType: 'authorization_code' },
    },
  ],
  ['machine', { authorizationType: 'OAuth', grantType: 'client_credentials', tokenUrl: 'https://id.example/token' }],
] as const)('the scheme %s becomes a sign-in', (name, expected) => {
  expect(signIn(undefined, [name])).toMatchObject([expected]);
});

test('the required scheme comes first, with only the scopes that are required', () => {
  const found = signIn([{ oauth: ['read'] }], ['key', 'oauth']);
  expect(found.map(({ authorizationType }) => authorizationType)).toEqual(['OAuth', 'ApiKey']);
  expect(found[0]?.scopes).toEqual(['read']);
});

test('two keys that belong together are asked for together, and the name of the account isn’t a secret', () => {
  expect(signIn([{ key: [], appId: [] }], ['key', 'appId'])[0]?.authParameters).toEqual([
    { in: 'query', name: 'app_id', template: '{username}' },
    { in: 'header', name: 'X-Key', template: '{apiKey}' },
  ]);
});

test('a document without schemes, or only with unknown ones, is proposed without a sign-in', () => {
  for (const found of [signIn(undefined, []), signIn([{ digest: [] }], ['digest'])]) {
    expect(found.map(({ authorizationType }) => authorizationType)).toEqual(['None']);
  }
});

test('without a requirement of the whole document, the first operation’s counts', () => {
  const paths = { '/pets': { get: { ...ok, security: [{ basic: [] }] } } };
  const found = propose({ paths, components: { securitySchemes: { key: schemes.key, basic: schemes.basic } } }).signIns;
  expect(found.map(({ authorizationType }) => authorizationType)).toEqual(['Basic', 'ApiKey']);
});
