import { expect, test } from 'vitest';
import {
  connectorForms,
  connectorFormType,
  connectorValueProblem,
  DEFAULT_ENTITIES,
  isSecretConnectorField,
  MASKED_SECRET,
  requiredConnectorFields,
} from './connector-form.ts';

const messages = (form: string, authorizationType: string | null, needSlug = false) =>
  requiredConnectorFields({ form, needSlug }, authorizationType).map(({ message }) => message);

test('CONN-30..33: the authorization type determines whether name, token, username and password are required', () => {
  expect(messages('Default', null)).toEqual(['Please input connector name']);
  expect(messages('Default', 'OAuth')).toEqual(['Please input connector name']);
  expect(messages('Default', 'ApiKey')).toEqual(['Please input connector name', 'Please input token']);
  expect(messages('Default', 'Basic')).toEqual(['Please input connector name', 'Please input username', 'Please input Password or ApiKey']);
});

test('CONN-34: types with their own fields skip the generic messages', () => {
  expect(messages('Twilio', 'Basic')).toEqual(['Please input connector name', 'Please input AccountSid', 'Please input ApiKey']);
  expect(messages('Aggregation', 'ApiKey')).not.toContain('Please input token');
});

test('CONN-35, CONN-41, CONN-42: a slug is asked for under its own name, once', () => {
  expect(messages('Default', null, true)).toContain('Please enter Slug');
  expect(messages('Shopify', 'OAuth', true)).toEqual(['Please input connector name', 'Please enter Shopify Store Name']);
  expect(messages('Database', 'Basic', true)).toContain('Please enter Database');
});

test('CONN-36..45: every kind requires what the specification lists', () => {
  const labels = (form: string) => requiredConnectorFields({ form, needSlug: false }, 'Basic').map(({ label }) => label);
  expect(labels('ManualOAuth').slice(1)).toEqual(['Client Id', 'Client Secret', 'Token Id', 'Token Secret', 'Entities', 'AccountId']);
  expect(labels('ShopifyPrivate')).toEqual(expect.arrayContaining(['ApiKey', 'Password']));
  expect(labels('Mindbody').slice(1)).toEqual(['Password', 'SiteId']);
  expect(labels('Sunwave').slice(1)).toEqual(['Clinic Id', 'Private Key', 'Client Id']);
  expect(labels('TableDatabase').slice(1)).toEqual(['Token', 'Base Id', 'Table Names']);
  expect(messages('Aggregation', null)).toContain('Please enter existing Linked Account Token');
  expect(connectorForms).toHaveLength(10);
});

test('CONN-43: Sunwave also requires the user if its type signs with the caller', () => {
  const seed = '{customOptions.userEmail}:{customOptions.clientId}:{base64:timestamp}:{username}:{uniqueId}:{base64:bodyMd5}';
  const type = connectorFormType({
    needSlug: false,
    baseUrl: 'https://emr.example/SunwaveEMR',
    sandboxBaseUrl: null,
    authUrl: null,
    tokenUrl: null,
    clientId: null,
    additionalData: { connection: { form: 'Sunwave', authorizationSettings: { signedText: seed, signatureValue: `${seed}:{signature}` } } },
  });
  expect(requiredConnectorFields(type, 'SignedRequest')).toEqual([
    { field: 'name', label: 'Name', message: 'Please input connector name' },
    { field: 'username', label: 'Clinic Id', message: 'Please input Clinic Id' },
    { field: 'password', label: 'Private Key', message: 'Please input Private Key' },
    { field: 'customOptions.clientId', label: 'Client Id', message: 'Please input Client Id' },
    { field: 'customOptions.userEmail', label: 'User Email', message: 'Please input User Email' },
  ]);
  expect(['password', 'customOptions.userEmail'].map(isSecretConnectorField)).toEqual([true, false]);
});

test('an unknown kind falls back to the default; literal texts match the specification', () => {
  expect(messages('Nonsense', 'ApiKey')).toContain('Please input token');
  expect(DEFAULT_ENTITIES).toBe('Customer, SalesOrder, Invoice, InventoryItem, Invoice');
  expect(MASKED_SECRET).toHaveLength(20);
});

test('a type that declares where keys go requires the fields it names, each once and by its label', () => {
  const type = {
    needSlug: false,
    authTemplates: ['{clientId}', 'Key {clientSecret}'],
    addresses: ['https://{slug}.example.com/{customOptions.dataCenter}'],
  };
  expect(requiredConnectorFields(type, 'ApiKey').map(({ field, label }) => [field, label])).toEqual([
    ['name', 'Name'],
    ['clientId', 'Client Id'],
    ['clientSecret', 'Client Secret'],
    ['slug', 'Slug'],
    ['customOptions.dataCenter', 'Data Center'],
  ]);
});

