import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { finishByApi } from './finish-by-api.ts';
import { finishByPage } from './finish-by-page.ts';
import { closePair, connectedPerson, openShopPair, type Pair, type SyncedPlaybook, syncAgain } from './pair-test.ts';
import { makeOrders } from './shop-orders.ts';
import type { SimulatedRecord } from './simulated-records.ts';
import { syncedPlaybook } from './synced-playbook.ts';
import { continueFromStart, expectFound, newPlaybookPerson, startPlaybook, useSimulated } from './wizard-driver.ts';

/** CPB-05, CPB-16. */
describe('Booker to Shopify', { timeout: 120_000 }, () => {
  let pair: Pair;
  let products: SimulatedRecord[];
  let customers: SimulatedRecord[];
  let synced: SyncedPlaybook;

  beforeAll(async () => {
    ({ pair, items: products, customers } = await openShopPair('booker', 'products'));
  });
  afterAll(async () => {
    await pair?.simulated.faults('booker', 'status-500', 0);
    await closePair(pair, synced);
  });

  /** Of the products, in both systems. */
  async function expectSameProducts(): Promise<SimulatedRecord[]> {
    const { simulated } = pair;
    const all = await simulated.all('booker', 'products');
    const inBooker = all.filter(({ Name }) => Name !== 'Shopify Adjustments');
    const inShop = await simulated.all('shopify', 'products');
    const sold = inBooker.map(({ Name, ProductVariants: [variant] }) => {
      const found = inShop.filter(({ sku }) => sku === variant.SKU);
      expect([Name, found.length]).toEqual([Name, 1]);
      const { title, price, available } = found[0] ?? {};
      expect([title, Number(price), available]).toEqual([Name, variant.RetailPrice.Amount, variant.Inventory]);
      return found[0] as SimulatedRecord;
    });
    // Of this playbook: other workflows sell in the shop, too.
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

  it('CPB-16: what Booker lacks is said by name, and nothing is made', async () => {
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

  it('CPB-16, CONN-58: a system out of service and a missing location are told in the wizard, and both are mended from there', async () => {
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
    // A system that takes its time: what was chosen is shown by its name all the same.
    await page.route('**/lookup-options/**', (route) => void setTimeout(() => route.continue(), 1_000));
    await page.goto(`/playbook-wizards/${id}`);
    await expect.poll(() => page.getByRole('combobox', { name: 'Shopify location' }).inputValue()).toBe(shop?.label);
    for (const found of ['Booker location', 'Payment method “Shopify” in Booker']) await expectFound(page, found);
  });

  it('the first sync brings products and stock to the shop and its customers to Booker', async () => {
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

  it('orders come to the same total to the last digit, in three currencies', async () => {
    const { simulated } = pair;
    const sold = await expectSameProducts();
    const orders = await makeOrders(simulated, sold, customers);
    await synced.sync('orders');
    await expectSameOrders(orders);
    // Booker's stock went down by what was sold.
    await synced.sync('inventory');
    await expectSameProducts();
  });

  it('an order with more lines than come with it has all of them, and the same total', async () => {
    const { simulated } = pair;
    const sold = await expectSameProducts();
    const lines = Array.from({ length: 120 }, () => ({ price: '0.35', quantity: 1 }));
    const orders = await makeOrders(simulated, sold, customers, [{ currency: 'EUR', lines, shipping: '4.95', total: '46.95' }]);
    await synced.sync('orders');
    await expectSameOrders(orders);
    const order = (await simulated.all('booker', 'orders')).find(({ Notes }) => Notes === orders[0]?.id);
    // The lines, and one with the shipping.
    expect(order?.Items).toHaveLength(121);
    await synced.sync('inventory');
  });

  it('changes are carried on the side that they come from', async () => {
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

  it('lost answers, too many calls and refusals: each order is there once and paid, and what failed says why', async () => {
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
