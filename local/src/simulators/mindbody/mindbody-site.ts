import { samplePerson, sampleProduct } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import seed from './studio-seed.json' with { type: 'json' };

export interface Product {
  ProductId: number;
  /** The barcode. */
  Id: string;
  Name: string;
  Price: number;
  OnlinePrice: number;
  ShortDescription?: string;
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
  PurchasedItems: {
    SaleDetailId: number;
    Id: number;
    BarcodeId: string;
    Description: string;
    UnitPrice: number;
    Quantity: number;
    TotalAmount: number;
  }[];
  Payments: { Id: number; Amount: number; Type: string; Method?: number; Notes?: string }[];
}

/** A payment method that the owner made. */
export interface PaymentMethod {
  Id: number;
  Name: string;
}

export interface MindbodySite {
  products: Records<Product>;
  paymentMethods: Records<PaymentMethod>;
  clients: Records<Client>;
  sales: Records<Sale>;
  /** Finds a product by its barcode, or by the number that Mindbody gave it. */
  productOf(id: string): Product | undefined;
  clientsByEmail(email: string): Client[];
  salesSince(time: string): readonly Sale[];
  clientsSince(time: string): readonly Client[];
  nextClient(): number;
  nextSale(): number;
  nextProduct(): number;
  /** Mindbody writes times without a zone. */
  timestamp(): string;
}

export function openSite({ store, now }: SimulatorPorts): MindbodySite {
  const products = store.records<Product>('products', ({ Id }) => Id);
  const paymentMethods = store.records<PaymentMethod>('paymentMethods', ({ Id }) => String(Id));
  const clients = store.records<Client>('clients', ({ Id }) => Id);
  const sales = store.records<Sale>('sales', ({ Id }) => String(Id));
  const byNumber = products.indexedBy(({ ProductId }) => String(ProductId));
  const byEmail = clients.indexedBy(({ Email }) => Email?.toLowerCase());
  const salesInTime = sales.orderedBy(({ SaleDateTime }) => SaleDateTime);
  const clientsInTime = clients.orderedBy(({ LastModifiedDateTime }) => LastModifiedDateTime);
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
    productOf: (id) => products.get(id) ?? byNumber(id)[0],
    clientsByEmail: (email) => byEmail(email.toLowerCase()),
    salesSince: (time) => salesInTime.from(time),
    clientsSince: (time) => clientsInTime.from(time),
    nextClient: store.counter('clients', 100_000_001),
    nextSale: store.counter('sales', 1),
    // Older versions numbered products by count.
    nextProduct: store.counter('products', 1_000 + products.size),
    timestamp,
  };
}

export function makeProduct({ products, nextProduct, timestamp }: MindbodySite): void {
  const number = nextProduct();
  const { title, price, available } = sampleProduct(number);
  const Price = Number(price);
  const Id = String(4_006_381_000_000 + number);
  products.put({
    ProductId: number,
    Id,
    Name: `${title} ${number}`,
    Price,
    OnlinePrice: Price,
    stock: available,
    stockedAt: `${timestamp()}Z`,
  });
}

export function sampleClient({ clients }: MindbodySite): Record<string, unknown> {
  const { firstName, lastName, email, phone } = samplePerson(clients.size, clients.size + 1);
  return { FirstName: firstName, LastName: lastName, Email: email, MobilePhone: phone };
}
