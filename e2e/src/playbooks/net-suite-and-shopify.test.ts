import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishByApi } from './finish-by-api.ts';
import { finishByPage } from './finish-by-page.ts';
import { closePair, connectedPerson, openShopPair, type Pair, type SyncedPlaybook } from './pair-test.ts';
import { makeOrders } from './shop-orders.ts';
import type { SimulatedRecord } from './simulated-records.ts';
import { syncedPlaybook } from './synced-playbook.ts';

/** CPB-08. */
describe('NetSuite and Shopify', () => {
  const CURRENCIES: Record<string, string> = { '1': 'USD', '2': 'EUR', '3': 'JPY' };
  let pair: Pair;
  let items: SimulatedRecord[];
  let customers: SimulatedRecord[];
  let synced: SyncedPlaybook;

  beforeAll(async () => {
    ({ pair, items, customers } = await openShopPair('netsuite', 'inventoryItem'));
  });
  afterAll(() => closePair(pair, synced));

  /** @returns the items as products in the shop */
  async function expectSameItems(): Promise<SimulatedRecord[]> {
    const { simulated } = pair;
    const inShop = await simulated.all('shopify', 'products');
    const known = new Set(items.map(({ id }) => id));
    return (await simulated.all('netsuite', 'inventoryItem'))
      .filter(({ id }) => known.has(id))
      .map(({ itemId, displayName, price, locations }) => {
        const found = inShop.filter(({ sku }) => sku === itemId);
        expect([itemId, found.length]).toEqual([itemId, 1]);
        const { title, price: amount, available } = found[0] ?? {};
        const online = price.items.find(({ priceLevel }: SimulatedRecord) => priceLevel.id === '4').price;
        const stock = locations.items.find(({ location }: SimulatedRecord) => location.id === '1').quantityAvailable;
        expect([title, Number(amount), available]).toEqual([displayName, online, stock]);
        return found[0] as SimulatedRecord;
      });
  }

  async function expectSameOrders(orders: readonly { id: string; total: string; currency: string }[]): Promise<void> {
    const inNetSuite = await pair.simulated.all('netsuite', 'salesOrder');
    for (const { id, total, currency } of orders) {
      const found = inNetSuite.filter(({ externalId }) => externalId === id);
      const seen = found.map((order) => [order.total, CURRENCIES[order.currency.id], order.paymentMethod]);
      expect([id, seen]).toEqual([id, [[Number(total), currency, { id: '2' }]]]);
    }
  }

  test('names what NetSuite lacks, and makes nothing', async () => {
    const { simulated } = pair;
    const { api, connectorIds } = await connectedPerson(['system-netsuite', 'system-shopify']);
    const item = (await simulated.all('netsuite', 'otherChargeSaleItem'))[0];
    await simulated.change('netsuite', 'otherChargeSaleItem', item?.id, { itemId: 'Adjusted' });
    await expect(finishByApi(api, 'net-suite-and-shopify', connectorIds)).rejects.toThrow('NetSuite Shopify Adjustments Item not found');
    await simulated.change('netsuite', 'otherChargeSaleItem', item?.id, { itemId: 'Shopify Adjustments' });
  });

  test('the first sync brings items, stock and the level’s prices to the shop, and its customers to NetSuite', async () => {
    const { api, person, simulated } = pair;
    const id = await finishByPage(person, {
      template: 'NetSuite and Shopify',
      systems: ['NetSuite', 'Shopify'],
      found: ['Payment method “Shopify” in NetSuite', 'Item “Shopify Adjustments” in NetSuite'],
      only: ['Shopify location'],
      choices: [
        ['NetSuite location', 'Main warehouse'],
        ['Price level', 'Online Price'],
      ],
    });
    synced = await syncedPlaybook(api, id);
    await synced.firstSync();
    // Stock waits for products.
    await synced.sync('products', 'inventory');
    await expectSameItems();
    const inNetSuite = await simulated.all('netsuite', 'customer');
    for (const { email, firstName, lastName } of customers) {
      const found = inNetSuite.filter((one) => one.email === email).map((one) => [one.firstName, one.lastName]);
      expect([email, found]).toEqual([email, [[firstName, lastName]]]);
    }
  });

  test('orders have the same total to the last digit, each in its own currency', async () => {
    const { simulated } = pair;
    const orders = await makeOrders(simulated, await expectSameItems(), customers);
    await synced.sync('orders');
    await expectSameOrders(orders);
    // The shop changes what the customer pays: the sales order follows.
    const [changed, ...others] = orders;
    await simulated.change('shopify', 'orders', changed?.id ?? '', { shipping: '7.77' });
    await synced.sync('orders');
    await expectSameOrders([{ id: changed?.id ?? '', total: '36.77', currency: 'USD' }, ...others]);
  });

  test('an order reports a currency that NetSuite doesn’t have, and no other order waits for it', async () => {
    const { simulated } = pair;
    const amounts = { lines: [{ price: '5.00', quantity: 1 }], total: '5.00' };
    const orders = await makeOrders(simulated, await expectSameItems(), customers, [
      { ...amounts, currency: 'CHF' },
      { ...amounts, currency: 'USD' },
    ]);
    await synced.sync('orders');
    await expectSameOrders(orders.slice(1));
    const failed = (await synced.items('orders'))
      .filter(({ status }) => status === 'Error')
      .map(({ sourceItemId, error }) => [sourceItemId, error]);
    expect(failed).toContainEqual([orders[0]?.id, expect.stringContaining('NetSuite has no currency CHF.')]);
  });

  test('changes are carried on the side that they come from', async () => {
    const { simulated } = pair;
    await simulated.change('netsuite', 'inventoryItem', items[0]?.id, { displayName: 'Cedar crate' });
    await simulated.change('shopify', 'customers', customers[0]?.id, { lastName: 'Renamed' });
    await synced.sync('products', 'customers');
    await expectSameItems();
    const inNetSuite = await simulated.all('netsuite', 'customer');
    expect(inNetSuite.filter(({ email }) => email === customers[0]?.email).map(({ lastName }) => lastName)).toEqual(['Renamed']);
  });
});
