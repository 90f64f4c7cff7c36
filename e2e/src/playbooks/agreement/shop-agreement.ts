import type { SimulatedRecord, SimulatedRecords } from '../simulated-records.ts';
import { type ComparedRecord, differences } from './differences.ts';

interface Order {
  id: string;
  total: string;
  currency: string;
}

const ADJUSTMENTS = 'Shopify Adjustments';
const CURRENCIES: Record<string, string> = { '1': 'USD', '2': 'EUR', '3': 'JPY' };

const inShop = (product: SimulatedRecord): ComparedRecord => [product.sku, [product.title, Number(product.price), product.available]];

export async function bookerAndShop(systems: SimulatedRecords, customers: readonly SimulatedRecord[], orders: readonly Order[]) {
  const products = (await systems.all('booker', 'products')).filter(({ Name }) => Name !== ADJUSTMENTS);
  const sold = products.map(
    ({ Name, ProductVariants: [{ SKU, RetailPrice, Inventory }] }): ComparedRecord => [SKU, [Name, RetailPrice.Amount, Inventory]],
  );
  const people = (await systems.all('booker', 'customers')).map(
    ({ Email, FirstName, LastName }): ComparedRecord => [Email, [FirstName, LastName]],
  );
  const booked = (await systems.all('booker', 'orders')).map(
    ({ Notes, FinalTotal, Payments, IsCompleted }): ComparedRecord => [
      Notes,
      [FinalTotal, Payments.map(({ Amount }: SimulatedRecord) => Amount), IsCompleted],
    ],
  );
  const paid = orders.map(({ id, total, currency }): ComparedRecord => {
    const amount = { Amount: Number(total), CurrencyCode: currency };
    return [id, [amount, [amount], true]];
  });
  return [
    ...differences('The product of Booker', sold, (await systems.all('shopify', 'products')).map(inShop)),
    ...differences('The customer in Booker', await names(systems, customers), people),
    ...differences('The order in Booker', paid, booked),
  ];
}

export async function mindbodyAndShop(systems: SimulatedRecords, customers: readonly SimulatedRecord[], orders: readonly Order[]) {
  const products = (await systems.all('mindbody', 'products')).filter(({ Name }) => Name !== ADJUSTMENTS);
  const sold = products.map(({ Id, id, Name, Price, stock }): ComparedRecord => [Id ?? id, [Name, Price, stock]]);
  const clients = (await systems.all('mindbody', 'clients')).map(
    ({ Email, FirstName, LastName }): ComparedRecord => [Email, [FirstName, LastName]],
  );
  const cents = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  const sales = (await systems.all('mindbody', 'sales')).map(({ Payments, PurchasedItems }): ComparedRecord => {
    const paid = cents(Payments.map(({ Amount }: SimulatedRecord) => Amount));
    const cost = cents(PurchasedItems.map(({ TotalAmount }: SimulatedRecord) => TotalAmount));
    return [Payments[0]?.Notes, [Payments[0]?.Amount, paid - cost]];
  });
  return [
    ...differences('The product of Mindbody', sold, (await systems.all('shopify', 'products')).map(inShop)),
    ...differences('The client in Mindbody', await names(systems, customers), clients),
    ...differences(
      'The sale in Mindbody',
      orders.map(({ id, total }): ComparedRecord => [id, [Number(total), 0]]),
      sales,
    ),
  ];
}

export async function netSuiteAndShop(
  systems: SimulatedRecords,
  items: readonly SimulatedRecord[],
  customers: readonly SimulatedRecord[],
  orders: readonly Order[],
) {
  const people = (await systems.all('netsuite', 'customer')).map(
    ({ email, firstName, lastName }): ComparedRecord => [email, [firstName, lastName]],
  );
  const booked = (await systems.all('netsuite', 'salesOrder')).map(
    ({ externalId, total, currency }): ComparedRecord => [externalId, [total, CURRENCIES[currency?.id]]],
  );
  return [
    ...differences(
      'The item of NetSuite in the shop',
      await soldItems(systems, items, '4'),
      (await systems.all('shopify', 'products')).map(inShop),
    ),
    ...differences('The customer in NetSuite', await names(systems, customers), people),
    ...differences(
      'The sales order in NetSuite',
      orders.map(({ id, total, currency }): ComparedRecord => [id, [Number(total), currency]]),
      booked,
    ),
  ];
}

export async function netSuiteAndMarketplace(systems: SimulatedRecords, items: readonly SimulatedRecord[]) {
  const listings = (await systems.all('u-api', 'listings')).map(
    ({ sellerSku, title, price, quantity }): ComparedRecord => [sellerSku, [title, Number(price.amount), quantity]],
  );
  return differences('The listing of NetSuite’s item', await soldItems(systems, items, '2'), listings);
}

/** Items as NetSuite has them now, with a level's price and the main warehouse's stock. */
async function soldItems(systems: SimulatedRecords, items: readonly SimulatedRecord[], level: string): Promise<ComparedRecord[]> {
  const known = new Set(items.map(({ id }) => id));
  const now = (await systems.all('netsuite', 'inventoryItem')).filter(({ id }) => known.has(id));
  return now.map(({ itemId, displayName, price, locations }) => {
    const amount = price.items.find(({ priceLevel }: SimulatedRecord) => priceLevel.id === level).price;
    const stock = locations.items.find(({ location }: SimulatedRecord) => location.id === '1').quantityAvailable;
    return [itemId, [displayName, amount, stock]];
  });
}

/** Customers as the shop has them now. */
async function names(systems: SimulatedRecords, customers: readonly SimulatedRecord[]): Promise<ComparedRecord[]> {
  const known = new Set(customers.map(({ id }) => id));
  const now = (await systems.all('shopify', 'customers')).filter(({ id }) => known.has(id));
  return now.map(({ email, firstName, lastName }) => [email, [firstName, lastName]]);
}
