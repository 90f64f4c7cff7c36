import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishByApi } from './finish-by-api.ts';
import { finishByPage } from './finish-by-page.ts';
import { closePair, connectedPerson, openShopPair, type Pair, type SyncedPlaybook } from './pair-test.ts';
import { makeOrders, orderAmounts } from './shop-orders.ts';
import type { SimulatedRecord } from './simulated-records.ts';
import { syncedPlaybook } from './synced-playbook.ts';

const ADJUSTMENTS = 'Shopify Adjustments';

/** CPB-06, CPB-17. */
describe('Mindbody to Shopify', () => {
  let pair: Pair;
  let products: SimulatedRecord[];
  let customers: SimulatedRecord[];
  let synced: SyncedPlaybook;

  beforeAll(async () => {
    ({ pair, items: products, customers } = await openShopPair('mindbody', 'products'));
  });
  afterAll(() => closePair(pair, synced));

  /** Only this playbook's: other workflows sell in the shop, too. */
  async function targetsOf(productId: string) {
    const items = await synced.items('products');
    return items.filter(({ sourceItemId }) => sourceItemId === productId).map(({ targetItemId }) => targetItemId);
  }

  /** @returns the products in the shop */
  async function expectSameProducts(): Promise<SimulatedRecord[]> {
    const { simulated } = pair;
    const inMindbody = (await simulated.all('mindbody', 'products')).filter(({ Name }) => Name !== ADJUSTMENTS);
    const inShop = await simulated.all('shopify', 'products');
    const sold = inMindbody.map(({ Id, id, Name, Price, stock }) => {
      const found = inShop.filter(({ sku }) => sku === (Id ?? id));
      expect([Name, found.length]).toEqual([Name, 1]);
      const { title, price, available } = found[0] ?? {};
      expect([title, Number(price), available]).toEqual([Name, Price, stock]);
      return found[0] as SimulatedRecord;
    });
    expect(await targetsOf('SHOPIFYADJ')).toEqual([null]);
    return sold;
  }

  test('CPB-17: names what Mindbody lacks, and makes nothing', async () => {
    const { simulated } = pair;
    const { api, connectorIds } = await connectedPerson(['system-mindbody', 'system-shopify']);
    const missing = [
      ['paymentMethods', 'Shopify', 'Mindbody Shopify Payment Method not found'],
      ['products', ADJUSTMENTS, 'Mindbody Shopify Adjustment Product not found'],
      ['paymentMethods', ADJUSTMENTS, 'Mindbody Shopify AdjustmentPaymentMethod not found'],
    ] as const;
    for (const [entity, name, message] of missing) {
      const record = (await simulated.all('mindbody', entity)).find(({ Name }) => Name === name);
      await simulated.change('mindbody', entity, record?.id, { Name: 'Another' });
      await expect(finishByApi(api, 'mindbody-to-shopify', connectorIds)).rejects.toThrow(message);
      await simulated.change('mindbody', entity, record?.id, { Name: name });
    }
  });

  test('the first sync brings products and stock to the shop and its customers to Mindbody', async () => {
    const { api, person, simulated } = pair;
    const id = await finishByPage(person, {
      template: 'Mindbody to Shopify',
      systems: ['Mindbody', 'Shopify'],
      found: ['Payment method “Shopify” in Mindbody', 'Product “Shopify Adjustments” in Mindbody'],
      only: ['Shopify location', 'Mindbody location'],
      choices: [],
    });
    synced = await syncedPlaybook(api, id);
    await synced.firstSync();
    // Stock waits for products.
    await synced.sync('products', 'inventory');
    await expectSameProducts();
    const clients = await simulated.all('mindbody', 'clients');
    for (const { email, firstName, lastName } of customers) {
      const found = clients.filter(({ Email }) => Email === email).map(({ FirstName, LastName }) => [FirstName, LastName]);
      expect([email, found]).toEqual([email, [[firstName, lastName]]]);
    }
  });

  test('orders in the site’s currency are sold for the same total to the last digit; others say why they aren’t booked', async () => {
    const { simulated } = pair;
    const sold = await expectSameProducts();
    // Mindbody sells at its own prices, which the shop got from it.
    const [dear = '', cheap = ''] = ['14.50', '1200'];
    const ofMindbody = [...products].slice(0, 2);
    await simulated.change('mindbody', 'products', ofMindbody[0]?.id, { Price: Number(dear), OnlinePrice: Number(dear) });
    await simulated.change('mindbody', 'products', ofMindbody[1]?.id, { Price: Number(cheap), OnlinePrice: Number(cheap) });
    await synced.sync('products');
    await expectSameProducts();
    const at = (price: string) => sold.filter(({ sku }) => sku === ofMindbody[price === dear ? 0 : 1]?.id);
    const all: { id: string; total: string; currency: string }[] = [];
    for (const amounts of orderAmounts) {
      const { price } = amounts.lines[0] ?? {};
      if (price !== dear && price !== cheap) continue;
      all.push(...(await makeOrders(simulated, at(price), customers, [amounts])));
    }
    // A discount, paid with the adjustment method.
    const discounted = { currency: 'USD', lines: [{ price: dear, quantity: 3 }], shipping: '0.10', discount: '10.03', total: '33.57' };
    all.push(...(await makeOrders(simulated, at(dear), customers, [discounted])));
    const orders = all.filter(({ currency }) => currency === 'USD');
    const foreign = all.filter(({ currency }) => currency !== 'USD');
    expect([orders.length, foreign.length]).toEqual([3, 2]);
    await synced.sync('orders');
    const sales = await simulated.all('mindbody', 'sales');
    const items = await synced.items('orders');
    for (const { id } of foreign) {
      expect(sales.filter(({ Payments }) => Payments[0]?.Notes === id)).toEqual([]);
      const item = items.find(({ sourceItemId }) => sourceItemId === id);
      expect(item).toMatchObject({ status: 'Skipped', error: expect.stringMatching(/^The order is in JPY, and Mindbody sells in USD/) });
    }
    for (const { id, total } of orders) {
      const found = sales.filter(({ Payments }) => Payments[0]?.Notes === id);
      expect([id, found.length]).toEqual([id, 1]);
      const { Payments, PurchasedItems } = found[0] as { Payments: SimulatedRecord[]; PurchasedItems: SimulatedRecord[] };
      const paid = Payments.filter(({ Method }) => Method === 25).map(({ Amount }) => Amount);
      expect([id, paid]).toEqual([id, [Number(total)]]);
      const cents = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
      expect([id, cents(PurchasedItems.map(({ TotalAmount }) => TotalAmount))]).toEqual([id, cents(Payments.map(({ Amount }) => Amount))]);
    }
  });

  test('an order at a price that Mindbody no longer has is sold for what the customer paid', async () => {
    const { simulated } = pair;
    await synced.sync('inventory');
    const sold = await expectSameProducts();
    const [cheaper, dearer] = products.slice(3, 5);
    const orders: { id: string; total: string }[] = [];
    for (const [product, now, total] of [
      [cheaper, 3.5, '15.05'],
      [dearer, 9.99, '15.05'],
    ] as const) {
      const inShop = sold.filter(({ sku }) => sku === product?.id);
      const amounts = { currency: 'USD', lines: [{ price: '7.05', quantity: 2 }], shipping: '0.95', total };
      orders.push(...(await makeOrders(simulated, inShop, customers, [amounts])));
      await simulated.change('mindbody', 'products', product?.id, { Price: now, OnlinePrice: now });
    }
    await synced.sync('orders');
    const sales = await simulated.all('mindbody', 'sales');
    const seen = orders.map(({ id }) => {
      const sale = sales.find(({ Payments }) => Payments[0]?.Notes === id);
      const cents = (amount: number) => Math.round(amount * 100);
      return {
        payments: sale?.Payments.map(({ Method, Amount }: SimulatedRecord) => [Method, cents(Amount)]),
        items: sale?.PurchasedItems.map(({ Quantity, TotalAmount }: SimulatedRecord) => [Quantity, cents(TotalAmount)]),
      };
    });
    expect(seen).toEqual([
      // 2 at 3.50, and 805 pieces at 0.01.
      {
        payments: [[25, 1505]],
        items: [
          [2, 700],
          [805, 805],
        ],
      },
      // 2 at 9.99, of which the adjustment method pays 4.93.
      {
        payments: [
          [25, 1505],
          [26, 493],
        ],
        items: [[2, 1998]],
      },
    ]);
    await synced.sync('products', 'inventory');
    await expectSameProducts();
  });

  test('an order with an item that Mindbody lacks waits, names it, and is sold once Mindbody has it', async () => {
    const { simulated } = pair;
    const [own] = await simulated.fill('shopify', 'products', 1);
    const [latest] = await simulated.fill('mindbody', 'products', 1);
    // Bar codes are consecutive.
    const sku = String(Number(latest?.id) + 1);
    await simulated.change('shopify', 'products', own?.id, { sku });
    const amounts = { currency: 'USD', lines: [{ price: '5.00', quantity: 1 }], total: '5.00' };
    const [order] = await makeOrders(simulated, [{ ...own, sku }], customers, [amounts]);
    const itemOf = async () => (await synced.items('orders')).find(({ sourceItemId }) => sourceItemId === order?.id);
    await synced.sync('orders');
    expect(await itemOf()).toMatchObject({
      status: 'InProgress',
      error: `Waits for “${sku}”, which Mindbody doesn't sell. Add it there, and this record syncs automatically.`,
    });
    const [product] = await simulated.fill('mindbody', 'products', 1);
    expect(product?.id).toBe(sku);
    await synced.sync('orders');
    expect(await itemOf()).toMatchObject({ status: 'Success', error: null });
  });

  test('changes are carried on the side that they come from', async () => {
    const { simulated } = pair;
    await simulated.change('mindbody', 'products', products[2]?.id, { Name: 'Cork block', Price: 17.25, stock: 55 });
    await simulated.change('shopify', 'customers', customers[0]?.id, { lastName: 'Renamed' });
    await synced.sync('products', 'inventory', 'customers');
    await expectSameProducts();
    const clients = await simulated.all('mindbody', 'clients');
    expect(clients.filter(({ Email }) => Email === customers[0]?.email).map(({ LastName }) => LastName)).toEqual(['Renamed']);
  });
});
