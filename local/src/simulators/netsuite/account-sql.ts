import { type Account, type AccountTable, CLOCK_MS, type NetSuiteRecord } from './account.ts';
import { itemTypes, lineItemTypes } from './record-types.ts';
import { displayName, idOfReference } from './record-view.ts';
import { linesOf } from './save-record.ts';
import type { SqlTable, SqlTables } from './suiteql/sql-table.ts';
import { SqlDate, type SqlValue } from './suiteql/syntax.ts';

const ALL = ['id', 'externalid', 'lastmodifieddate', 'isinactive'];
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  customer: [
    ...ALL,
    'entityid',
    'companyname',
    'firstname',
    'lastname',
    'altname',
    'email',
    'phone',
    'url',
    'comments',
    'isperson',
    'datecreated',
    'subsidiary',
    'currency',
    'pricelevel',
  ],
  contact: [...ALL, 'entityid', 'firstname', 'lastname', 'title', 'email', 'phone', 'mobilephone', 'company', 'datecreated', 'subsidiary'],
  item: [
    ...ALL,
    'itemid',
    'displayname',
    'itemtype',
    'description',
    'subtype',
    'manufacturer',
    'upccode',
    'cost',
    'weight',
    'createddate',
    'fullname',
  ],
  transaction: [
    ...ALL.slice(0, 3),
    'tranid',
    'title',
    'probability',
    'expectedclosedate',
    'entitystatus',
    'projectedtotal',
    'trandate',
    'type',
    'recordtype',
    'entity',
    'status',
    'foreigntotal',
    'total',
    'currency',
    'paymentmethod',
    'memo',
    'otherrefnum',
    'duedate',
    'createddate',
    'location',
    'subsidiary',
    'email',
  ],
  pricelevel: [...ALL, 'name', 'discountpct'],
  paymentmethod: [...ALL, 'name'],
  currency: [...ALL, 'name', 'symbol'],
  location: [...ALL, 'name', 'subsidiary'],
  subsidiary: [...ALL, 'name'],
};

/** Columns whose member has another name. */
const MEMBERS: Readonly<Record<string, string>> = {
  description: 'salesDescription',
  datecreated: 'createdDate',
  foreigntotal: 'total',
  fullname: 'itemId',
  altname: 'companyName',
};
const DAYS = ['tranDate', 'dueDate', 'expectedCloseDate'];

/** An account's records as SuiteQL sees them. */
export function accountSql(account: Account): SqlTables {
  const tables = new Map<string, SqlTable>();
  for (const [name, columns] of Object.entries(COLUMNS)) {
    const sources = [...account.tables.values()].filter(({ type }) => type.sql.table === name);
    tables.set(name, recordTable(account, name, columns, sources));
  }
  tables.set('aggregateitemlocation', lineTable(account, 'aggregateitemlocation', stockOf, ['inventoryItem']));
  tables.set('pricing', lineTable(account, 'pricing', pricesOf, itemTypes));
  tables.set('itemprice', lineTable(account, 'itemprice', pricesOf, itemTypes));
  tables.set('customeraddressbook', lineTable(account, 'customeraddressbook', addressesOf, ['customer']));
  tables.set('entityaddress', lineTable(account, 'entityaddress', addressesOf, ['customer']));
  tables.set('transactionline', lineTable(account, 'transactionline', saleLinesOf, ['salesOrder', 'invoice', 'itemFulfillment']));
  return { nowMs: () => account.now() + CLOCK_MS, version: account.version, table: (name) => tables.get(name) ?? null };
}

