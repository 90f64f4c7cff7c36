import type { SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { type RecordType, recordTypes } from './record-types.ts';

export type NetSuiteRecord = Record<string, unknown> & {
  id: string;
  createdDate: string;
  lastModifiedDate: string;
};

export interface AccountTable {
  name: string;
  type: RecordType;
  records: Records<NetSuiteRecord>;
  byExternalId(externalId: string): NetSuiteRecord[];
  byUnique(value: string): NetSuiteRecord[];
}

export type Account = ReturnType<typeof openAccount>;

/** The account's clock against UTC: US Pacific, without daylight saving time. */
export const CLOCK_MS = -8 * 3_600_000;

/** The records of an account. Items, customers and transactions share their ids, as in NetSuite. */
export function openAccount({ store, now }: SimulatorPorts) {
  const nextId = store.counter('ids', 101);
  const nextTransaction = store.counter('transactions', 1_001);
  const tables = new Map(Object.entries(recordTypes).map(([name, type]) => [name, tableOf(name, type)]));
  const time = () => `${new Date(now()).toISOString().slice(0, 19)}Z`;

  function tableOf(name: string, type: RecordType): AccountTable {
    const records = store.records<NetSuiteRecord>(name, ({ id }) => id);
    return {
      name,
      type,
      records,
      byExternalId: records.indexedBy(({ externalId }) => (typeof externalId === 'string' ? externalId : null)),
      byUnique: records.indexedBy((record) => (type.unique === undefined ? null : String(record[type.unique] ?? '').toLowerCase())),
    };
  }

  return {
    tables,
    now,
    time,
    nextNumber: (type: RecordType) => `${type.numbers ?? ''}${nextTransaction()}`,
    /** Never repeats, so that sample names differ. */
    nextSample: store.counter('samples', 0),

    table(name: string): AccountTable {
      const table = tables.get(name);
      if (!table) throw new Error(`NetSuite has no ${name}.`);
      return table;
    },

    add({ records }: AccountTable, fields: Record<string, unknown>): NetSuiteRecord {
      return records.put({ ...fields, id: String(nextId()), createdDate: time(), lastModifiedDate: time() });
    },

    change({ records }: AccountTable, record: NetSuiteRecord, fields: Record<string, unknown>): NetSuiteRecord {
      const { id, createdDate } = record;
      return records.put({ ...fields, id, createdDate, lastModifiedDate: time() });
    },
  };
}
