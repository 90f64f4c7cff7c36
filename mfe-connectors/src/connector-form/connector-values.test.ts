import { MASKED_SECRET } from '@portage/contracts';
import { expect, test } from 'vitest';
import type { Connector, ConnectorType } from '../connectors/api-types.ts';
import { buildRequestBody, newValues, pickChanges, shownFields, toFormValues, typedSecret } from './connector-values.ts';

const buildType = (connection: object = {}, fields: object = {}) =>
  ({
    needSlug: false,
    baseUrl: 'https://api.example.com',
    sandboxBaseUrl: null,
    authUrl: null,
    tokenUrl: null,
    clientId: MASKED_SECRET,
    authorizationType: 'ApiKey',
    additionalData: { connection },
    ...fields,
  }) as unknown as ConnectorType;

const stored = {
  id: 'c1',
  name: 'Shop',
  description: null,
  slug: null,
  username: 'ada',
  password: null,
  apiKey: MASKED_SECRET,
  clientId: null,
  useSandbox: true,
  authorizationType: 'ApiKey',
  customOptions: { tenantId: 't1', 'merge::token': MASKED_SECRET },
  additionalData: {},
} as unknown as Connector;

test('CONN-50: an untouched secret is sent as null, a typed one unchanged, a cleared one empty', () => {
  const type = buildType();
  const fields = shownFields(type, 'ApiKey');
  const values = toFormValues(stored, type);
  expect(values.apiKey).toBe('•'.repeat(20));
  expect(buildRequestBody(values, fields, stored)).toMatchObject({ apiKey: null, authorizationType: 'ApiKey' });
  expect(buildRequestBody({ ...values, apiKey: 'new' }, fields, stored)).toMatchObject({ apiKey: 'new' });
  expect(buildRequestBody({ ...values, apiKey: '' }, fields, stored)).toMatchObject({ apiKey: '' });
  expect(buildRequestBody({ ...values, apiKey: '' }, fields, null)).toMatchObject({ apiKey: null });
});

test('only the person’s changes are sent, and untouched secrets as null: another tab may have saved the rest meanwhile', () => {
  const type = buildType();
  const [values, fields] = [toFormValues(stored, type), shownFields(type, 'ApiKey')];
  const sent = (changes: object) =>
    pickChanges(buildRequestBody({ ...values, ...changes }, fields, stored), buildRequestBody(values, fields, stored));
  expect(sent({})).toEqual({ apiKey: null });
  expect(sent({ description: 'Sells' })).toEqual({ apiKey: null, description: 'Sells' });
  expect(sent({ name: 'Store', apiKey: 'new' })).toEqual({ name: 'Store', apiKey: 'new' });
});

test('only options that the form shows and the person changed are sent', () => {
  const airtable = buildType({ form: 'TableDatabase' });
  const fields = shownFields(airtable, 'ApiKey');
  const values = { ...toFormValues(stored, airtable), 'customOptions.tableNames': 'a' };
  expect(buildRequestBody(values, fields, stored).customOptions).toEqual({ tableNames: 'a' });
  const sent = (changes: object) =>
    pickChanges(buildRequestBody({ ...values, ...changes }, fields, stored), buildRequestBody(values, fields, stored)).customOptions;
  expect(sent({})).toBeUndefined();
  expect(sent({ 'customOptions.tableNames': 'a, b' })).toEqual({ tableNames: 'a, b' });
});

test('only shown fields are sent, not those of a previous authorization', () => {
  const body = buildRequestBody(
    newValues({ name: ' Shop ', apiKey: 'k', username: 'ada', password: 'p' }),
    shownFields(buildType(), 'Basic'),
    null,
  );
  expect(body).toEqual({ name: 'Shop', description: '', username: 'ada', password: 'p' });
});

test('typing into dots replaces them; deleting some clears the field', () => {
  expect(typedSecret(MASKED_SECRET, `${MASKED_SECRET}x`)).toBe('x');
  expect(typedSecret(MASKED_SECRET, 'x')).toBe('x');
  expect(typedSecret(MASKED_SECRET, MASKED_SECRET.slice(1))).toBe('');
  expect(typedSecret(MASKED_SECRET, MASKED_SECRET)).toBe(MASKED_SECRET);
  expect(typedSecret('ab', 'abc')).toBe('abc');
});