function recordTable(account: Account, name: string, columns: readonly string[], sources: readonly AccountTable[]): SqlTable {
  const lookups = new Map<string, ((key: string) => object[])[]>();
  let kept: { version: number; rows: readonly object[] } | null = null;

  const sourceOf = (record: object): AccountTable | undefined => {
    if (sources.length === 1) return sources[0];
    return sources.find(({ records }) => records.get((record as NetSuiteRecord).id) === record);
  };

  function memberReader(column: string): (record: object) => unknown {
    if (column === 'itemtype' || column === 'type') return (record) => sourceOf(record)?.type.sql.type;
    if (column === 'subtype') return (record) => (sourceOf(record)?.name.includes('Sale') ? 'Sale' : undefined);
    if (column === 'recordtype') return (record) => sourceOf(record)?.name.toLowerCase();
    const wanted = MEMBERS[column];
    let name = wanted ?? column;
    return (record) => {
      const fields = record as NetSuiteRecord;
      if (Object.hasOwn(fields, name)) return fields[name];
      if (wanted !== undefined) return undefined;
      const found = Object.keys(fields).find((one) => one.toLowerCase() === column);
      if (found === undefined) return undefined;
      name = found;
      return fields[found];
    };
  }

  const reader = (column: string) => {
    const read = memberReader(column);
    const isDay = DAYS.some((day) => day.toLowerCase() === column);
    return (record: object) => sqlValue(read(record), isDay, column);
  };

  return {
    name,
    columns,
    hasColumn: (column) => columns.includes(column) || /^cust(entity|item|body|col|record)/.test(column),
    reader,
    displayReader(column) {
      const read = memberReader(column);
      return (record) => {
        const value = read(record);
        if (column === 'status') return ((value as { refName?: string } | undefined)?.refName ?? null) as SqlValue;
        const target = sourceOf(record)?.type.references?.[Object.keys(record).find((one) => one.toLowerCase() === column) ?? ''];
        const id = idOfReference(value);
        return target !== undefined && id !== null ? displayName(account, target, id) : sqlValue(value, false, column);
      };
    },
    all() {
      const version = account.version();
      if (sources.length === 1) return sources[0]?.records.all() ?? [];
      if (kept?.version === version) return kept.rows;
      const rows = sources.flatMap((source) => source.records.all());
      rows.sort((a, b) => Number(a.id) - Number(b.id));
      kept = { version, rows };
      return rows;
    },
    withValue(column, value) {
      if (value === null) return [];
      // Transactions have few types, so an index by type would hardly narrow anything.
      if (value instanceof SqlDate || column === 'type' || column === 'itemtype' || column === 'isinactive') return null;
      const known = lookups.get(column);
      const indexes =
        known ??
        sources.map(({ records }) => {
          const read = reader(column);
          return records.indexedBy((record) => {
            const own = read(record);
            return own === null || own instanceof SqlDate ? null : String(own).toLowerCase();
          });
        });
      if (!known) lookups.set(column, indexes);
      return indexes.flatMap((find) => find(String(value).toLowerCase()));
    },
    since(column, value) {
      if (column !== 'lastmodifieddate' || !(value instanceof SqlDate)) return null;
      const bound = `${new Date(value.ms - CLOCK_MS).toISOString().slice(0, 19)}Z`;
      return sources.flatMap(({ byTime }) => byTime.from(bound));
    },
  };
}

const REFERENCES = ['id', 'entity', 'currency', 'paymentmethod', 'location', 'subsidiary', 'pricelevel', 'company', 'item', 'transaction'];

function sqlValue(value: unknown, isDay: boolean, column: string): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'T' : 'F';
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    if (isDay) return new SqlDate(Date.parse(value.slice(0, 10)));
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return new SqlDate(Date.parse(value) + CLOCK_MS);
    return REFERENCES.includes(column) && /^\d+$/.test(value) ? Number(value) : value;
  }
  const id = idOfReference(value);
  return id === null ? null : /^\d+$/.test(id) ? Number(id) : id;
}

type LineRow = Readonly<Record<string, SqlValue>>;

/** A table whose rows are records' lines: stock, prices, sale lines. */
function lineTable(
  account: Account,
  name: string,
  linesOfRecord: (account: Account, record: NetSuiteRecord) => LineRow[],
  types: readonly string[],
): SqlTable {
  const { owner, idOf } = OWNERS[name] ?? { owner: 'item', idOf: String };
  const columns = LINE_COLUMNS[name] ?? [];
  const sources = types.map((type) => account.table(type));
  let kept: { version: number; rows: readonly object[] } | null = null;
  return {
    name,
    columns,
    hasColumn: (column) => columns.includes(column),
    reader: (column) => (row) => (row as LineRow)[column] ?? null,
    displayReader(column) {
      const target = LINE_TARGETS[column];
      return (row) => {
        const id = String((row as LineRow)[column] ?? '');
        if (column === 'item') return lineItemTypes.map((type) => displayName(account, type, id)).find((found) => found !== null) ?? null;
        return target === undefined ? ((row as LineRow)[column] ?? null) : displayName(account, target, id);
      };
    },
    all() {
      const version = account.version();
      if (kept?.version === version) return kept.rows;
      const rows = sources.flatMap(({ records }) => records.all().flatMap((record) => linesOfRecord(account, record)));
      kept = { version, rows };
      return rows;
    },
    withValue(column, value) {
      if (column !== owner) return null;
      return sources.flatMap(({ records }) => {
        const record = records.get(idOf(value));
        return record ? linesOfRecord(account, record) : [];
      });
    },
    since: () => null,
  };
}