test('a refresh token named by a token request is entered if no person signs in at the system (Amazon)', () => {
  const connection = {
    authParameters: [{ template: '{accessToken}' }, { template: '{customOptions.sellerId}' }],
    tokenParameters: { grant_type: 'refresh_token', refresh_token: '{refreshToken}' },
  };
  const addresses = {
    baseUrl: 'https://a-{slug}.example',
    sandboxBaseUrl: null,
    authUrl: null,
    tokenUrl: 'https://t.example',
    clientId: null,
  };
  const labels = (grantType?: string) => {
    const additionalData = { connection: { ...connection, ...(grantType ? { grantType } : {}) } };
    return requiredConnectorFields(connectorFormType({ needSlug: true, ...addresses, additionalData }), 'OAuth').map(({ label }) => label);
  };
  expect(labels('client_credentials')).toEqual(['Name', 'Slug', 'Client Id', 'Client Secret', 'Seller Id', 'Refresh Token']);
  expect(labels()).toEqual(['Name', 'Slug', 'Client Id', 'Client Secret', 'Seller Id']);
});

test('OAuth requires neither what the system provides nor what is chosen once connected', () => {
  const type = {
    needSlug: true,
    authTemplates: ['{accessToken}', '{customOptions.tenantId}', '{realmId}'],
    addresses: ['https://{slug}.x.y'],
  };
  expect(requiredConnectorFields(type, 'OAuth').map(({ field }) => field)).toEqual(['name', 'slug']);
});

test('an OAuth type without a client of its own requires one from each connector', () => {
  const fields = (more: object) => requiredConnectorFields({ needSlug: false, ...more }, 'OAuth').map(({ field }) => field);
  expect(fields({ hasClient: false })).toEqual(['name', 'clientId', 'clientSecret']);
  expect(fields({ hasClient: false, hasClientSecret: false })).toEqual(['name', 'clientId']);
  expect(fields({ hasClient: true })).toEqual(['name']);
  expect(fields({ form: 'Shopify', needSlug: true, hasClient: false })).toEqual(['name', 'slug', 'clientId', 'clientSecret']);
  expect(fields({ form: 'Shopify', needSlug: true, hasClient: true })).toEqual(['name', 'slug']);
});

test('CONN-32: the key of an aggregation service has a different label from the tokens next to it', () => {
  const fields = requiredConnectorFields({ form: 'Aggregation', needSlug: false, authTemplates: ['Bearer {apiKey}'] }, 'ApiKey');
  expect(fields.map(({ message }) => message)).toEqual([
    'Please input connector name',
    'Please enter existing Linked Account Token',
    'Please input ApiKey',
  ]);
});

test('CONN-45: an account linked with one aggregation service needs no token of the other', () => {
  const [, linked] = requiredConnectorFields({ form: 'Aggregation', needSlug: false }, null);
  expect(linked).toMatchObject({ field: 'customOptions.merge::token', orField: 'customOptions.uapi::token' });
});

test('a field named after an e-mail address accepts nothing else', () => {
  const problem = (field: 'customOptions.userEmail' | 'customOptions.tableNames', value: string) =>
    connectorValueProblem({ field, label: 'User Email' }, value);
  expect(problem('customOptions.userEmail', ' john.doe@acmehealth.example ')).toBeUndefined();
  for (const wrong of ['1001', 'john.doe', 'john@acme', 'john doe@acme.example']) {
    expect(problem('customOptions.userEmail', wrong)).toBe('User Email must be an e-mail address, such as name@example.com');
  }
  expect(problem('customOptions.tableNames', '1001')).toBeUndefined();
});

test('a field that becomes part of an address accepts only what is valid there', () => {
  const type = { needSlug: true, addresses: ['https://api-{slug}.example.com/{slug}/{customOptions.account}/{apiKey}'] };
  const fields = requiredConnectorFields(type, null);
  const problem = (field: string, value: string) =>
    connectorValueProblem(fields.find((one) => one.field === field) as (typeof fields)[0], value);
  for (const fit of ['my-shop', 'My.Shop', '1234567_SB1', ' shop ']) expect(problem('slug', fit)).toBeUndefined();
  for (const wrong of ['my shop', 'https://shop', 'shop/', 'shop!', 'a..b', '-shop', 'shop-', 'shop~', 'café', 'a'.repeat(64)]) {
    expect(problem('slug', wrong)).toBe(
      'Slug becomes part of the system’s address: use letters, digits, hyphens and dots, and begin and end with a letter or digit',
    );
  }
  expect(problem('customOptions.account', '_a~b-')).toBeUndefined();
  for (const wrong of ['..', 'a/b', 'a b', 'a?b']) {
    expect(problem('customOptions.account', wrong)).toBe(
      'Account becomes part of the system’s address: use letters, digits, hyphens, dots, underscores and ~',
    );
  }
  expect(problem('apiKey', MASKED_SECRET)).toBeUndefined();
  expect(problem('name', 'My shop!')).toBeUndefined();
});