test('CONN-37, CONN-45: entities have a default text; an aggregation type accepts one token or the other', () => {
  expect(newValues()['customOptions.entitiesList']).toBe('Customer, SalesOrder, Invoice, InventoryItem, Invoice');
  const fields = shownFields(buildType({ form: 'Aggregation' }), 'ApiKey');
  expect(fields.map(({ field, isRequired, orField, isHidden }) => [field, isRequired, orField ?? isHidden])).toEqual([
    ['customOptions.merge::token', false, 'customOptions.uapi::token'],
    ['customOptions.uapi::token', false, undefined],
    ['customOptions.uapi::type', false, true],
  ]);
});

test('a type with signed webhooks has an optional secret field for webhooks that people set up themselves', () => {
  const fields = shownFields({ ...buildType(), webhookType: 'github' }, 'ApiKey');
  expect(fields.at(-1)).toMatchObject({
    field: 'customOptions.webhook::secret',
    label: 'Webhook Secret',
    isSecret: true,
    isRequired: false,
  });
  expect(shownFields(buildType(), 'ApiKey').map(({ field }) => field)).not.toContain('customOptions.webhook::secret');
});

test('only name and description are asked for before an application is chosen', () => {
  expect(shownFields(undefined, null)).toEqual([]);
});

test('the secret of a manually set up webhook can be entered, masked, kept and removed', () => {
  const field = 'customOptions.webhook::secret';
  const slack = buildType({}, { id: 'system-slack', name: 'Slack', webhookType: 'slack' });
  const secretOf = (type: ConnectorType) => shownFields(type, 'ApiKey').find((one) => one.field === field);
  expect(secretOf(slack)).toMatchObject({ isSecret: true, isRequired: false, label: 'Webhook Secret' });
  // Portage registers GitHub's webhooks with its own secret; without a scheme nothing is verified.
  expect(secretOf(buildType({}, { id: 'system-github', webhookType: 'github' }))).toBeUndefined();
  expect(secretOf(buildType())).toBeUndefined();
  const fields = shownFields(slack, 'ApiKey');
  const sent = (value: string, before: Connector | null) => buildRequestBody({ name: 'x', [field]: value }, fields, before).customOptions;
  expect(sent('whsec', null)).toEqual({ 'webhook::secret': 'whsec' });
  expect(sent('', null)).toEqual({ 'webhook::secret': null });
  const kept = { ...stored, customOptions: { 'webhook::secret': MASKED_SECRET } } as unknown as Connector;
  expect(sent(MASKED_SECRET, kept)).toEqual({ 'webhook::secret': null });
  expect(sent('', kept)).toEqual({ 'webhook::secret': '' });
});

test('a form knows which of its fields become part of an address', () => {
  const type = buildType({ form: 'Shopify' }, { needSlug: true, baseUrl: 'https://{slug}.myshopify.com' });
  const slug = shownFields(type, 'OAuth').find(({ field }) => field === 'slug');
  expect(slug).toMatchObject({ label: 'Shopify Store Name', addressPlace: 'host' });
});

test('CONN-39, CONN-40: hints explain the specification’s fields in the system’s own terms', () => {
  const hints = (form: string) => shownFields(buildType({ form }, { name: form }), 'Basic').map(({ field, hint }) => [field, hint]);
  expect(hints('Mindbody')).toEqual([
    ['password', expect.stringContaining('API key')],
    ['slug', expect.stringContaining('-99')],
  ]);
  const login = { body: { Password: '{customOptions.staff::password}', Username: '{username}' } };
  const authParameters = [{ template: '{password}' }, { template: 'Bearer {accessToken}' }];
  const fields = shownFields(buildType({ form: 'Mindbody', login, authParameters }), 'Basic');
  expect(fields.map(({ label, isRequired, isSecret }) => [label, isRequired, isSecret])).toEqual([
    ['Password', true, true],
    ['SiteId', true, false],
    ['Staff Username', false, false],
    ['Staff Password', false, true],
  ]);
  expect(hints('ShopifyPrivate')).toContainEqual(['password', expect.stringContaining('shpat_')]);
});