/** Which column names the record that a row belongs to. */
const OWNERS: Readonly<Record<string, { owner: string; idOf(value: SqlValue): string }>> = {
  transactionline: { owner: 'transaction', idOf: String },
  customeraddressbook: { owner: 'entity', idOf: String },
  entityaddress: { owner: 'nkey', idOf: (key) => String(Math.floor(Number(key) / MOST_ADDRESSES)) },
};
const MOST_ADDRESSES = 100;

const LINE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  aggregateitemlocation: ['item', 'location', 'quantityonhand', 'quantityavailable', 'quantitycommitted', 'quantityonorder'],
  itemprice: ['item', 'pricelevel', 'pricelevelname', 'price', 'quantity', 'currency'],
  customeraddressbook: ['entity', 'internalid', 'addressbookaddress', 'label', 'defaultbilling', 'defaultshipping'],
  entityaddress: ['nkey', 'addressee', 'addr1', 'addr2', 'city', 'state', 'zip', 'country', 'addrphone'],
  pricing: ['item', 'pricelevel', 'unitprice', 'quantity', 'currency'],
  transactionline: ['transaction', 'linesequencenumber', 'item', 'quantity', 'rate', 'netamount', 'memo', 'location'],
};
const LINE_TARGETS: Readonly<Record<string, string>> = { location: 'location', pricelevel: 'priceLevel', currency: 'currency' };

function stockOf(_account: Account, { id, locations }: NetSuiteRecord): LineRow[] {
  return linesOf(locations).map(({ location, quantityOnHand = 0, quantityAvailable = 0 }) => ({
    item: Number(id),
    location: Number(idOfReference(location)),
    quantityonhand: Number(quantityOnHand),
    quantityavailable: Number(quantityAvailable),
    quantitycommitted: Math.max(0, Number(quantityOnHand) - Number(quantityAvailable)),
    quantityonorder: 0,
  }));
}

function addressesOf(_account: Account, { id, addressBook }: NetSuiteRecord): LineRow[] {
  return linesOf(addressBook)
    .slice(0, MOST_ADDRESSES)
    .map((line, index) => {
      const address = (line.addressBookAddress ?? {}) as Record<string, unknown>;
      const key = Number(id) * MOST_ADDRESSES + index;
      const text = (name: string) => (typeof address[name] === 'string' ? (address[name] as string) : null);
      return {
        entity: Number(id),
        internalid: Number(line.internalId ?? index + 1),
        addressbookaddress: key,
        nkey: key,
        label: typeof line.label === 'string' ? line.label : null,
        defaultbilling: line.defaultBilling === true ? 'T' : 'F',
        defaultshipping: line.defaultShipping === true ? 'T' : 'F',
        addressee: text('addressee'),
        addr1: text('addr1'),
        addr2: text('addr2'),
        city: text('city'),
        state: text('state'),
        zip: text('zip'),
        country: idOfReference(address.country),
        addrphone: text('addrPhone'),
      };
    });
}

function pricesOf(account: Account, { id, price }: NetSuiteRecord): LineRow[] {
  return linesOf(price).map((line) => ({
    item: Number(id),
    pricelevel: Number(idOfReference(line.priceLevel)),
    pricelevelname: displayName(account, 'priceLevel', idOfReference(line.priceLevel) ?? ''),
    unitprice: amountOf(line.price),
    price: amountOf(line.price),
    quantity: Number((line.quantity as { value?: number } | undefined)?.value ?? 0),
    currency: Number(idOfReference(line.currencyPage) ?? 1),
  }));
}

/** A price level may have no price. */
function amountOf(price: unknown): number | null {
  return price === undefined || price === null || price === '' ? null : Number(price);
}

function saleLinesOf(_account: Account, { id, item }: NetSuiteRecord): LineRow[] {
  return linesOf(item).map((line, index) => ({
    transaction: Number(id),
    linesequencenumber: index + 1,
    item: Number(idOfReference(line.item)),
    // Sold goods leave stock: NetSuite counts them as negative.
    quantity: -Number(line.quantity ?? 0),
    rate: Number(line.rate ?? 0),
    netamount: -Number(line.amount ?? 0),
    memo: typeof line.description === 'string' ? line.description : null,
    location: line.location === undefined ? null : Number(idOfReference(line.location)),
  }));
}
