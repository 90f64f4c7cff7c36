import { nth, sampleAddress, sampleCompany, samplePerson, sampleProduct } from '../sample-words.ts';
import type { Account } from './account.ts';
import seed from './account-seed.json' with { type: 'json' };
import { itemTypes } from './record-types.ts';
import { createRecord } from './save-record.ts';

export function setUpAccount(account: Account): void {
  const times = { createdDate: account.time(), lastModifiedDate: account.time() };
  for (const [type, records] of Object.entries(seed.records)) {
    for (const fields of records) account.table(type).records.put({ ...fields, ...times });
  }
  for (const { type, ...fields } of seed.items) {
    createRecord(account, account.table(type), itemFields(account, type, { ...fields, available: 12 }));
  }
  // Carries what a shop's order has no line for: shipping, taxes, tips, discounts.
  createRecord(account, account.table('otherChargeSaleItem'), { itemId: 'Shopify Adjustments', displayName: 'Shopify Adjustments' });
}

/** Makes one more plausible record; types not listed here are made only by calls. */
export const sampleMakers: Readonly<Record<string, (account: Account) => void>> = {
  customer: (account) => void makeCustomer(account),
  contact(account) {
    const number = account.nextSample();
    const { firstName, lastName, email, phone, jobTitle } = samplePerson(number);
    const company = { id: someCustomer(account, number) };
    createRecord(account, account.table('contact'), {
      entityId: `${firstName} ${lastName} ${number}`,
      firstName,
      lastName,
      email,
      phone,
      title: jobTitle,
      company,
    });
  },
  ...Object.fromEntries(
    itemTypes.map((type) => [
      type,
      (account: Account) => {
        const number = account.nextSample();
        const { title, sku, price, available } = sampleProduct(number, 1_000 + number);
        createRecord(
          account,
          account.table(type),
          itemFields(account, type, { itemId: sku, displayName: title, price: Number(price), available }),
        );
      },
    ]),
  ),
  salesOrder: (account) => makeSale(account, 'salesOrder'),
  opportunity(account) {
    const number = account.nextSample();
    const fields = { title: `${sampleCompany(number)} deal ${number}`, probability: 50, expectedCloseDate: account.time().slice(0, 10) };
    createRecord(account, account.table('opportunity'), { entity: { id: someCustomer(account, number) }, ...fields });
  },
  invoice: (account) => makeSale(account, 'invoice'),
  priceLevel(account) {
    const number = account.nextSample();
    createRecord(account, account.table('priceLevel'), { name: `Price level ${number}`, discountPct: -(number % 50) });
  },
};

function itemFields(
  account: Account,
  type: string,
  { itemId, displayName, price, available }: { itemId: string; displayName: string; price: number; available: number },
) {
  const level = (id: string, factor: number, currency = '1') => ({
    priceLevel: { id },
    currencyPage: { id: currency },
    quantity: { value: 0 },
    price: Math.round(price * factor * 100) / 100,
  });
  const stock = [
    { location: { id: '1' }, quantityOnHand: available, quantityAvailable: available },
    { location: { id: '2' }, quantityOnHand: Math.floor(available / 3), quantityAvailable: Math.floor(available / 3) },
  ];
  return {
    itemId,
    displayName,
    salesDescription: `${displayName}, made to last`,
    ...(type === 'inventoryItem'
      ? {
          manufacturer: 'Harbour Works',
          // No two items share a code.
          upcCode: `40063813${10_000 + account.table(type).records.size}`,
          weight: 0.4,
          cost: Math.round(price * 50) / 100,
        }
      : {}),
    price: { items: ['1', '2'].flatMap((currency) => [level('1', 1, currency), level('2', 0.8, currency), level('4', 0.95, currency)]) },
    ...(type === 'inventoryItem' ? { locations: { items: stock } } : {}),
  };
}

function makeCustomer(account: Account): string {
  const number = account.nextSample();
  const { firstName, lastName, email, phone } = samplePerson(number);
  const { street, city, postalCode, country } = sampleAddress(number);
  const address = { addr1: street, city, zip: postalCode, country: { id: country } };
  const isPerson = number % 3 === 0;
  const names = isPerson
    ? { firstName, lastName, entityId: `${firstName} ${lastName} ${number}` }
    : { companyName: `${sampleCompany(number)} ${number}` };
  const addressBook = { items: [{ label: 'Main', defaultBilling: true, defaultShipping: true, addressBookAddress: address }] };
  return createRecord(account, account.table('customer'), { isPerson, ...names, email, phone, priceLevel: { id: '1' }, addressBook }).id;
}

function someCustomer(account: Account, index: number): string {
  const { records } = account.table('customer');
  return records.size === 0 ? makeCustomer(account) : nth(records.all(), index).id;
}

function makeSale(account: Account, type: 'salesOrder' | 'invoice'): void {
  const number = account.nextSample();
  const items = account.table(nth(itemTypes, number)).records.all();
  const item = { item: { id: nth(items, number).id }, quantity: 1 + (number % 4) };
  const dueDate = type === 'invoice' ? { dueDate: account.time().slice(0, 10) } : {};
  createRecord(account, account.table(type), { entity: { id: someCustomer(account, number) }, item: { items: [item] }, ...dueDate });
}
