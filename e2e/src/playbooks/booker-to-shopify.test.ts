import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishByApi } from './finish-by-api.ts';
import { finishByPage } from './finish-by-page.ts';
import { connectedPerson, openPair, type SyncedPlaybook, syncAgain } from './pair-test.ts';
import { makeOrders } from './shop-orders.ts';
import type { SimulatedRecord } from './simulated-records.ts';
import { syncedPlaybook } from './synced-playbook.ts';

/** CPB-05, CPB-16. */
describe('Booker to Shopify', { timeout: 120_000 }, () => {
  let pair: Awaited<ReturnType<typeof openPair>>;
  let products: SimulatedRecord[];
  let customers: SimulatedRecord[];
  let synced: SyncedPlaybook;

  beforeAll(async () => {
    pair = await openPair();
    const { simulated } = pair;
    await simulated.withoutLimits('shopify');
    products = await simulated.fill('booker', 'products', 8);
    customers = await simulated.fill('shopify', 'customers', 6);
  });

  afterAll(async () => {
    await pair?.person.close();
    await pair.simulated.faults('booker', 'status-500', 0);
    if (synced) await pair.api('DELETE /api/playbooks/{id}', { params: { id: synced.playbook.id } });
  });

  /** Of the products, in both systems. */
  async function expectSameProducts(): Promise<SimulatedRecord[]> {
    const { simulated } = pair;
    const inBooker = (await simulated.all('booker', 'products')).filter(({ Name }) => Name !== 'Shopify Adjustments');
    const inShop = await simulated.all('shopify', 'products');
    const sold = inBooker.map(({ Name, ProductVariants: [variant] }) => {
      const found = inShop.filter(({ sku }) => sku === variant.SKU);
      expect([Name, found.length]).toEqual([Name, 1]);
      const { title, price, available } = found[0] ?? {};
      expect([title, Number(price), available]).toEqual([Name, variant.RetailPrice.Amount, variant.Inventory]);
      return found[0] as SimulatedRecord;
    });
    expect(inShop.some(({ title }) => title === 'Shopify Adjustments')).toBe(false);
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
