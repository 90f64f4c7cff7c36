import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishByPage } from './finish-by-page.ts';
import { closePair, openPair, type Pair, type SyncedPlaybook } from './pair-test.ts';
import type { SimulatedRecord } from './simulated-records.ts';
import { syncedPlaybook } from './synced-playbook.ts';

/** CPB-09. */
describe('NetSuite and UApi', () => {
  let pair: Pair;
  let items: SimulatedRecord[];
  let synced: SyncedPlaybook;

  beforeAll(async () => {
    pair = await openPair();
    items = await pair.simulated.fill('netsuite', 'inventoryItem', 20);
  });

  afterAll(() => closePair(pair, synced));

  async function expectSameItems(): Promise<void> {
    const { simulated } = pair;
    const listings = await simulated.all('u-api', 'listings');
    const known = new Set(items.map(({ id }) => id));
    for (const { id, itemId, displayName, price, locations } of await simulated.all('netsuite', 'inventoryItem')) {
      if (!known.has(id)) continue;
      const found = listings.filter(({ sellerSku }) => sellerSku === itemId);
      const seen = found.map((listing) => [listing.title, Number(listing.price.amount), listing.price.currency, listing.quantity]);
      const wholesale = price.items.find(({ priceLevel }: SimulatedRecord) => priceLevel.id === '2').price;
      const stock = locations.items.find(({ location }: SimulatedRecord) => location.id === '1').quantityAvailable;
      expect([itemId, seen]).toEqual([itemId, [[displayName, wholesale, 'EUR', stock]]]);
    }
  }

  test('the first sync lists items with the level’s prices, the currency and the location’s stock', async () => {
    const { api, person } = pair;
    const id = await finishByPage(person, {
      template: 'NetSuite and UApi',
      systems: ['NetSuite', 'UApi'],
      found: [],
      only: [],
      choices: [
        ['NetSuite location', 'Main warehouse'],
        ['Price level', 'Wholesale'],
        ['Currency of the prices', 'Euro'],
      ],
    });
    synced = await syncedPlaybook(api, id);
    await synced.firstSync();
    // Stock waits for listings.
    await synced.sync('products', 'inventory');
    await expectSameItems();
  });

  test('an item without a price in the chosen currency isn’t listed at another one', async () => {
    const { simulated } = pair;
    const [item] = await simulated.fill('netsuite', 'inventoryItem', 1);
    const price = (items: SimulatedRecord[]) => simulated.change('netsuite', 'inventoryItem', item?.id, { price: { items } });
    const all: SimulatedRecord[] = item?.price.items;
    await price(all.filter(({ currencyPage }) => currencyPage.id === '1'));
    const listing = async () => (await simulated.all('u-api', 'listings')).find(({ sellerSku }) => sellerSku === item?.itemId);
    await synced.sync('products');
    expect(await listing()).toBeUndefined();
    const skipped = (await synced.items('products')).find(({ sourceItemId }) => sourceItemId === item?.id);
    expect(skipped).toMatchObject({ status: 'Skipped', error: "It has no price, so it isn't offered for sale." });
    await price(all.map((line) => ({ ...line, price: line.currencyPage.id === '2' ? 7.25 : line.price })));
    await synced.sync('products');
    expect((await listing())?.price).toMatchObject({ amount: '7.25', currency: 'EUR' });
    await price(all);
    await synced.sync('products', 'inventory');
  });

  test('changes in NetSuite are carried over, and nothing else is written', async () => {
    const { simulated } = pair;
    const [one, two] = items;
    await simulated.change('netsuite', 'inventoryItem', one?.id, { displayName: 'Cedar crate' });
    const stock = two?.locations.items.map((line: SimulatedRecord) => ({ ...line, quantityOnHand: 77, quantityAvailable: 77 }));
    await simulated.change('netsuite', 'inventoryItem', two?.id, { locations: { items: stock } });
    await synced.sync('products', 'inventory');
    await expectSameItems();
    expect((await synced.flowOf('products')).counts).toMatchObject({ created: 0, updated: 1, failed: 0 });
    expect((await synced.flowOf('inventory')).counts).toMatchObject({ created: 0, updated: 1, failed: 0 });
  });
});
