import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDocumentedSystem } from '../testing/document-calls.ts';
import { testPorts } from '../testing.ts';
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
  test('pages by cursors until there are no more', async () => {
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

  test('counts cost, throttles with a 200, and refills points', async () => {
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

  test('refuses a wrong token, an unknown path and more than 250 items', async () => {
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

  test('stores products, stock and customers’ orders, and reports refusals in userErrors', async () => {
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

  test('notifies subscribers about a product, with a call signed as Shopify signs', async () => {
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
    // A change by hand is announced like one by a call; an update has no subscriber.
    const products = entities.find(({ name }) => name === 'products');
    products?.make?.();
    products?.change(product.id, { price: '19.00' });
    expect(sent.map(({ event }) => event)).toEqual(['products/create', 'products/create']);
    await ask('mutation D($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId } }', { id });
    products?.make?.();
    expect(sent).toHaveLength(2);
  });

  test('finds changes since a time', async () => {
    const { ask, entities, pass } = openShopify();
    pass(60_000);
    const [first] = entities[0]?.list() ?? [];
    entities[0]?.change(String(first?.id), { title: 'Blue mug' });
    const query = 'query P($query: String) { products(first: 10, query: $query) { nodes { title } } }';
    const found = await ask(query, { query: "updated_at:>'2026-11-21T00:00:30Z'" });
    expect(found.body.data.products.nodes).toEqual([{ title: 'Blue mug' }]);
    expect((await ask(query, { query: 'updated_at:<=2026-11-21T00:00:30Z' })).body.data.products.nodes).toHaveLength(4);
  });

  test('changes only a record’s own fields', () => {
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

  test('does a call with the same idempotency key once', async () => {
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

  test('searches by several words, and by SKU, bar code and source', async () => {
    const { ask, entities } = openShopify();
    entities.find(({ name }) => name === 'products')?.make?.();
    const titles = async (query: string) => {
      const { body } = await ask('query P($query: String) { products(first: 10, query: $query) { nodes { title } } }', { query });
      return body.data.products.nodes.map(({ title }: { title: string }) => title);
    };
    expect(await titles('sku:"MUG-01" OR sku:"pen-12"')).toEqual(['Enamel mug', 'Drafting pen']);
    expect(await titles('handle:canvas-bag')).toEqual(['Canvas bag']);
    expect(await titles('(sku:MUG-01 OR sku:PEN-12) AND NOT title:"Enamel mug"')).toEqual(['Drafting pen']);
    expect(await titles('status:active -sku:MUG* title:*')).toHaveLength(5);
    expect(await titles('barcode:"400"')).toEqual([]);
  });

  test('sets a product with its variants, and changes its existing variants', async () => {
    const { shop, ask } = openShopify();
    const set =
      'mutation S($input: ProductSetInput!, $identifier: ProductSetIdentifiers) { productSet(input: $input, identifier: $identifier, synchronous: true) { product { id handle variants(first: 5) { nodes { id sku price barcode } } } userErrors { field message } } }';
    const option = [{ optionName: 'Title', name: 'Default Title' }];
    const input = {
      title: 'Tea pot',
      productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
      variants: [{ optionValues: option, price: '30', barcode: '400', inventoryItem: { sku: 'TEA-1', tracked: true } }],
    };
    const { product } = (await ask(set, { input })).body.data.productSet;
    expect(product).toMatchObject({ handle: 'tea-pot', variants: { nodes: [{ sku: 'TEA-1', price: '30.00', barcode: '400' }] } });
    const again = (
      await ask(set, { input: { ...input, variants: [{ optionValues: option, price: '31' }] }, identifier: { id: product.id } })
    ).body.data.productSet;
    expect(again.product).toMatchObject({
      id: product.id,
      variants: { nodes: [{ id: product.variants.nodes[0].id, sku: 'TEA-1', price: '31.00' }] },
    });
    expect((await ask(set, { input: { title: 'Other', handle: 'tea-pot' } })).body.data.productSet.userErrors).toMatchObject([
      { field: ['input', 'handle'] },
    ]);
    expect(shop.products.size).toBe(6);
  });
});

const BASE = 'https://portage-demo.myshopify.com/admin/api/2026-10';
const openDocumented = () => openDocumentedSystem('shopify', { baseUrl: BASE, headers: { 'X-Shopify-Access-Token': 'portage-demo' } });
const at = (fragment: string) => `POST /graphql.json#${fragment}`;

describe('the simulated Shopify and the document of its connector type', () => {
  test('every operation of the document works', async () => {
    const { read, entity, untried } = await openDocumented();
    const first = { body: { first: 5 } };
    const { id: productId } = (await read(at('productCreate'), { body: { product: { title: 'Tea' } } })).data.productCreate.product;
    const created = (await read(at('product'), { body: { id: productId } })).data.product;
    const [variant] = created.variants.nodes;
    const changed = { id: variant.id, price: '5.00', inventoryItem: { sku: 'TEA' } };
    await read(at('productUpdate'), {
      body: { product: { id: productId, status: 'DRAFT', metafields: [{ namespace: 'a', key: 'b', type: 'x', value: 'c' }] } },
    });
    const whole = { product: { id: productId, title: 'Teas' }, productId, variants: [changed] };
    const both = (await read(at('productWithVariantsUpdate'), { body: whole })).data.productVariantsBulkUpdate.product;
    expect(both).toMatchObject({ title: 'Teas', variants: { nodes: [{ sku: 'TEA', price: '5.00' }] } });
    await read(at('productVariantsBulkUpdate'), { body: { productId, variants: [changed] } });
    await read(at('productVariantsBulkCreate'), { body: { productId, variants: [{ optionValues: [{ optionName: 'Size', name: 'L' }] }] } });
    expect((await read(at('product'), { body: { id: productId } })).data.product).toMatchObject({
      metafields: { nodes: [{ key: 'b', value: 'c' }] },
      variants: { nodes: [{}, { title: 'L' }] },
    });
    const set = { input: { title: 'Set' }, synchronous: true };
    const { id: setId } = (await read(at('productSet'), { body: set })).data.productSet.product;
    expect((await read(at('productDelete'), { body: { input: { id: setId } } })).data.productDelete.deletedProductId).toBe(setId);
    expect((await read(at('productVariants'), { body: { first: 5, query: 'sku:TEA' } })).data.productVariants.nodes).toHaveLength(1);
    const [location] = (await read(at('locations'), first)).data.locations.nodes;
    const stock = { inventoryItemId: variant.inventoryItem.id, locationId: location.id, name: 'available', reason: 'correction' };
    await read(at('inventorySetQuantities'), { body: { ...stock, quantity: 9, idempotencyKey: 'a' } });
    const adjusted = await read(at('inventoryAdjustQuantities'), { body: { ...stock, delta: -2, idempotencyKey: 'b' } });
    expect(adjusted.data.inventoryAdjustQuantities.inventoryAdjustmentGroup.changes).toMatchObject([{ delta: -2 }]);
    expect(
      (await read(at('inventoryLevels'), { body: { locationId: location.id, first: 50 } })).data.location.inventoryLevels.nodes,
    ).toHaveLength(7);
    const ada = { email: 'ada@example.com', firstName: 'Ada', addresses: [{ city: 'London', countryCode: 'GB' }] };
    const { id: customerId } = (await read(at('customerCreate'), { body: { input: ada } })).data.customerCreate.customer;
    await read(at('customerUpdate'), { body: { input: { id: customerId, note: 'x' } } });
    expect((await read(at('customer'), { body: { id: customerId } })).data.customer).toMatchObject({
      note: 'x',
      defaultAddress: { city: 'London' },
    });
    const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'EUR' } });
    const order = {
      customer: { toAssociate: { id: customerId } },
      sourceIdentifier: 'NS-7',
      lineItems: [{ variantId: variant.id, quantity: 2 }],
      shippingLines: [{ title: 'Post', priceSet: money('3.90') }],
      transactions: [{ kind: 'SALE', status: 'SUCCESS', gateway: 'card', amountSet: money('1.00') }],
      shippingAddress: { city: 'London', countryCode: 'GB' },
    };
    const options = { inventoryBehaviour: 'DECREMENT_IGNORING_POLICY' };
    const { id: orderId } = (await read(at('orderCreate'), { body: { order, options } })).data.orderCreate.order;
    await read(at('orderUpdate'), { body: { input: { id: orderId, note: 'Gift' } } });
    const paid = (await read(at('orderMarkAsPaid'), { body: { input: { id: orderId } } })).data.orderMarkAsPaid.order;
    expect(paid).toMatchObject({
      displayFinancialStatus: 'PAID',
      note: 'Gift',
      totalPriceSet: { shopMoney: { amount: '13.90' } },
      paymentGatewayNames: ['card', 'manual'],
    });
    expect((await read(at('order'), { body: { id: orderId } })).data.order).toMatchObject({
      customer: { id: customerId },
      transactions: [{}, {}],
    });
    const { lineItems } = (await read(at('orderLines'), { body: { id: orderId, first: 1 } })).data.order;
    expect(lineItems).toMatchObject({ nodes: [{ quantity: expect.any(Number) }], pageInfo: { endCursor: expect.any(String) } });
    expect((await read(at('productVariants'), { body: { first: 5, query: 'sku:TEA' } })).data.productVariants.nodes).toMatchObject([
      { inventoryQuantity: 5 },
    ]);
    await read(at('draftOrderCreate'), { body: { input: { lineItems: [{ title: 'Tea', quantity: 1 }] } } });
    const field = { ownerId: customerId, namespace: 'custom', key: 'erp', type: 'single_line_text_field', value: '7' };
    expect((await read(at('metafieldsSet'), { body: { metafields: [field] } })).data.metafieldsSet.userErrors).toEqual([]);
    const [list] = (await read(at('priceLists'), first)).data.priceLists.nodes;
    const price = { amount: '4.00', currencyCode: 'EUR' };
    await read(at('priceListFixedPricesAdd'), { body: { priceListId: list.id, prices: [{ variantId: variant.id, price }] } });
    expect((await read(at('giftCardCreate'), { body: { input: { initialAmount: price } } })).data.giftCardCreate.giftCardCode).toMatch(
      /^PORTAGE\d+$/,
    );
    const { id } = (
      await read(at('webhookSubscriptionCreate'), { body: { topic: 'ORDERS_CREATE', webhookSubscription: { uri: 'https://a.example' } } })
    ).data.webhookSubscriptionCreate.webhookSubscription;
    await read(at('webhookSubscriptionDelete'), { body: { id } });
    entity('companies')?.make?.();
    for (const many of ['products', 'orders', 'customers', 'companies', 'giftCards', 'webhookSubscriptions']) {
      expect((await read(at(many), first)).data[many].nodes, many).toEqual(expect.any(Array));
    }
    await read(at('shop'));
    expect(untried()).toEqual([]);
  });

  test('a sync reads and finds everything the document says about its entities', async () => {
    const { readEntities, fill } = await openDocumented();
    for (const entity of ['customers', 'orders', 'companies']) fill(entity, 3);
    expect(await readEntities({ locationId: 'gid://shopify/Location/1' })).toMatchObject({
      Products: 5,
      Inventory: 5,
      Customers: 3,
      Orders: 3,
      Companies: 3,
    });
  });

  test('a page costs the same among many products as among few', async () => {
    const { read, fill, system } = await openDocumented();
    system.limits.isOff = true;
    const pageMs = async () => {
      const times: number[] = [];
      for (let page = 0; page < 15; page += 1) {
        const from = performance.now();
        await read(at('products'), { body: { first: 100, sortKey: 'UPDATED_AT' } });
        times.push(performance.now() - from);
      }
      return Math.min(...times);
    };
    fill('products', 500);
    const few = await pageMs();
    fill('products', 9_500);
    // Twenty times as many products.
    expect(await pageMs()).toBeLessThan(few * 4);
  });
});
