import { expect, test } from 'vitest';
import type { ConnectorType } from '../connectors/api-types.ts';
import { authorizationChoices, matchingTypes, offeredTypes, offersSandbox } from './offered-types.ts';

const buildType = (name: string, fields: object = {}) =>
  ({
    name,
    label: null,
    isHiddenForNewConnectors: false,
    subscriptionRequired: false,
    hasSandboxOption: true,
    authorizationType: 'OAuth',
    additionalData: {},
    ...fields,
  }) as unknown as ConnectorType;
const names = (types: readonly ConnectorType[]) => types.map(({ name }) => name);

test('CONN-08, CONN-27, CTYPE-07: types are sorted by name, without hidden ones, and without subscriber types unless subscribed', () => {
  const types = [
    buildType('zoom'),
    buildType('Airtable'),
    buildType('Old', { isHiddenForNewConnectors: true }),
    buildType('Paid', { subscriptionRequired: true }),
  ];
  expect(names(offeredTypes(types, false))).toEqual(['Airtable', 'zoom']);
  expect(names(offeredTypes(types, true))).toEqual(['Airtable', 'Paid', 'zoom']);
});

test('the filter matches words of name, label and category in any order', () => {
  const types = [buildType('Xero', { additionalData: { Category: 'Accounting' } }), buildType('Zoom', { label: 'Meetings and webinars' })];
  expect(names(matchingTypes(types, 'webinars zoo'))).toEqual(['Zoom']);
  expect(names(matchingTypes(types, 'ACCOUNT'))).toEqual(['Xero']);
  expect(names(matchingTypes(types, '  '))).toEqual(['Xero', 'Zoom']);
  expect(matchingTypes(types, 'zoom xero')).toEqual([]);
});

test('CONN-48, CONN-49: types with a sandbox offer it; Shopify’s only while impersonating', () => {
  const shopify = buildType('Shopify', { additionalData: { connection: { form: 'Shopify' } } });
  expect(offersSandbox(buildType('Crm'), false)).toBe(true);
  expect(offersSandbox(buildType('Crm', { hasSandboxOption: false }), true)).toBe(false);
  expect(offersSandbox(shopify, false)).toBe(false);
  expect(offersSandbox(shopify, true)).toBe(true);
});

test('a type without its own address is offered only with its sign-in', () => {
  const salesforce = { baseUrl: null, isSystem: true, additionalData: { connection: { baseUrlMember: 'instance_url' } } };
  expect(authorizationChoices(buildType('Salesforce', salesforce))).toEqual(['OAuth']);
  expect(authorizationChoices(buildType('Crm', { baseUrl: 'https://crm.example' }))).toEqual(['OAuth', 'ApiKey', 'Basic']);
});
