import { nullFields } from '../null-fields.ts';
import { nth, sampleAddress, samplePerson, sampleProduct } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';

export interface Listing {
  id: string;
  sellerSku: string;
  title: string;
  price: { amount: string; currency: string };
  quantity: number;
  status: string;
  externalId: string | null;
  updatedAt: string;
  [more: string]: unknown;
}

export interface MarketOrder {
  id: string;
  number: string;
  status: string;
  updatedAt: string;
  [more: string]: unknown;
}

export const CURRENCY = 'EUR';

/** A seller's account on a marketplace, initially empty. */
export function openMarket({ store, now }: SimulatorPorts) {
  const listings = store.records<Listing>('listings', ({ id }) => id);
  const orders = store.records<MarketOrder>('orders', ({ id }) => id);
  const nextNumber = store.counter('ids', 1_001);
  const bySku = listings.indexedBy(({ sellerSku }) => sellerSku);
  const at = () => new Date(now()).toISOString();
  const times = () => ({ createdAt: at(), updatedAt: at() });

  function addListing(fields: Pick<Listing, 'sellerSku' | 'title' | 'price'>): Listing {
    const usual = { ...nullFields('description brand barcode category externalId'), quantity: 0, status: 'active', imageUrls: [] };
    return listings.put({ ...usual, ...fields, id: `lst_${nextNumber()}`, ...times() });
  }

  return {
    listings,
    orders,
    listingsByExternalId: listings.indexedBy(({ externalId }) => externalId),
    listingsByTime: listings.orderedBy(({ updatedAt }) => updatedAt),
    ordersByTime: orders.orderedBy(({ updatedAt }) => updatedAt),
    at,
    listingOfSku: (sku: string): Listing | undefined => bySku(sku)[0],
    addListing,

    changeListing: (listing: Listing, fields: object): Listing => listings.put(Object.assign(listing, fields, { updatedAt: at() })),

    changeOrder: (order: MarketOrder, fields: object): MarketOrder => orders.put(Object.assign(order, fields, { updatedAt: at() })),

    makeListing(): void {
      const { title, sku: sellerSku, price: amount, available: quantity } = sampleProduct(listings.size, nextNumber());
      const made = { sellerSku, title, price: { amount, currency: CURRENCY }, quantity, brand: 'Harbour Foods' };
      addListing(made);
    },

    makeOrder(): void {
      const number = nextNumber();
      const { firstName, lastName, email } = samplePerson(orders.size, number);
      const name = `${firstName} ${lastName}`;
      const mug = { sellerSku: 'MUG-01', title: 'Enamel mug', price: { amount: '14.50', currency: CURRENCY } };
      const { sellerSku, title, price } = listings.size > 0 ? nth(listings.all(), orders.size) : mug;
      const quantity = 1 + (orders.size % 3);
      const cents = Math.round(Number(price.amount) * 100) * quantity;
      const { street, city, postalCode, country } = sampleAddress(orders.size);
      orders.put({
        id: `ord_${number}`,
        number: `M-${number}`,
        status: 'unshipped',
        buyer: { name, email },
        shippingAddress: { name, street, city, postalCode, country },
        lines: [{ id: `lin_${number}`, sellerSku, title, quantity, price }],
        total: { amount: (cents / 100).toFixed(2), currency: price.currency },
        shipments: [],
        ...times(),
      });
    },
  };
}
