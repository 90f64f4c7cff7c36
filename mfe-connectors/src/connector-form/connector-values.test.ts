import { MASKED_SECRET } from '@portage/contracts';
import { expect, test } from 'vitest';
import type { Connector, ConnectorType } from '../connectors/api-types.ts';
import { bodyOf, newValues, shownFields, typedSecret, valuesOf } from './connector-values.ts';

const typeOf = (connection: object = {}, fields: object = {}) =>
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

test('CONN-50: a secret that nobody touched goes as null, one that was typed goes as it is, an emptied one empty', () => {
  const type = typeOf();
  const fields = shownFields(type, 'ApiKey');
  const values = valuesOf(stored, type);
  expect(values.apiKey).toBe('•'.repeat(20));
  expect(bodyOf(values, fields, stored)).toMatchObject({ apiKey: null, authorizationType: 'ApiKey' });
  expect(bodyOf({ ...values, apiKey: 'new' }, fields, stored)).toMatchObject({ apiKey: 'new' });
  expect(bodyOf({ ...values, apiKey: '' }, fields, stored)).toMatchObject({ apiKey: '' });
  expect(bodyOf({ ...values, apiKey: '' }, fields, null)).toMatchObject({ apiKey: null });
});

test('options that the form does not show stay as they are', () => {
  const type = typeOf();
  expect(bodyOf(valuesOf(stored, type), shownFields(type, 'ApiKey'), stored).customOptions).toEqual(stored.customOptions);
});

test('only what is shown is sent: what another authorization asked for before is not', () => {
  const body = bodyOf(newValues({ name: ' Shop ', apiKey: 'k', username: 'ada', password: 'p' }), shownFields(typeOf(), 'Basic'), null);
  expect(body).toEqual({ name: 'Shop', description: '', username: 'ada', password: 'p' });
});

test('typing into dots replaces them; taking some away empties the field', () => {
  expect(typedSecret(MASKED_SECRET, `${MASKED_SECRET}x`)).toBe('x');
  expect(typedSecret(MASKED_SECRET, 'x')).toBe('x');
  expect(typedSecret(MASKED_SECRET, MASKED_SECRET.slice(1))).toBe('');
  expect(typedSecret(MASKED_SECRET, MASKED_SECRET)).toBe(MASKED_SECRET);
  expect(typedSecret('ab', 'abc')).toBe('abc');
});

test('CONN-37, CONN-45: entities have their default text; an aggregation type takes one token or the other', () => {
  expect(newValues()['customOptions.entitiesList']).toBe('Customer, SalesOrder, Invoice, InventoryItem, Invoice');
  const fields = shownFields(typeOf({ form: 'Aggregation' }), 'ApiKey');
  expect(fields.map(({ field, isRequired, orField, isHidden }) => [field, isRequired, orField ?? isHidden])).toEqual([
    ['customOptions.merge::token', false, 'customOptions.uapi::token'],
    ['customOptions.uapi::token', false, undefined],
    ['customOptions.uapi::type', false, true],
  ]);
});

test('a type whose webhooks are signed has an optional field for the secret of those that people set up themselves', () => {
  const fields = shownFields({ ...typeOf(), webhookType: 'github' }, 'ApiKey');
  expect(fields.at(-1)).toMatchObject({
    field: 'customOptions.webhook::secret',
    label: 'Webhook Secret',
    isSecret: true,
    isRequired: false,
  });
  expect(shownFields(typeOf(), 'ApiKey').map(({ field }) => field)).not.toContain('customOptions.webhook::secret');
});

test('nothing but name and description is asked for before an application is chosen', () => {
  expect(shownFields(undefined, null)).toEqual([]);
});
