import type { Records } from '../store/records.ts';
import type { SimulatorStore } from '../store/simulator-store.ts';

export interface StoredRecord {
  key: string;
  value: Record<string, unknown>;
  changedAtMs: number;
}

const CHANGED_AT =
  /^(updated|modified|changed|last_?(updated|modified|changed))(_?(at|on|date|time|date_?time|timestamp))?$|^date_?(updated|modified)(_?utc)?$|^updated_?date_?utc$/i;

interface Collection {
  name: string;
  /** The document's path, to make more records of this kind. */
  template: string;
  /** The values of its path's parameters. */
  path: Record<string, string>;
  isSeeded: boolean;
}

/** The records of a system simulated from its document, by the address of their list. */
export class StoredRecords {
  readonly #store: SimulatorStore;
  readonly #collections: Records<Collection>;
  readonly #gone: Records<{ id: string }>;
  readonly #byName = new Map<string, Records<StoredRecord>>();
  readonly nextNumber: () => number;

  constructor(store: SimulatorStore) {
    this.#store = store;
    this.#collections = store.records<Collection>('collections', ({ name }) => name);
    this.#gone = store.records<{ id: string }>('gone', ({ id }) => id);
    this.nextNumber = store.counter('records', 1_001);
  }

  collections(): readonly Collection[] {
    return this.#collections.all();
  }

  collection(name: string): Collection | undefined {
    return this.#collections.get(name);
  }

  open(collection: Collection): void {
    this.#collections.put(collection);
  }

  of(name: string): Records<StoredRecord> {
    const known = this.#byName.get(name) ?? this.#store.records<StoredRecord>(`records ${name}`, ({ key }) => key);
    this.#byName.set(name, known);
    return known;
  }

  put(name: string, record: StoredRecord): StoredRecord {
    const goneId = buildRecordAddress(name, record.key);
    if (this.#gone.get(goneId)) this.#gone.remove(goneId);
    return this.of(name).put(record);
  }

  /** Marks a record as changed now and stores it. */
  touch(name: string, record: StoredRecord, nowMs: number): StoredRecord {
    record.changedAtMs = nowMs;
    for (const member of Object.keys(record.value)) {
      if (CHANGED_AT.test(member)) record.value[member] = instantLike(record.value[member], nowMs);
    }
    return this.put(name, record);
  }

  remove(name: string, key: string): boolean {
    if (!this.of(name).remove(key)) return false;
    this.#gone.put({ id: buildRecordAddress(name, key) });
    return true;
  }

  /** Whether the record existed and was removed, or lies below a removed record. */
  isGone(address: string): boolean {
    const parts = address.split('/');
    return parts.some((_, index) => this.#gone.get(parts.slice(0, index + 1).join('/')) !== undefined);
  }
}

/** A record's address: names of the collections below it begin with it. */
export function buildRecordAddress(name: string, key: string): string {
  return `${name}/${encodeURIComponent(key)}`;
}

/** The instant in the record's own format. */
function instantLike(before: unknown, nowMs: number): unknown {
  if (typeof before === 'number') return before > 1e11 ? nowMs : Math.floor(nowMs / 1_000);
  const text = String(before);
  const now = new Date(nowMs);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return now.toISOString().slice(0, 10);
  if (/^\w{3}, \d/.test(text)) return now.toUTCString().replace('GMT', '+0000');
  return text.startsWith('/Date(') ? `/Date(${nowMs}+0000)/` : now.toISOString();
}
