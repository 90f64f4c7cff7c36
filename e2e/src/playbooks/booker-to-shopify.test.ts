import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { finishByApi } from './finish-by-api.ts';
import { finishByPage } from './finish-by-page.ts';
import { closePair, connectedPerson, openShopPair, type Pair, type SyncedPlaybook, syncAgain } from './pair-test.ts';
import { makeOrders } from './shop-orders.ts';
import type { SimulatedRecord } from './simulated-records.ts';
import { syncedPlaybook } from './synced-playbook.ts';
import { continueFromStart, expectFound, newPlaybookPerson, startPlaybook, useSimulated } from './wizard-driver.ts';

/** CPB-05, CPB-16. */
describe('Booker to Shopify', () => {
  let pair: Pair;
  let products: SimulatedRecord[];
  let customers: SimulatedRecord[];
  /** An order that was paid before the playbook existed. */
  let early: SimulatedRecord = {};
  let synced: SyncedPlaybook;

  beforeAll(async () => {
    ({ pair, items: products, customers } = await openShopPair('booker', 'products'));
    [early = {}] = await pair.simulated.fill('shopify', 'orders', 1);
  });
  afterAll(async () => {
    await pair?.simulated.faults('booker', 'status-500', 0);
    await closePair(pair, synced);
  });

  async function expectSameProducts(): Promise<SimulatedRecord[]> {
    const { simulated } = pair;
    const all = await simulated.all('booker', 'products');
    const inBooker = all.filter(({ Name, IsActive, ProductVariants }) => {
      return (
        Name !== 'Shopify Adjustments' && IsActive !== false && ProductVariants.every(({ RetailPrice }: SimulatedRecord) => RetailPrice)
      );
    });
    const inShop = await simulated.all('shopify', 'products');
    const sold = inBooker.map(({ Name, ProductVariants: [variant] }) => {
      const found = inShop.filter(({ sku }) => sku === variant.SKU);
      expect([Name, found.length]).toEqual([Name, 1]);
      const { title, price, available } = found[0] ?? {};
      expect([title, Number(price), available]).toEqual([Name, variant.RetailPrice.Amount, variant.Inventory]);
      return found[0] as SimulatedRecord;
    });
    // Only this playbook's: other workflows sell in the shop, too.
    const adjustments = all.find(({ Name }) => Name === 'Shopify Adjustments');
    const left = (await synced.items('products')).filter(({ sourceItemId }) => sourceItemId === adjustments?.id);
    expect(left.map(({ targetItemId }) => targetItemId)).toEqual([null]);
    return sold;
  }

  async function expectSameOrders(orders: readonly { id: string; total: string; currency: string }[]): Promise<void> {
    const { simulated } = pair;
    const inBooker = await simulated.all('booker', 'orders');
    for (const { id, total, currency } of orders) {
      const found = inBooker.filter(({ Notes }) => Notes === id);
      const totals = found.map(({ FinalTotal, Payments, IsCompleted }) => [FinalTotal, Payments, IsCompleted]);
      const Amount = { Amount: Number(total), CurrencyCode: currency };
      expect([id, totals]).toEqual([id, [[Amount, [{ Amount, CustomPaymentMethodID: 901 }], true]]]);
    }
  }

  test('CPB-16: names what Booker lacks, and makes nothing', async () => {
    const { simulated } = pair;
    const { api, connectorIds } = await connectedPerson(['system-booker', 'system-shopify']);
    const method = (await simulated.all('booker', 'paymentMethods'))[0];
    await simulated.change('booker', 'paymentMethods', method?.id, { Name: 'Another' });
    await expect(finishByApi(api, 'booker-to-shopify', connectorIds)).rejects.toThrow('Shopify Payment Method not found');
    await simulated.change('booker', 'paymentMethods', method?.id, { Name: 'Shopify' });
    const adjustments = (await simulated.all('booker', 'products')).find(({ Name }) => Name === 'Shopify Adjustments');
    await simulated.change('booker', 'products', adjustments?.id, { Name: 'Adjusted' });
    await expect(finishByApi(api, 'booker-to-shopify', connectorIds)).rejects.toThrow('Product Shopify Adjustments not found');
    await simulated.change('booker', 'products', adjustments?.id, { Name: 'Shopify Adjustments' });
  });

  test('CPB-16, CONN-58: the wizard reports a system out of service and a missing location, and both are fixed from there', async () => {
    const { simulated } = pair;
    const other = await newPlaybookPerson(sharedBaseUrl());
    onTestFinished(() => other.close());
    const { page, api } = other;
    const id = await startPlaybook(page, 'Booker to Shopify');
    await continueFromStart(page);
    for (const system of ['Booker', 'Shopify']) await useSimulated(page, system);
    await expectFound(page, 'Booker location');
    await page.getByText('Found: Spa Harbour').waitFor();
    await simulated.faults('booker', 'out-of-service', 1_000);
    await page.reload();
    const product = page.getByRole('group', { name: 'Product “Shopify Adjustments” in Booker', exact: true });
    await product.getByText('could not be looked up').waitFor();
    await product.getByText(/out of service/).waitFor();
    await simulated.faults('booker', 'out-of-service', 0);
    await product.getByRole('button', { name: /^Retry/ }).click();
    await product.getByText('Found:').waitFor();

    const { connectors } = await api('GET /api/connectors', { query: { pageSize: 100 } });
    const booker = connectors.find(({ connectorTypeId }) => connectorTypeId === 'system-booker')?.id ?? '';
    await api('PUT /api/connectors/{id}', { params: { id: booker }, body: { customOptions: { locationId: null } } });
    await page.reload();
    const location = page.getByRole('group', { name: 'Booker location', exact: true });
    await location.getByText('Booker location not found').waitFor();
    await location.getByText(/choose “Select Location”/).waitFor();
    const { steps } = (await api('GET /api/playbooks/{id}', { params: { id } })).playbook.wizard;
    const setup = steps.find(({ type }) => type === 'BookerToShopifySetup')?.id ?? '';
    const saved = await api('PUT /api/playbooks/{id}/wizard/steps/{stepId}/save', {
      params: { id, stepId: setup },
      body: { step: { id: setup } },
    });
    expect(saved).toEqual({ isSuccess: false, errorMessage: 'Booker location not found' });
    await page.goto(`/connectors/${booker}/edit`);
    await page.getByRole('link', { name: 'Select Location' }).click();
    await page.getByRole('radio', { name: 'Spa Harbour' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Location successfully updated.').waitFor();
    const params = { id, stepId: setup, fieldName: 'shopifyLocationId' };
    const [shop] = (await api('GET /api/playbooks/{id}/lookup-options/{stepId}/{fieldName}', { params })).lookupOptions;
    const step = { id: setup, shopifyLocationId: shop?.value ?? null };
    const again = await api('PUT /api/playbooks/{id}/wizard/steps/{stepId}/save', { params, body: { step, stepIndex: 3 } });
    expect(again).toEqual({ isSuccess: true, errorMessage: null });
    // A slow system: choices still show their names.
    await page.route('**/lookup-options/**', (route) => void setTimeout(() => route.continue(), 1_000));
    await page.goto(`/playbook-wizards/${id}`);
    await expect.poll(() => page.getByRole('combobox', { name: 'Shopify location' }).inputValue()).toBe(shop?.label);
    for (const found of ['Booker location', 'Payment method “Shopify” in Booker']) await expectFound(page, found);
  });

  test('the first sync brings products and stock to the shop and its customers to Booker', async () => {
    const { api, person, simulated } = pair;
    const id = await finishByPage(person, {
      template: 'Booker to Shopify',
      systems: ['Booker', 'Shopify'],
      found: ['Booker location', 'Payment method “Shopify” in Booker', 'Product “Shopify Adjustments” in Booker'],
      only: ['Shopify location'],
      choices: [],
    });
    synced = await syncedPlaybook(api, id);
    await synced.firstSync();
    // Stock waits for products, orders for customers and stock.
    await synced.sync('products', 'inventory');
    await expectSameProducts();
    const inBooker = await simulated.all('booker', 'customers');
    for (const { email, firstName, lastName } of customers) {
      const found = inBooker.filter(({ Email }) => Email === email).map(({ FirstName, LastName }) => [FirstName, LastName]);
      expect([email, found]).toEqual([email, [[firstName, lastName]]]);
    }
    expect(products.length).toBe(8);
  });

  test('orders have the same total to the last digit, in three currencies', async () => {
    const { simulated } = pair;
    const sold = await expectSameProducts();
    const orders = await makeOrders(simulated, sold, customers);
    await synced.sync('orders');
    await expectSameOrders(orders);
    // Booker's stock decreased by what was sold.
    await synced.sync('inventory');
    await expectSameProducts();
  });

  test('an order with more lines than its event carries has all of them, and the same total', async () => {
    const { simulated } = pair;
    const sold = await expectSameProducts();
    const lines = Array.from({ length: 120 }, () => ({ price: '0.35', quantity: 1 }));
    const orders = await makeOrders(simulated, sold, customers, [{ currency: 'EUR', lines, shipping: '4.95', total: '46.95' }]);
    await synced.sync('orders');
    await expectSameOrders(orders);
    const order = (await simulated.all('booker', 'orders')).find(({ Notes }) => Notes === orders[0]?.id);
    // The lines, plus one for shipping.
    expect(order?.Items).toHaveLength(121);
    await synced.sync('inventory');
  });

  test('changes are carried on the side that they come from', async () => {
    const { simulated } = pair;
    const [one, two] = products;
    const variant = { ...one?.ProductVariants[0], RetailPrice: { Amount: 17.25, CurrencyCode: 'USD' }, Inventory: 55 };
    await simulated.change('booker', 'products', one?.id, { Name: 'Cedar oil', ProductVariants: [variant] });
    await simulated.change('booker', 'products', two?.id, { Name: 'Cedar soap' });
    await simulated.change('shopify', 'customers', customers[0]?.id, { lastName: 'Renamed' });
    await synced.sync('products', 'inventory', 'customers');
    await expectSameProducts();
    const inBooker = await simulated.all('booker', 'customers');
    expect(inBooker.filter(({ Email }) => Email === customers[0]?.email).map(({ LastName }) => LastName)).toEqual(['Renamed']);
  });

  test('every variant with a price is sold, including a variant added later', async () => {
    const { simulated } = pair;
    const [made] = await simulated.fill('booker', 'products', 1);
    const RetailPrice = { Amount: 9.5, CurrencyCode: 'USD' };
    const variant = (at: number, more: object = {}) => ({
      ...{ ID: 990_000 + at, Name: `${at * 50} ml`, SKU: `MANY-${at}`, RetailPrice, Inventory: at, BackbarInventory: 0, IsActive: true },
      ...more,
    });
    const variantsInShop = async (sku: string) => {
      const product = (await simulated.all('shopify', 'products')).find((one) => one.sku === sku);
      return (product?.variants ?? []).map((one: SimulatedRecord) => [one.title, one.sku, one.price, one.available]);
    };
    const ProductVariants = [
      variant(1),
      variant(2, { RetailPrice: null }),
      variant(3, { RetailPrice: { Amount: 0, CurrencyCode: 'USD' } }),
    ];
    await simulated.change('booker', 'products', made?.id, { Name: 'Many sizes', ProductVariants });
    await synced.sync('products', 'inventory');
    expect(await variantsInShop('MANY-1')).toEqual([
      ['50 ml', 'MANY-1', '9.50', 1],
      ['150 ml', 'MANY-3', '0.00', 3],
    ]);
    const changed = [...ProductVariants.slice(0, 1), variant(3, { RetailPrice: { Amount: 12, CurrencyCode: 'USD' } }), variant(4)];
    await simulated.change('booker', 'products', made?.id, { ProductVariants: changed });
    await synced.sync('products', 'inventory');
    expect(await variantsInShop('MANY-1')).toEqual([
      ['50 ml', 'MANY-1', '9.50', 1],
      ['150 ml', 'MANY-3', '12.00', 3],
      ['200 ml', 'MANY-4', '9.50', 4],
    ]);
    await simulated.change('booker', 'products', made?.id, { IsActive: false });
  });

  test('a product without a price or off sale in Booker isn’t on sale in the shop, until it is again', async () => {
    const { simulated } = pair;
    const [unpriced, inactive] = await simulated.fill('booker', 'products', 2);
    const inShop = async (product: SimulatedRecord | undefined) =>
      (await simulated.all('shopify', 'products')).find(({ sku }) => sku === product?.ProductVariants[0].SKU)?.status ?? null;
    const itemOf = async (product: SimulatedRecord | undefined) =>
      (await synced.items('products')).find(({ sourceItemId }) => sourceItemId === String(product?.ID));
    const withPrice = (RetailPrice: object | null) => ({ ProductVariants: [{ ...unpriced?.ProductVariants[0], RetailPrice }] });
    await simulated.change('booker', 'products', unpriced?.id, withPrice(null));
    await synced.sync('products');
    expect([await inShop(unpriced), await inShop(inactive)]).toEqual([null, 'ACTIVE']);
    expect(await itemOf(unpriced)).toMatchObject({ status: 'Skipped', error: "It has no price, so it isn't offered for sale." });
    const price = { Amount: 0, CurrencyCode: 'USD' };
    await simulated.change('booker', 'products', unpriced?.id, withPrice(price));
    await simulated.change('booker', 'products', inactive?.id, { IsActive: false });
    await synced.sync('products');
    expect([await inShop(unpriced), await inShop(inactive)]).toEqual(['ACTIVE', 'ARCHIVED']);
    await simulated.change('booker', 'products', unpriced?.id, withPrice(null));
    await simulated.change('booker', 'products', inactive?.id, { IsActive: true });
    await synced.sync('products');
    expect([await inShop(unpriced), await inShop(inactive)]).toEqual(['ARCHIVED', 'ACTIVE']);
    await simulated.change('booker', 'products', unpriced?.id, withPrice(price));
    await synced.sync('products', 'inventory');
    expect(await inShop(unpriced)).toBe('ACTIVE');
  });

  test('a product deleted in Booker is taken off sale in the shop, and so is a deleted variant of a product', async () => {
    const { simulated } = pair;
    const [deleted, smaller] = await simulated.fill('booker', 'products', 2);
    const RetailPrice = { Amount: 9.5, CurrencyCode: 'USD' };
    const variants = [1, 2].map((at) => ({
      ...{ ID: 991_000 + at, Name: `${at} l`, SKU: `GONE-${at}`, RetailPrice, Inventory: 7, BackbarInventory: 0, IsActive: true },
    }));
    await simulated.change('booker', 'products', smaller?.id, { ProductVariants: variants });
    await synced.sync('products', 'inventory');
    const inShop = async (sku: string) => (await simulated.all('shopify', 'products')).find((one) => one.sku === sku);
    const stock = async () => (await inShop('GONE-1'))?.variants.map((one: SimulatedRecord) => [one.sku, one.available]);
    const deletedSku = deleted?.ProductVariants[0].SKU;
    expect([(await inShop(deletedSku))?.status, await stock()]).toEqual([
      'ACTIVE',
      [
        ['GONE-1', 7],
        ['GONE-2', 7],
      ],
    ]);
    await simulated.remove('booker', 'products', deleted?.id);
    await simulated.change('booker', 'products', smaller?.id, { ProductVariants: variants.slice(0, 1) });
    await synced.sync('products', 'inventory');
    expect([(await inShop(deletedSku))?.status, (await inShop('GONE-1'))?.status, await stock()]).toEqual([
      'ARCHIVED',
      'ACTIVE',
      [
        ['GONE-1', 7],
        ['GONE-2', 0],
      ],
    ]);
    await simulated.change('booker', 'products', smaller?.id, { IsActive: false });
    await synced.sync('products');
  });

  test('a product priced in a different currency from the shop’s isn’t offered, and says why', async () => {
    const { simulated } = pair;
    const [product] = await simulated.fill('booker', 'products', 1);
    const inCurrency = (CurrencyCode: string) => ({
      ProductVariants: [{ ...product?.ProductVariants[0], RetailPrice: { Amount: 7.5, CurrencyCode } }],
    });
    const inShop = async () =>
      (await simulated.all('shopify', 'products')).find(({ sku }) => sku === product?.ProductVariants[0].SKU)?.status ?? null;
    await simulated.change('booker', 'products', product?.id, inCurrency('EUR'));
    await synced.sync('products');
    const item = (await synced.items('products')).find(({ sourceItemId }) => sourceItemId === String(product?.ID));
    expect([await inShop(), item?.status, item?.error]).toEqual([
      null,
      'Skipped',
      "Its price is in another currency than the shop's (USD), so it isn't offered for sale. Change the currency in Booker.",
    ]);
    await simulated.change('booker', 'products', product?.id, inCurrency('USD'));
    await synced.sync('products', 'inventory');
    expect(await inShop()).toBe('ACTIVE');
  });

  test('an order refunded after it was booked stays, and says so', async () => {
    const { simulated } = pair;
    const sold = await expectSameProducts();
    const lines = [{ price: '5.00', quantity: 1 }];
    const [refunded, inPart] = await makeOrders(simulated, sold, customers, [
      { currency: 'USD', lines, total: '5.00' },
      { currency: 'USD', lines, total: '5.00' },
    ]);
    await synced.sync('orders');
    await simulated.change('shopify', 'orders', refunded?.id ?? '', { financialStatus: 'REFUNDED' });
    await simulated.change('shopify', 'orders', inPart?.id ?? '', { financialStatus: 'PARTIALLY_REFUNDED' });
    await synced.sync('orders');
    const itemOf = async (id?: string) => (await synced.items('orders')).find(({ sourceItemId }) => sourceItemId === id);
    expect(await itemOf(refunded?.id)).toMatchObject({
      status: 'Skipped',
      targetItemId: expect.any(String),
      error: 'The order was refunded in the shop. If it’s in Booker already, it stays there as it is: change or cancel it there.',
    });
    expect((await itemOf(inPart?.id))?.error).toMatch(/^The order was refunded in part in the shop\./);
    await synced.sync('inventory');
  });

  test('customers keep their country; orders from before the playbook or without a customer aren’t booked', async () => {
    const { simulated } = pair;
    const inBooker = await simulated.all('booker', 'customers');
    const address = inBooker.find(({ Email }) => Email === customers[0]?.email)?.Address;
    expect(address?.Country?.Name).toBe(new Intl.DisplayNames(['en'], { type: 'region' }).of(customers[0]?.addresses[0].countryCode));
    const sold = await expectSameProducts();
    const [order] = await makeOrders(simulated, sold, customers, [
      { currency: 'USD', lines: [{ price: '5.00', quantity: 1 }], total: '5.00' },
    ]);
    await simulated.change('shopify', 'orders', order?.id ?? '', { email: null });
    await synced.sync('orders');
    const item = (await synced.items('orders')).find(({ sourceItemId }) => sourceItemId === order?.id);
    expect(item).toMatchObject({
      status: 'Skipped',
      error: expect.stringMatching(/^The order has no customer, and Booker has no orders without one\./),
    });
    expect((await synced.items('orders')).filter(({ sourceItemId }) => sourceItemId === early.id)).toEqual([]);
  });

  test('lost responses, too many calls and refusals: each order exists once and is paid, and failures say why', async () => {
    const { api, simulated } = pair;
    const sold = await expectSameProducts();
    for (const kind of ['lost-answer', 'status-429']) {
      const orders = await makeOrders(simulated, sold, customers);
      await simulated.faults('booker', kind, 7);
      await synced.sync('orders');
      await simulated.faults('booker', kind, 0);
      await syncAgain(api, synced, 'orders');
      await expectSameOrders(orders);
    }
    const orders = await makeOrders(simulated, sold, customers);
    await simulated.faults('booker', 'refused-422', 3);
    await synced.sync('orders');
    const failed = (await synced.items('orders')).filter(({ status }) => status === 'Error');
    expect(failed.filter(({ error }) => error?.includes('The record was refused.')).length).toBeGreaterThan(0);
    await syncAgain(api, synced, 'orders');
    await expectSameOrders(orders);
  });
});
