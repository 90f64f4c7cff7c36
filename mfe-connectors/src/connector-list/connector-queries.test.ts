import { expect, it } from 'vitest';
import { typesOf } from './connector-queries.ts';

it('offers each type that is in use once, by name', () => {
  const connectors = ['xero', 'shopify', 'xero'].map((connectorTypeId) => ({ connectorTypeId }));
  expect(typesOf(connectors).map((option) => option.value)).toEqual(['shopify', 'xero']);
  expect(typesOf([])).toEqual([]);
});
