import { expect, test } from 'vitest';
import { labelNear } from './label-near.ts';

const item = { id: '9', name: '#1001', customer: { id: 'gid://shopify/Customer/1', displayName: 'Ada Berg' } };
const entry = {
  title: 'Green tea',
  sku: 'TEA-1',
  product: { id: 'gid://shopify/Product/1' },
  variant: { inventoryItem: { id: 'gid://x' } },
};

test('a record is named as in the record that refers to it, and not by its id', () => {
  expect(labelNear('$Entry.product.id', { item, entry })).toBe('Green tea (TEA-1)');
  expect(labelNear('$Entry.variant.inventoryItem.id', { item, entry })).toBe('Green tea (TEA-1)');
  expect(labelNear('$Item.customer.id', { item })).toBe('Ada Berg');
});

test('takes the name next to the id, not the name of the enclosing record', () => {
  const schedule = {
    OpportunityLineItem: {
      Name: 'Big deal Boots',
      Product2Id: '01t',
      Opportunity: { Name: 'Big deal', AccountId: '001', Account: { Name: 'Ada Ltd' } },
    },
  };
  expect(labelNear('$Item.OpportunityLineItem.Opportunity.AccountId', { item: schedule })).toBe('Ada Ltd');
  expect(labelNear('$Item.OpportunityLineItem.Product2Id', { item: schedule })).toBe('Big deal Boots');
  expect(labelNear('$Item.AccountId', { item: { Name: 'Big deal', AccountId: '001', Account: { Name: 'Ada Ltd' } } })).toBe('Ada Ltd');
  expect(labelNear('$Item.entity', { item: { tranid: '7', entity: '12', entityname: 'Ada Ltd' } })).toBe('Ada Ltd');
  expect(labelNear('$Item.AccountId', { item: { Name: 'Big deal', AccountId: '001', Account: null } })).toBeNull();
  const deleted = { OpportunityLineItem: { Opportunity: { Name: 'Big deal', AccountId: '001', Account: null } } };
  expect(labelNear('$Item.OpportunityLineItem.Opportunity.AccountId', { item: deleted })).toBeNull();
  expect(labelNear('$Item.item', { item: { item: '101', itemid: 'MUG-01', pricelevelname: 'Base Price' } })).toBe('MUG-01');
  expect(labelNear('$Item.accountId', { item: { accountId: '001', accountid: 'x' } })).toBeNull();
});

test('a record that refers to itself in another kind of records has its own name', () => {
  expect(labelNear('$Item.id', { item: { id: '101', itemid: 'MUG-01', displayname: 'Enamel mug' } })).toBe('Enamel mug (MUG-01)');
  expect(labelNear('$Item.Id', { item: { Id: '01t', Name: 'Boots' } })).toBe('Boots');
  expect(labelNear('$Item.id', { item: { id: '101', total: 4 } })).toBeNull();
});

test('has no label without a name nearby: the name of the referring record isn’t the other’s', () => {
  expect(labelNear('$Item.customer.id', { item: { name: '#1', customer: { id: '1' } } })).toBeNull();
  expect(labelNear('$Item.customerId', { item })).toBeNull();
  expect(labelNear('${concat($Item.a, $Item.b)}', { item })).toBeNull();
  expect(labelNear('$Entry.product.id', { item })).toBeNull();
});
