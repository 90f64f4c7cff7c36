import { type AccountTable, CLOCK_MS, type NetSuiteRecord } from '../account.ts';
import { idOfReference } from '../record-view.ts';
import { getLines } from '../save-record.ts';
import { dateFrom } from './dates.ts';
import type { TableName } from './tables.ts';

type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/** Columns that name a day, without a time. */
const DAYS = ['trandate', 'duedate', 'expectedclosedate'];

export function recordRow({ name, type }: Pick<AccountTable, 'name' | 'type'>, record: NetSuiteRecord): Row {
  const members = Object.entries(record).map(([member, value]): [string, Value] => {
    const column = member.toLowerCase();
    return [column, sqlValue(value, column)];
  });
  const fields: Row = Object.fromEntries(members);
  return {
    ...fields,
    _type: name,
    _fields: JSON.stringify(fields),
    itemtype: type.sql.type ?? null,
    type: type.sql.type ?? null,
    subtype: name.includes('Sale') ? 'Sale' : null,
    recordtype: name.toLowerCase(),
    description: fields.salesdescription ?? null,
    datecreated: fields.createddate ?? null,
    foreigntotal: fields.total ?? null,
    fullname: fields.itemid ?? null,
    altname: fields.companyname ?? null,
  };
}

/** Booleans are T or F, references ids, and times are in the account's clock. */
function sqlValue(value: unknown, column: string): Value {
  if (typeof value === 'boolean') return value ? 'T' : 'F';
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return idOfReference(value);
  if (!column.includes('date') || !/^\d{4}-\d\d-\d\d/.test(value)) return value;
  const hasTime = value.endsWith('Z') && !DAYS.includes(column);
  return dateFrom(hasTime ? Date.parse(value) + CLOCK_MS : Date.parse(value.slice(0, 10)));
}

type LineRows = (record: NetSuiteRecord) => Row[];

/** By the table of the records: the tables of their lines, and each line as a row. The first column is the record's id. */
export const lineTables: Partial<Record<string, Partial<Record<TableName, LineRows>>>> = {
  item: { _price: priceRows, aggregateitemlocation: stockRows },
  customer: { _address: addressRows },
  transaction: { transactionline: saleRows },
};

function priceRows({ id, price }: NetSuiteRecord): Row[] {
  return getLines(price).map((line) => ({
    item: id,
    pricelevel: idOfReference(line.priceLevel),
    // A price level may have no price.
    price: line.price === '' ? null : sqlValue(line.price, 'price'),
    quantity: (line.quantity as { value?: number } | undefined)?.value ?? 0,
    currency: idOfReference(line.currencyPage) ?? 1,
  }));
}

function stockRows({ id, locations }: NetSuiteRecord): Row[] {
  return getLines(locations).map(({ location, quantityOnHand = 0, quantityAvailable = 0 }) => ({
    item: id,
    location: idOfReference(location),
    quantityonhand: Number(quantityOnHand),
    quantityavailable: Number(quantityAvailable),
    quantitycommitted: Math.max(0, Number(quantityOnHand) - Number(quantityAvailable)),
    quantityonorder: 0,
  }));
}

const MOST_ADDRESSES = 100;

function addressRows({ id, addressBook }: NetSuiteRecord): Row[] {
  return getLines(addressBook)
    .slice(0, MOST_ADDRESSES)
    .map((line, index) => {
      const address = (line.addressBookAddress ?? {}) as Record<string, unknown>;
      const text = (value: unknown) => (typeof value === 'string' ? value : null);
      return {
        entity: id,
        internalid: Number(line.internalId ?? index + 1),
        key: Number(id) * MOST_ADDRESSES + index,
        label: text(line.label),
        defaultbilling: line.defaultBilling === true ? 'T' : 'F',
        defaultshipping: line.defaultShipping === true ? 'T' : 'F',
        addressee: text(address.addressee),
        addr1: text(address.addr1),
        addr2: text(address.addr2),
        city: text(address.city),
        state: text(address.state),
        zip: text(address.zip),
        country: idOfReference(address.country),
        addrphone: text(address.addrPhone),
      };
    });
}

/** Sold goods leave stock: NetSuite counts them as negative. */
function saleRows({ id, item }: NetSuiteRecord): Row[] {
  return getLines(item).map((line, index) => ({
    transaction: id,
    linesequencenumber: index + 1,
    item: idOfReference(line.item),
    quantity: -Number(line.quantity ?? 0),
    rate: Number(line.rate ?? 0),
    netamount: -Number(line.amount ?? 0),
    memo: typeof line.description === 'string' ? line.description : null,
    location: idOfReference(line.location),
  }));
}
