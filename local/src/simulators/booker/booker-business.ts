import { samplePerson, sampleProduct } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import type { OrderedIndex } from '../store/ordered-index.ts';
import type { Records } from '../store/records.ts';
import type { Appointment, Customer, Order, PaymentMethod, Product } from './booker-records.ts';
import seed from './business-seed.json' with { type: 'json' };

/** The records of the business. Its locations share customers and orders. */
export interface BookerBusiness {
  products: Records<Product>;
  /** The payment methods that the owner made. */
  paymentMethods: Records<PaymentMethod>;
  customers: Records<Customer>;
  orders: Records<Order>;
  appointments: Records<Appointment>;
  customersByEmail(email: string): Customer[];
  customersByPhone(phone: string): Customer[];
  ordersInTime: OrderedIndex<Order>;
  productOfVariant(variantId: number): Product | undefined;
  nextOrderId(): number;
  nextCustomerId(): number;
  nextAppointmentId(): number;
  addProduct(name: string, sku: string, amount: number, inventory: number): void;
}

export function openBusiness({ store }: SimulatorPorts): BookerBusiness {
  const idOf = ({ ID }: { ID: number }) => String(ID);
  const products = store.records<Product>('products', idOf);
  const paymentMethods = store.records<PaymentMethod>('paymentMethods', idOf);
  const customers = store.records<Customer>('customers', idOf);
  const orders = store.records<Order>('orders', idOf);
  const byVariant = products.indexedBy(({ ProductVariants }) => String(ProductVariants[0]?.ID));
  const byEmail = customers.indexedBy(({ Email }) => Email?.toLowerCase());
  // Older versions numbered products by count.
  const nextProduct = store.counter('products', products.size);
  const business: BookerBusiness = {
    products,
    paymentMethods,
    customers,
    orders,
    appointments: store.records<Appointment>('appointments', idOf),
    customersByEmail: (email) => byEmail(email.toLowerCase()),
    customersByPhone: customers.indexedBy(({ CellPhone }) => CellPhone),
    ordersInTime: orders.orderedBy(({ DateCreatedOffset }) => DateCreatedOffset),
    productOfVariant: (id) =>
      byVariant(String(id))[0] ?? products.find(({ ProductVariants }) => ProductVariants.some(({ ID }) => ID === id)),
    nextOrderId: store.counter('orders', 40_000),
    nextCustomerId: store.counter('customers', 9_000),
    nextAppointmentId: store.counter('appointments', 70_000),
    addProduct(Name, SKU, Amount, Inventory) {
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
  const index = business.products.size;
  const { title, sku, price, available } = sampleProduct(index);
  business.addProduct(title, sku, Number(price), available);
}

export function sampleCustomer(number: number): Partial<Customer> {
  const { firstName, lastName, email, phone } = samplePerson(number);
  return { FirstName: firstName, LastName: lastName, Email: email, CellPhone: phone };
}
