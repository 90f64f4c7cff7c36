import { samplePerson, sampleProduct } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import seed from './studio-seed.json' with { type: 'json' };

export interface Product {
  ProductId: number;
  /** The barcode. */
  Id: string;
  Name: string;
  Price: number;
  OnlinePrice: number;
  stock: number;
  stockedAt?: string;
}

export interface Client {
  Id: string;
  UniqueId: number;
  FirstName: string;
  LastName: string;
  Email: string | null;
  Active?: boolean;
  LastModifiedDateTime: string;
  [more: string]: unknown;
}

export interface Sale {
  Id: number;
  SaleDateTime: string;
  ClientId: string;
  LocationId: number;
  PurchasedItems: object[];
  Payments: { Id: number; Amount: number }[];
}

export type MindbodySite = ReturnType<typeof openSite>;

export function openSite({ store, now }: SimulatorPorts) {
  const products = store.records<Product>('products', ({ Id }) => Id);
  /** The payment methods that the owner made. */
  const paymentMethods = store.records<{ Id: number; Name: string }>('paymentMethods', ({ Id }) => String(Id));
  const clients = store.records<Client>('clients', ({ Id }) => Id);
  const sales = store.records<Sale>('sales', ({ Id }) => String(Id));
  const byNumber = products.indexedBy(({ ProductId }) => String(ProductId));
  const byEmail = clients.indexedBy(({ Email }) => Email?.toLowerCase());
  /** Mindbody writes times without a zone. */
  const timestamp = () => new Date(now()).toISOString().slice(0, 19);
  // Data from an older Portage has none either.
  if (paymentMethods.size === 0) for (const method of seed.paymentMethods) paymentMethods.put({ ...method });
  if (store.isNew) {
    seed.products.forEach((product, index) => {
      products.put({ ProductId: 100 + index, ...product, OnlinePrice: product.Price, stockedAt: `${timestamp()}Z` });
    });
  }
  return {
    products,
    paymentMethods,
    clients,
    sales,
    /** Finds products by barcode, or by the number that Mindbody gave them. No ids: all. */
    productsOf: (ids: readonly string[]) =>
      ids.length === 0 ? products.all() : ids.flatMap((id) => products.get(id) ?? byNumber(id).slice(0, 1)),
    clientsByEmail: (email: string) => byEmail(email.toLowerCase()),
    salesInTime: sales.orderedBy(({ SaleDateTime }) => SaleDateTime),
    clientsInTime: clients.orderedBy(({ LastModifiedDateTime }) => LastModifiedDateTime),
    nextClient: store.counter('clients', 100_000_001),
    nextSale: store.counter('sales', 1),
    // Older versions numbered products by count.
    nextProduct: store.counter('products', 1_000 + products.size),
    timestamp,
  };
}

/** A time as Mindbody stores it: local to the site (UTC here), without a zone. Null for none. */
export function siteTime(text: string | null): string | null {
  const ms = text === null ? Number.NaN : Date.parse(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 19);
}

export function makeProduct({ products, nextProduct, timestamp }: MindbodySite): void {
  const number = nextProduct();
  const { title, price, available: stock } = sampleProduct(number);
  const Price = Number(price);
  const Id = String(4_006_381_000_000 + number);
  const stockedAt = `${timestamp()}Z`;
  products.put({ ProductId: number, Id, Name: `${title} ${number}`, Price, OnlinePrice: Price, stock, stockedAt });
}

export function sampleClient({ clients }: MindbodySite): Record<string, unknown> {
  const { firstName, lastName, email, phone } = samplePerson(clients.size, clients.size + 1);
  return { FirstName: firstName, LastName: lastName, Email: email, MobilePhone: phone };
}
