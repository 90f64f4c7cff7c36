import { expect, test } from 'vitest';
import {
  buildConnectorBody,
  buildRules,
  buildTypeBody,
  type FoundApi,
  fillServer,
  listCredentialFields,
  listSignInChoices,
  type OwnApiValues,
  type Proposal,
  startValues,
  valuesForSignIn,
} from './own-api-values.ts';

type SignIn = Proposal['signIns'][number];
const NONE: SignIn = {
  authorizationType: 'None',
  authParameters: [],
  authUrl: null,
  tokenUrl: null,
  scopes: [],
  grantType: 'authorization_code',
};
const KEY: SignIn = { ...NONE, authorizationType: 'ApiKey', authParameters: [{ in: 'header', name: 'X-Key', template: '{apiKey}' }] };
const COOKIE: SignIn = { ...KEY, authParameters: [{ in: 'header', name: 'Cookie', template: 'sid={apiKey}' }] };
const TWO_KEYS: SignIn = {
  ...KEY,
  authParameters: [
    { in: 'query', name: 'app_id', template: '{username}' },
    { in: 'header', name: 'X-Key', template: '{apiKey}' },
  ],
};
const OAUTH: SignIn = {
  ...NONE,
  ...{
    authorizationType: 'OAuth',
    authUrl: 'https://id.example/authorize',
    tokenUrl: 'https://id.example/token',
    scopes: ['read', 'write'],
  },
};
const openApiDocument = { fileName: 'shop.json', fileStorageId: 'file', storageType: 'R2' };

function find(signIns: SignIn[], secrets: FoundApi['secrets'] = { kind: 'none' }): FoundApi {
  const servers = [{ url: 'https://shop.example/v1', description: null, variables: [] }];
  const proposal = { title: 'Shop', operationCount: 2, eventCount: 0, servers, signIns, testPaths: ['/orders'] };
  return { openApiDocument, proposal, warnings: [], secrets };
}

function build(found: FoundApi, changes: Partial<OwnApiValues> = {}) {
  const values = { ...startValues(found), ...changes };
  const choice = listSignInChoices(found.proposal).find(({ id }) => id === values.signIn);
  if (!choice) throw new Error('no choice');
  const fields = listCredentialFields(values, found, choice);
  return {
    values,
    type: buildTypeBody(values, found, choice),
    connector: buildConnectorBody(values, fields, choice),
    rules: buildRules(values, found, choice, false),
  };
}

test('the form starts with what the document says', () => {
  const { values, type } = build(find([KEY]));
  expect(values).toMatchObject({
    name: 'Shop',
    baseUrl: 'https://shop.example/v1',
    keyIn: 'header',
    keyName: 'X-Key',
    testPath: '/orders',
  });
  expect(type).toEqual({
    ...{ name: 'Shop', baseUrl: 'https://shop.example/v1', openApiDocument, authorizationType: 'ApiKey' },
    connection: { authParameters: KEY.authParameters, healthCheck: { method: 'GET', path: '/orders' } },
  });
});

test('the ways of the document come first, and every other way can be chosen', () => {
  expect(listSignInChoices({ signIns: [OAUTH, KEY] }).map(({ label }) => label)).toEqual([
    'OAuth 2 (sign in at the system)',
    'API key or token (X-Key)',
    'User name and password',
    'No sign-in',
  ]);
});

test.each([
  ['a key', KEY, ['apiKey']],
  ['a cookie', COOKIE, ['apiKey']],
  ['two keys', TWO_KEYS, ['username', 'apiKey']],
  ['a password', { ...NONE, authorizationType: 'Basic' as const }, ['username', 'password']],
  ['OAuth', OAUTH, ['clientId', 'clientSecret']],
  ['nothing', NONE, []],
])('%s asks for its own fields, and none of them is part of the connector type', (_, signIn, fields) => {
  const secret = 'secret-value';
  const { type, connector } = build(find([signIn]), {
    apiKey: secret,
    username: secret,
    password: secret,
    clientId: secret,
    clientSecret: secret,
  });
  const { name, authorizationType, ...credentials } = connector;
  expect([name, authorizationType]).toEqual(['Shop', signIn.authorizationType]);
  expect(Object.keys(credentials).sort()).toEqual([...fields].sort());
  expect(JSON.stringify(type)).not.toContain(secret);
});

test('a key can be moved; its own text stays only where the document put it', () => {
  const keysOf = (changes: Partial<OwnApiValues>) => build(find([COOKIE]), changes).type.connection?.authParameters;
  expect(keysOf({})).toEqual(COOKIE.authParameters);
  expect(keysOf({ keyIn: 'query', keyName: ' key ' })).toEqual([{ in: 'query', name: 'key', template: '{apiKey}' }]);
  expect(keysOf({ keyIn: 'bearer' })).toBeUndefined();
});

test('the secrets of a command fill the fields of its sign-in', () => {
  expect(startValues(find([{ ...KEY, authParameters: [] }], { kind: 'bearer', token: 't' })).apiKey).toBe('t');
  expect(startValues(find([{ ...NONE, authorizationType: 'Basic' }], { kind: 'basic', username: 'u', password: 'p' }))).toMatchObject({
    username: 'u',
    password: 'p',
  });
  const keys = [
    { in: 'header' as const, name: 'X-Key', value: 'k' },
    { in: 'query' as const, name: 'app_id', value: 'a' },
  ];
  expect(startValues(find([TWO_KEYS], { kind: 'keys', keys }))).toMatchObject({ username: 'a', apiKey: 'k' });
});

test('OAuth takes addresses and scopes from the document', () => {
  const { type } = build(find([OAUTH]), { testPath: '' });
  expect(type).toMatchObject({ authUrl: OAUTH.authUrl, tokenUrl: OAUTH.tokenUrl, scope: 'read write' });
  expect(type.connection).toEqual({ grantType: 'authorization_code' });
  const [, generic] = listSignInChoices({ signIns: [KEY] }).filter(({ signIn }) => signIn.authorizationType !== 'ApiKey');
  expect(generic && valuesForSignIn(generic)).toMatchObject({ authUrl: '', tokenUrl: '', scope: '' });
});

test('hosts are read line by line, and an address must be whole', () => {
  const { type, rules } = build(find([KEY]), { allowedHosts: 'files.shop.example\n\n *.cdn.example ' });
  expect(type.connection?.allowedHosts).toEqual(['files.shop.example', '*.cdn.example']);
  const check = (address: string) => rules.baseUrl?.validate?.(address, build(find([KEY])).values);
  expect(check('https://{region}.shop.example')).toBe('Replace {region} with your value');
  expect(check('shop.example')).toBe('Enter an address that begins with https://');
  expect(check('http://shop.example/v1')).toBeUndefined();
});

test('a server’s variables are filled in; an unknown one stays visible', () => {
  const variables = [{ name: 'region', value: 'eu', choices: ['eu', 'us'], description: null }];
  const server = { url: 'https://{region}.shop.example/{version}', description: null, variables };
  expect(fillServer(server, {})).toBe('https://eu.shop.example/{version}');
  expect(fillServer(server, { region: 'us' })).toBe('https://us.shop.example/{version}');
  expect(fillServer(undefined, {})).toBe('');
});
