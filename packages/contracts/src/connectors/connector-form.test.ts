import { expect, test } from 'vitest';
import { connectorForms, DEFAULT_ENTITIES, MASKED_SECRET, requiredConnectorFields } from './connector-form.ts';

const messages = (form: string, authorizationType: string | null, needSlug = false) =>
  requiredConnectorFields({ form, needSlug }, authorizationType).map(({ message }) => message);

test('CONN-30..33: name, token, username and password are asked for by the authorization type', () => {
  expect(messages('Default', null)).toEqual(['Please input connector name']);
  expect(messages('Default', 'OAuth')).toEqual(['Please input connector name']);
  expect(messages('Default', 'ApiKey')).toEqual(['Please input connector name', 'Please input token']);
  expect(messages('Default', 'Basic')).toEqual(['Please input connector name', 'Please input username', 'Please input Password or ApiKey']);
});

test('CONN-34: types with fields of their own skip the generic messages', () => {
  expect(messages('Twilio', 'Basic')).toEqual(['Please input connector name', 'Please input AccountSid', 'Please input ApiKey']);
  expect(messages('Aggregation', 'ApiKey')).not.toContain('Please input token');
});

test('CONN-35, CONN-41, CONN-42: a slug is asked for under its own name, once', () => {
  expect(messages('Default', null, true)).toContain('Please enter Slug');
  expect(messages('Shopify', 'OAuth', true)).toEqual(['Please input connector name', 'Please enter Shopify Store Name']);
  expect(messages('Database', 'Basic', true)).toContain('Please enter Database');
});

test('CONN-36..45: every kind asks for what the specification lists', () => {
  const labels = (form: string) => requiredConnectorFields({ form, needSlug: false }, 'Basic').map(({ label }) => label);
  expect(labels('ManualOAuth').slice(1)).toEqual(['Client Id', 'Client Secret', 'Token Id', 'Token Secret', 'Entities', 'AccountId']);
  expect(labels('ShopifyPrivate')).toEqual(expect.arrayContaining(['ApiKey', 'Password']));
  expect(labels('Mindbody').slice(1)).toEqual(['Password', 'SiteId']);
  expect(labels('Sunwave').slice(1)).toEqual(['Clinic Id', 'Private Key', 'Client Id']);
  expect(labels('TableDatabase').slice(1)).toEqual(['Token', 'Base Id', 'Table Names']);
  expect(messages('Aggregation', null)).toContain('Please enter existing Linked Account Token');
  expect(connectorForms).toHaveLength(10);
});

test('an unknown kind is the default one; literal texts are those of the specification', () => {
  expect(messages('Nonsense', 'ApiKey')).toContain('Please input token');
  expect(DEFAULT_ENTITIES).toBe('Customer, SalesOrder, Invoice, InventoryItem, Invoice');
  expect(MASKED_SECRET).toHaveLength(20);
});
