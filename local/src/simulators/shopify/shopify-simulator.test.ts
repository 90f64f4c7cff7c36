import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { testPorts } from '../testing.ts';
import { shopSchema } from './shop-schema.ts';
import { createShopifySimulator } from './shopify-simulator.ts';

const URL_ = new URL('https://portage-demo.myshopify.com/admin/api/2026-01/graphql.json');

function openShopify(settings: { maximumAvailable?: number; restoreRate?: number } = {}) {
  let nowMs = Date.UTC(2026, 10, 21);
  const ports = testPorts(() => nowMs);
  const { answer: system, shop, entities } = createShopifySimulator(ports, settings);
  const ask = async (query: string, variables: object = {}, token = 'portage-demo') => {
    const body = JSON.stringify({ query, variables });
    const answer = await system({ method: 'POST', url: URL_, header: (name) => (name === 'x-shopify-access-token' ? token : null), body });
    return { status: answer.status, body: JSON.parse(answer.body) };
  };
  return { ask, shop, entities, sent: ports.sent, pass: (ms: number) => (nowMs += ms) };
}

const PRODUCTS =
  'query P($first: Int!, $after: String) { products(first: $first, after: $after) { nodes { id title } pageInfo { hasNextPage endCursor } } }';

describe('the simulated Shopify', () => {
  it('pages by cursors until there are no more', async () => {
    const { ask } = openShopify();
    const titles: string[] = [];
    let after: string | null = null;
    let pages = 0;
    do {
      const { body } = await ask(PRODUCTS, { first: 2, after });
      titles.push(...body.data.products.nodes.map(({ title }: { title: string }) => title));
      after = body.data.products.pageInfo.hasNextPage ? body.data.products.pageInfo.endCursor : null;
      pages += 1;
    } while (after !== null);
    expect(pages).toBe(3);
    expect(titles).toEqual(['Enamel mug', 'Canvas bag', 'Drafting pen', 'Linen notebook', 'Gift card box']);
    expect((await ask(PRODUCTS, { first: 2, after: 'nonsense' })).body.errors[0].message).toContain('Invalid cursor');
    expect((await ask(PRODUCTS, { first: 251 })).body.errors[0].message).toContain('cannot exceed 250');
  });

  it('counts cost, throttles with a 200, and lets points flow back', async () => {
    const { ask, pass } = openShopify({ maximumAvailable: 40, restoreRate: 10 });
    const first = await ask(PRODUCTS, { first: 100 });
    const { requestedQueryCost, actualQueryCost, throttleStatus } = first.body.extensions.cost;
    expect(requestedQueryCost).toBeGreaterThan(actualQueryCost);
    expect(throttleStatus).toMatchObject({ maximumAvailable: 40, restoreRate: 10, currentlyAvailable: 40 - actualQueryCost });
    let answer = first;
    for (let calls = 0; calls < 20 && !answer.body.errors; calls += 1) answer = await ask(PRODUCTS, { first: 100 });
    expect(answer).toMatchObject({ status: 200, body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } });
    expect(answer.body.data).toBeUndefined();
    pass(4_000);
    expect((await ask(PRODUCTS, { first: 100 })).body.errors).toBeUndefined();
    expect(
      (
        await ask(
          PRODUCTS.replaceAll(
            '{ id title }',
            '{ id variants(first: 250) { nodes { id product { variants(first: 250) { nodes { id } } } } } }',
          ),
          { first: 250 },
        )
      ).body.errors[0].extensions.code,
    ).toBe('MAX_COST_EXCEEDED');
  });

  it('refuses a wrong token, an unknown path and more than 250 of anything', async () => {
    const { ask } = openShopify();
    expect(await ask(PRODUCTS, { first: 1 }, 'other')).toMatchObject({
      status: 401,
      body: { errors: expect.stringContaining('Invalid API key') },
    });
    const quantities = Array.from({ length: 251 }, () => ({ inventoryItemId: 'a', locationId: 'b', quantity: 1 }));
    const query = 'mutation S($input: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $input) { userErrors { message } } }';
    expect((await ask(query, { input: { name: 'available', reason: 'correction', quantities } })).body.errors[0].extensions.code).toBe(
      'MAX_INPUT_SIZE_EXCEEDED',
    );
  });

  it('keeps what it is told: products, stock, orders of customers; says in userErrors what it does not take', async () => {
    const { ask, shop } = openShopify();
    const create =
      'mutation C($product: ProductCreateInput!) { productCreate(product: $product) { product { id title variants(first: 1) { nodes { id inventoryItem { id } } } } userErrors { field message } } }';
    expect((await ask(create, { product: { title: ' ' } })).body.data.productCreate).toEqual({
      product: null,
      userErrors: [{ field: ['title'], message: "Title can't be blank" }],
    });
    const { product } = (await ask(create, { product: { title: 'Tea' } })).body.data.productCreate;
    const [variant] = product.variants.nodes;
    const stock =
      'mutation S($input: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $input) { inventoryAdjustmentGroup { changes { delta } } userErrors { message } } }';
    const quantities = [{ inventoryItemId: variant.inventoryItem.id, locationId: shop.locationId, quantity: 9 }];
    expect(
      (await ask(stock, { input: { name: 'available', reason: 'correction', quantities } })).body.data.inventorySetQuantities
        .inventoryAdjustmentGroup.changes,
    ).toEqual([{ delta: 9 }]);
    const customer = 'mutation C($input: CustomerInput!) { customerCreate(input: $input) { customer { id } userErrors { message } } }';
    const ada = { email: 'ada@example.com', firstName: 'Ada' };
    expect((await ask(customer, { input: ada })).body.data.customerCreate.userErrors).toEqual([]);
    expect((await ask(customer, { input: ada })).body.data.customerCreate.userErrors).toEqual([
      { message: 'Email has already been taken' },
    ]);
    const order =
      'mutation O($order: OrderCreateOrderInput!) { orderCreate(order: $order) { order { name totalPriceSet { shopMoney { amount } } customer { displayName } } userErrors { message } } }';
    const lineItems = [{ variantId: variant.id, quantity: 2, priceSet: { shopMoney: { amount: '3.50', currencyCode: 'EUR' } } }];
    expect((await ask(order, { order: { email: 'ada@example.com', lineItems } })).body.data.orderCreate.order).toEqual({
      name: '#1001',
      totalPriceSet: { shopMoney: { amount: '7.00' } },
      customer: { displayName: 'Ada' },
    });
  });

  it('tells subscribers of a product, in a call that is signed as Shopify signs', async () => {
    const { ask, entities, sent } = openShopify();
    const subscribe =
      'mutation W($topic: WebhookSubscriptionTopic!, $w: WebhookSubscriptionInput!) { webhookSubscriptionCreate(topic: $topic, webhookSubscription: $w) { webhookSubscription { id } userErrors { message } } }';
    const variables = { topic: 'PRODUCTS_CREATE', w: { uri: 'https://portage.example/hook' } };
    const { id } = (await ask(subscribe, variables)).body.data.webhookSubscriptionCreate.webhookSubscription;
    const create = 'mutation C($product: ProductCreateInput!) { productCreate(product: $product) { product { id } } }';
    const { product } = (await ask(create, { product: { title: 'Tea pot' } })).body.data.productCreate;
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ event: 'products/create', url: variables.w.uri, headers: { 'x-shopify-topic': 'products/create' } });
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ admin_graphql_api_id: product.id, title: 'Tea pot', status: 'active' });
    const signature = createHmac('sha256', 'portage-demo')
      .update(sent[0]?.body ?? '')
      .digest('base64');
    expect(sent[0]?.headers['x-shopify-hmac-sha256']).toBe(signature);
    // A change by hand is announced as one by a call; an update has no subscriber.
    const products = entities.find(({ name }) => name === 'products');
    products?.make?.();
    products?.change(product.id, { price: '19.00' });
    expect(sent.map(({ event }) => event)).toEqual(['products/create', 'products/create']);
    await ask('mutation D($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId } }', { id });
    products?.make?.();
    expect(sent).toHaveLength(2);
  });

  it('finds what has changed since a time', async () => {
    const { ask, entities, pass } = openShopify();
    pass(60_000);
    const [first] = entities[0]?.list() ?? [];
    entities[0]?.change(String(first?.id), { title: 'Blue mug' });
    const query = 'query P($query: String) { products(first: 10, query: $query) { nodes { title } } }';
    const found = await ask(query, { query: "updated_at:>'2026-11-21T00:00:30Z'" });
    expect(found.body.data.products.nodes).toEqual([{ title: 'Blue mug' }]);
    expect((await ask(query, { query: 'updated_at:<=2026-11-21T00:00:30Z' })).body.data.products.nodes).toHaveLength(4);
  });

  it('a record is changed in its own fields only', () => {
    const { entities } = openShopify();
    const products = entities.find(({ name }) => name === 'products');
    const id = String(products?.list()[0]?.id);
    expect(products?.change(id, { title: 'Red mug', available: 9 })).toMatchObject({ title: 'Red mug', available: 9, sku: 'MUG-01' });
    expect(() => products?.change(id, { colour: 'red' })).toThrow('There is no field "colour"');
    expect(() => products?.change(id, { createdAt: 'now' })).toThrow('cannot be changed');
    expect(() => products?.change(id, { available: 'many' })).toThrow('"available" is a number, not a text.');
    expect(products?.change('gid://shopify/Product/1', {})).toBeNull();
    expect([products?.remove(id), products?.remove(id)]).toEqual([true, false]);
  });

  it('does once what comes with the same idempotency key', async () => {
    const { ask, shop } = openShopify();
    const mutation =
      'mutation S($key: String!, $input: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $input) @idempotent(key: $key) { inventoryAdjustmentGroup { id } userErrors { message } } }';
    const inventoryItemId = String(shop.variants.all()[0]?.id).replace('ProductVariant', 'InventoryItem');
    const set = async (key: string, quantity: number) => {
      const input = { name: 'available', reason: 'correction', quantities: [{ inventoryItemId, locationId: shop.locationId, quantity }] };
      return (await ask(mutation, { key, input })).body.data.inventorySetQuantities.inventoryAdjustmentGroup.id;
    };
    const first = await set('run-1', 8);
    expect([await set('run-1', 8), shop.variants.all()[0]?.available]).toEqual([first, 8]);
    expect(await set('run-2', 5)).not.toBe(first);
    expect(shop.variants.all()[0]?.available).toBe(5);
  });

  it('understands the queries of the connector type that playbooks need', () => {
    const file = join(import.meta.dirname, '../../../../packages/connectors/system/shopify/openapi.yaml');
    const { paths } = load(readFileSync(file, 'utf8')) as { paths: Record<string, { post?: { 'x-graphql'?: { query: string } } }> };
    const problemsOf = (name: string) => {
      const query = paths[`/graphql.json#${name}`]?.post?.['x-graphql']?.query;
      return query ? validate(shopSchema, parse(query)).map(({ message }) => `${name}: ${message}`) : [`There is no ${name}`];
    };
    const products = ['products', 'product', 'productVariants', 'productCreate', 'productUpdate'];
    const stock = ['locations', 'inventoryLevels', 'inventorySetQuantities'];
    const sales = ['orders', 'order', 'orderCreate', 'customers', 'customer', 'customerCreate'];
    const rest = ['shop', 'webhookSubscriptions', 'webhookSubscriptionCreate', 'webhookSubscriptionDelete'];
    expect([...products, ...stock, ...sales, ...rest].flatMap(problemsOf)).toEqual([]);
  });
});
