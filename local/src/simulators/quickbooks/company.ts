import { parseInstant } from '../query/conditions.ts';
import { queryTable } from '../query/query-table.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import { QuickBooksFault } from './quickbooks-answers.ts';

export type Fields = Record<string, unknown>;

export type QuickBooksRecord = Fields & {
  Id: string;
  SyncToken: string;
  MetaData: { CreateTime: string; LastUpdatedTime: string };
};

const TRANSACTIONS = ['Invoice', 'Payment', 'SalesReceipt', 'Estimate'] as const;
export const entityNames = ['Customer', 'Item', ...TRANSACTIONS, 'Account', 'Term', 'PaymentMethod', 'CompanyInfo'] as const;
export type EntityName = (typeof entityNames)[number];

const TIME_FIELDS = ['MetaData.LastUpdatedTime', 'MetaData.CreateTime'];

export type Company = ReturnType<typeof openCompany>;

/** A company's records. Its clock is local to the US Pacific coast, without daylight saving time. */
export function openCompany({ store, now }: SimulatorPorts) {
  const time = () => `${new Date(now() - 8 * 3_600_000).toISOString().slice(0, 19)}-08:00`;

  function openTable(name: EntityName) {
    const records = store.records<QuickBooksRecord>(name, ({ Id }) => Id);
    // Transactions share one number sequence, as in QuickBooks.
    const nextId = store.counter(TRANSACTIONS.some((transaction) => transaction === name) ? 'transactions' : name, 1);
    const own = { domain: 'QBO', sparse: false };
    return {
      records,
      select: queryTable<QuickBooksRecord>({ records, read: readField, timeFields: TIME_FIELDS, idField: 'Id' }).select,

      /** @throws QuickBooksFault */
      get(id: unknown): QuickBooksRecord {
        const record = records.get(String(id ?? ''));
        if (record) return record;
        throw new QuickBooksFault(610, `Object Not Found : Something you're trying to use has been made inactive (${name}).`);
      },

      add(fields: Fields): QuickBooksRecord {
        const at = time();
        return records.put({ ...own, ...fields, Id: String(nextId()), SyncToken: '0', MetaData: { CreateTime: at, LastUpdatedTime: at } });
      },

      /** Stores all fields of a changed record with its next token. */
      change({ Id, SyncToken, MetaData }: QuickBooksRecord, fields: Fields): QuickBooksRecord {
        return records.put({ ...own, ...fields, Id, ...nextVersion({ SyncToken, MetaData }) });
      },
    };
  }

  function nextVersion({ SyncToken, MetaData }: Pick<QuickBooksRecord, 'SyncToken' | 'MetaData'>) {
    const isLater = (parseInstant(time()) ?? 0) > (parseInstant(MetaData.LastUpdatedTime) ?? 0);
    const LastUpdatedTime = isLater ? time() : MetaData.LastUpdatedTime;
    return { SyncToken: String(Number(SyncToken) + 1), MetaData: { ...MetaData, LastUpdatedTime } };
  }

  const tables = Object.fromEntries(entityNames.map((name) => [name, openTable(name)])) as Record<EntityName, ReturnType<typeof openTable>>;
  /** Samples' numbers never repeat, so that their names differ. */
  return { ...tables, time, nextVersion, nextSample: store.counter('samples', 0) };
}

/** `MetaData.LastUpdatedTime`, `CustomerRef` (its value), `PrimaryEmailAddr` (the address). */
export function readField(record: Fields, field: string): unknown {
  const value = field.split('.').reduce<unknown>((found, name) => findMember(found, name), record);
  if (typeof value !== 'object' || value === null) return value;
  return findMember(value, 'value') ?? findMember(value, 'Address') ?? findMember(value, 'FreeFormNumber');
}

function findMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return (value as Fields)[name];
  const own = Object.keys(value).find((one) => one.toLowerCase() === name.toLowerCase());
  return own === undefined ? undefined : (value as Fields)[own];
}
