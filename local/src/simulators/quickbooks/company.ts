import { parseInstant } from '../query/conditions.ts';
import { queryTable } from '../query/query-table.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';

export type QuickBooksRecord = Record<string, unknown> & {
  Id: string;
  SyncToken: string;
  MetaData: { CreateTime: string; LastUpdatedTime: string };
};

export const entityNames = [
  'Customer',
  'Item',
  'Invoice',
  'Payment',
  'SalesReceipt',
  'Estimate',
  'Account',
  'Term',
  'PaymentMethod',
  'CompanyInfo',
] as const;
export type EntityName = (typeof entityNames)[number];

const TIME_FIELDS = ['MetaData.LastUpdatedTime', 'MetaData.CreateTime'];

export interface CompanyTable {
  records: Records<QuickBooksRecord>;
  select: ReturnType<typeof queryTable<QuickBooksRecord>>['select'];
  nextId(): string;
}

export type Company = Readonly<Record<EntityName, CompanyTable>> & {
  time(): string;
  /** Never repeats, so that sample names differ. */
  nextSample(): number;
};

/** A company's records. Its clock is local to the US Pacific coast, without daylight saving time. */
export function openCompany({ store, now }: SimulatorPorts): Company {
  const tables = entityNames.map((name): [EntityName, CompanyTable] => {
    const records = store.records<QuickBooksRecord>(name, ({ Id }) => Id);
    const { select } = queryTable({ records, read: readField, timeFields: TIME_FIELDS, idField: 'Id' });
    // Transactions share one number sequence, as in QuickBooks.
    const next = store.counter(['Invoice', 'Payment', 'SalesReceipt', 'Estimate'].includes(name) ? 'transactions' : name, 1);
    return [name, { records, select, nextId: () => String(next()) }];
  });
  const time = () => `${new Date(now() - 8 * 3_600_000).toISOString().slice(0, 19)}-08:00`;
  return { ...(Object.fromEntries(tables) as Record<EntityName, CompanyTable>), time, nextSample: store.counter('samples', 0) };
}

/** `MetaData.LastUpdatedTime`, `CustomerRef` (its value), `PrimaryEmailAddr` (the address). */
export function readField(record: QuickBooksRecord, field: string): unknown {
  const value = field.split('.').reduce<unknown>((found, name) => findMember(found, name), record);
  if (typeof value !== 'object' || value === null) return value;
  return findMember(value, 'value') ?? findMember(value, 'Address') ?? findMember(value, 'FreeFormNumber');
}

function findMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name];
  const own = Object.keys(value).find((one) => one.toLowerCase() === name.toLowerCase());
  return own === undefined ? undefined : (value as Record<string, unknown>)[own];
}

export function addRecord({ records, nextId }: CompanyTable, fields: Record<string, unknown>, at: string): QuickBooksRecord {
  return records.put({
    domain: 'QBO',
    sparse: false,
    ...fields,
    Id: nextId(),
    SyncToken: '0',
    MetaData: { CreateTime: at, LastUpdatedTime: at },
  });
}

/** Stores a changed record with its next token. */
export function changeRecord(
  { records }: CompanyTable,
  record: QuickBooksRecord,
  fields: Record<string, unknown>,
  at: string,
): QuickBooksRecord {
  const { Id, SyncToken, MetaData } = record;
  const isLater = (parseInstant(at) ?? 0) > (parseInstant(MetaData.LastUpdatedTime) ?? 0);
  return records.put({
    domain: 'QBO',
    sparse: false,
    ...fields,
    Id,
    SyncToken: String(Number(SyncToken) + 1),
    MetaData: { ...MetaData, LastUpdatedTime: isLater ? at : MetaData.LastUpdatedTime },
  });
}
