import { nullFields } from '../null-fields.ts';
import { nth, sampleAddress, samplePerson, sampleProduct } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';

export interface Money {
  amount: string;
  currency: string;
}

export interface Listing {
  id: string;
  sellerSku: string;
  title: string;
  description: string | null;
  brand: string | null;
  barcode: string | null;
  category: string | null;
  price: Money;
  quantity: number;
  status: 'active' | 'inactive' | 'archived';
  imageUrls: string[];
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface MarketOrder {
  id: string;
  number: string;
  status: 'unshipped' | 'shipped' | 'cancelled';
  buyer: { name: string; email: string };
  shippingAddress: Record<string, string>;
  lines: { id: string; sellerSku: string; title: string; quantity: number; price: Money }[];
  total: Money;
  shipments: { carrier: string; trackingNumber: string | null; shippedAt: string }[];
  createdAt: string;
  updatedAt: string;
}

export type ListingFields = Partial<Omit<Listing, 'id' | 'createdAt' | 'updatedAt'>>;

export const CURRENCY = 'EUR';

/** A seller's account on a marketplace, initially empty. */
export function openMarket({ store, now }: SimulatorPorts) {
  const listings = store.records<Listing>('listings', ({ id }) => id);
  const orders = store.records<MarketOrder>('orders', ({ id }) => id);
  const nextNumber = store.counter('ids', 1_001);
  const bySku = listings.indexedBy(({ sellerSku }) => sellerSku);
  const at = () => new Date(now()).toISOString();

  function addListing(fields: ListingFields & Pick<Listing, 'sellerSku' | 'title' | 'price'>): Listing {
    return listings.put({
      ...nullFields('description brand barcode category externalId'),
      quantity: 0,
      status: 'active',
      imageUrls: [],
      ...fields,
      id: `lst_${nextNumber()}`,
      createdAt: at(),
      updatedAt: at(),
    });
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

    changeListing(listing: Listing, fields: ListingFields): Listing {
      return listings.put(Object.assign(listing, fields, { updatedAt: at() }));
    },

    changeOrder(order: MarketOrder, fields: Partial<MarketOrder>): MarketOrder {
      return orders.put(Object.assign(order, fields, { updatedAt: at() }));
    },

    makeListing(): void {
      const number = nextNumber();
      const { title, sku, price, available } = sampleProduct(listings.size, number);
      addListing({ sellerSku: sku, title, price: { amount: price, currency: CURRENCY }, quantity: available, brand: 'Harbour Foods' });
    },

    makeOrder(): void {
      const number = nextNumber();
      const { firstName, lastName, email } = samplePerson(orders.size, number);
      const listing = listings.size > 0 ? nth(listings.all(), orders.size) : null;
      const line = {
        id: `lin_${number}`,
        sellerSku: listing?.sellerSku ?? 'MUG-01',
        title: listing?.title ?? 'Enamel mug',
        quantity: 1 + (orders.size % 3),
        price: listing?.price ?? { amount: '14.50', currency: CURRENCY },
      };
      const cents = Math.round(Number(line.price.amount) * 100) * line.quantity;
      const { street, city, postalCode, country } = sampleAddress(orders.size);
      orders.put({
        id: `ord_${number}`,
        number: `M-${number}`,
        status: 'unshipped',
        buyer: { name: `${firstName} ${lastName}`, email },
        shippingAddress: { name: `${firstName} ${lastName}`, street, city, postalCode, country },
        lines: [line],
        total: { amount: (cents / 100).toFixed(2), currency: line.price.currency },
        shipments: [],
        createdAt: at(),
        updatedAt: at(),
      });
    },
  };
}
