import type { Account, AccountTable, NetSuiteRecord } from './account.ts';
import { lineItemTypes } from './record-types.ts';

type Fields = Record<string, unknown>;

/** A record as `GET` returns it: references with their names and links, and lists on request. */
export function recordView(
  account: Account,
  table: AccountTable,
  record: NetSuiteRecord,
  base: string,
  settings: { expands: boolean; fields: string[] | null },
): Fields {
  const { references = {}, sublists = [] } = table.type;
  const self = `${base}/${table.name}/${record.id}`;
  const members = Object.entries(record).filter(([name]) => settings.fields === null || name === 'id' || settings.fields.includes(name));
  const shown = members.map(([name, value]): [string, unknown] => {
    if (sublists.includes(name)) return [name, sublistView(account, name, value, `${self}/${name}`, settings.expands, base)];
    const target = references[name];
    return [name, target === undefined ? value : referenceView(account, target, value, base)];
  });
  return { links: [{ rel: 'self', href: self }], ...Object.fromEntries(shown) };
}

function sublistView(account: Account, name: string, value: unknown, href: string, expands: boolean, base: string): Fields {
  const links = [{ rel: 'self', href }];
  if (!expands) return { links };
  const references = LINE_REFERENCES[name] ?? {};
  const items = ((value as { items?: Fields[] } | undefined)?.items ?? []).map((line, index) => {
    const named = Object.entries(line).map(([field, member]): [string, unknown] => {
      const target = field === 'item' ? findItemType(account, member) : references[field];
      return [field, target === undefined ? member : referenceView(account, target, member, base)];
    });
    return { links: [{ rel: 'self', href: `${href}/${index + 1}` }], line: index + 1, ...Object.fromEntries(named) };
  });
  return { links, items, totalResults: items.length, count: items.length, hasMore: false, offset: 0 };
}

/** By the list within the record. The price of a sale line is a price level, the price of an item is an amount. */
const LINE_REFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  item: { price: 'priceLevel', location: 'location' },
  price: { priceLevel: 'priceLevel', currencyPage: 'currency' },
};

export function findItemType(account: Account, reference: unknown): string | undefined {
  const id = idOfReference(reference);
  return lineItemTypes.find((name) => id !== null && account.table(name).records.get(id));
}

function referenceView(account: Account, type: string, value: unknown, base: string): unknown {
  const id = idOfReference(value);
  if (id === null) return value;
  const refName = displayName(account, type, id);
  return { links: [{ rel: 'self', href: `${base}/${type}/${id}` }], id, ...(refName === null ? {} : { refName }) };
}

/** How other records name this record. */
export function displayName(account: Account, type: string, id: string): string | null {
  const table = account.tables.get(type);
  const record = table?.records.get(id);
  return table && record ? String(record[table.type.nameField] ?? id) : null;
}

/** A reference is an object with an id, or the id itself. */
export function idOfReference(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}
