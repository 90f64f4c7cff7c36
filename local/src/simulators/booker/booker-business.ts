import { samplePerson, sampleProduct } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import seed from './business-seed.json' with { type: 'json' };

export interface Money {
  Amount: number;
  CurrencyCode: string;
}

export interface Customer {
  ID: number;
  FirstName: string;
  LastName: string;
  Email: string | null;
  CellPhone: string | null;
  LocationID: number;
  [more: string]: unknown;
}

export interface Variant {
  ID: number;
  Name: string;
  RetailPrice: Money;
  Inventory: number;
  [more: string]: unknown;
}

export interface Product {
  ID: number;
  Name: string;
  Description: string;
  IsActive: boolean;
  ProductVariants: Variant[];
}

export interface Order {
  ID: number;
  OrderNumber: string;
  CustomerID: number;
  DateCreatedOffset: string;
  DatePaid: string | null;
  IsCompleted: boolean;
  FinalTotal: Money;
  Notes: string;
  Items: { ProductVariantID: number; Name: string; Quantity: number; Price: Money }[];
  Payments: { Amount: Money; CustomPaymentMethodID: number | null }[];
}

export type Appointment = { ID: number; CustomerID: number } & Record<string, unknown>;

export type BookerBusiness = ReturnType<typeof openBusiness>;

/** The records of the business. Its locations share customers and orders. */
export function openBusiness({ store }: SimulatorPorts) {
  const idOf = ({ ID }: { ID: number }) => String(ID);
  const products = store.records<Product>('products', idOf);
  const paymentMethods = store.records<{ ID: number; Name: string }>('paymentMethods', idOf);
  const customers = store.records<Customer>('customers', idOf);
  const orders = store.records<Order>('orders', idOf);
  const byVariant = products.indexedBy(({ ProductVariants }) => String(ProductVariants[0]?.ID));
  const byEmail = customers.indexedBy(({ Email }) => Email?.toLowerCase());
  // Older versions numbered products by count.
  const nextProduct = store.counter('products', products.size);
  const business = {
    products,
    /** The payment methods that the owner made. */
    paymentMethods,
    customers,
    orders,
    appointments: store.records<Appointment>('appointments', idOf),
    customersByEmail: (email: string) => byEmail(email.toLowerCase()),
    customersByPhone: customers.indexedBy(({ CellPhone }) => CellPhone),
    ordersInTime: orders.orderedBy(({ DateCreatedOffset }) => DateCreatedOffset),
    productOfVariant: (id: number): Product | undefined =>
      byVariant(String(id))[0] ?? products.find(({ ProductVariants }) => ProductVariants.some(({ ID }) => ID === id)),
    nextOrderId: store.counter('orders', 40_000),
    nextCustomerId: store.counter('customers', 9_000),
    nextAppointmentId: store.counter('appointments', 70_000),
    addProduct(Name: string, SKU: string, Amount: number, Inventory: number): void {
      const number = nextProduct();
      const RetailPrice = { Amount, CurrencyCode: 'USD' };
      const variant = { ID: 700 + number, Name, SKU, RetailPrice, Inventory, BackbarInventory: 0, IsActive: true };
      products.put({ ID: 500 + number, Name, Description: `${Name} of the house`, IsActive: true, ProductVariants: [variant] });
    },
  };
  // Data from an older Portage has none either.
  if (paymentMethods.size === 0) paymentMethods.put({ ID: 901, Name: 'Shopify' });
  if (store.isNew) for (const { name, sku, price, stock } of seed.products) business.addProduct(name, sku, price, stock);
  return business;
}

export function makeProduct(business: BookerBusiness): void {
  const { title, sku, price, available } = sampleProduct(business.products.size);
  business.addProduct(title, sku, Number(price), available);
}

export function sampleCustomer(number: number): Partial<Customer> {
  const { firstName, lastName, email, phone } = samplePerson(number);
  return { FirstName: firstName, LastName: lastName, Email: email, CellPhone: phone };
}
