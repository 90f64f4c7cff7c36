import { queryTable } from '../query/query-table.ts';
import { nth } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { buildExample } from './salesforce-examples.ts';
import { derivedFields, MEMBER_FIELDS, memberField, OBJECTS, type SalesforceOrg, type SalesforceRecord } from './salesforce-objects.ts';
import type { SavedRecord, SaveProblem } from './sobject-collections.ts';

const TIME_FIELDS = ['SystemModstamp', 'LastModifiedDate', 'CreatedDate'];

type Table = ReturnType<typeof queryTable<SalesforceRecord>>;

/** An org's records, made, changed and read as Salesforce does, whatever the API. */
export class SalesforceRecords {
  readonly org: SalesforceOrg;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #now: () => number;
  readonly #nextNumber: () => number;
  readonly #nextExample: () => number;
  readonly #nextOrder: () => number;

  constructor({ now, store }: SimulatorPorts) {
    this.#now = now;
    this.#nextNumber = store.counter('ids', 1);
    this.#nextExample = store.counter('examples', 0);
    this.#nextOrder = store.counter('orders', 100);
    this.org = new Map(Object.keys(OBJECTS).map((name) => [name, store.records<SalesforceRecord>(name, ({ Id }) => Id)]));
    this.#tables = new Map(
      [...this.org].map(([name, records]) => {
        const table = queryTable({
          records,
          read: (record: SalesforceRecord, field: string) => this.fieldOf(name, record, field),
          timeFields: TIME_FIELDS,
          idField: 'Id',
          isOwn: (field) => !field.includes('.') && !(name === 'CampaignMember' && MEMBER_FIELDS.includes(field)),
        });
        return [name, table];
      }),
    );
    this.#makeFirst();
  }

  select(object: string, ...asked: Parameters<Table['select']>): readonly SalesforceRecord[] {
    return this.#tables.get(object)?.select(...asked) ?? [];
  }

  createRecord(object: string, fields: Record<string, unknown>): SavedRecord {
    const known = OBJECTS[object];
    if (!known) return { errorCode: 'INVALID_TYPE', message: `sObject type '${object}' is not supported.` };
    const missing = known.required.filter((name) => fields[name] === undefined || fields[name] === null || fields[name] === '');
    if (missing.length > 0) {
      return { errorCode: 'REQUIRED_FIELD_MISSING', message: `Required fields are missing: [${missing.join(', ')}]`, fields: missing };
    }
    const problem = this.#problemOf(object, fields);
    if (problem) return problem;
    const { Id: id } = this.insert(object, fields);
    return { id, takeBack: () => void this.org.get(object)?.remove(id) };
  }

  changeRecord(object: string, id: string, fields: Record<string, unknown>): SavedRecord {
    const record = this.org.get(object)?.get(id);
    if (!record) return { errorCode: 'INVALID_CROSS_REFERENCE_KEY', message: 'invalid cross reference id', fields: [] };
    this.update(object, record, fields);
    return { id, takeBack: () => void this.org.get(object)?.put(record) };
  }

  insert(object: string, fields: Record<string, unknown>): SalesforceRecord {
    const at = this.timestamp();
    const Id = `${OBJECTS[object]?.prefix}${String(this.#nextNumber()).padStart(15, '0')}`;
    const own = object === 'Order' ? { OrderNumber: String(this.#nextOrder()).padStart(8, '0') } : {};
    const record = {
      ...fields,
      ...own,
      ...derivedFields(object, fields, this.org),
      Id,
      CreatedDate: at,
      LastModifiedDate: at,
      SystemModstamp: at,
    };
    return (this.org.get(object) as Records<SalesforceRecord>).put(record);
  }

  update(object: string, record: SalesforceRecord, fields: Record<string, unknown>): void {
    const changed = { ...record, ...fields };
    const at = this.timestamp();
    this.org.get(object)?.put({ ...changed, ...derivedFields(object, changed, this.org), LastModifiedDate: at, SystemModstamp: at });
  }

  /** Finds an existing duplicate, or a price without the standard price that it needs. */
  #problemOf(object: string, fields: Record<string, unknown>): SaveProblem | null {
    const { unique } = OBJECTS[object] ?? {};
    if (unique) {
      const conditions = unique.fields.map((field) => ({
        field,
        operator: '=' as const,
        values: [(fields[field] as string | undefined) ?? null],
      }));
      const isTaken = this.select(object, conditions, []).length > 0;
      if (isTaken) return { errorCode: 'DUPLICATE_VALUE', message: unique.message };
    }
    if (object !== 'PricebookEntry') return null;
    const books = this.org.get('Pricebook2');
    const book = books?.get(String(fields.Pricebook2Id));
    if (!book || book.IsStandard === true) return null;
    const standard = books?.find(({ IsStandard }) => IsStandard === true);
    const prices = this.select(object, [{ field: 'Product2Id', operator: '=', values: [String(fields.Product2Id)] }], []);
    const hasStandard = prices.some(({ Pricebook2Id }) => Pricebook2Id === standard?.Id);
    if (hasStandard) return null;
    return { errorCode: 'STANDARD_PRICE_NOT_DEFINED', message: 'No standard price defined for this product', fields: ['Product2Id'] };
  }

  /** `Account.Name` follows a relation to the record it names. */
  fieldOf(object: string, record: SalesforceRecord, path: string): unknown {
    const [first = '', ...rest] = path.split('.');
    if (rest.length === 0) {
      if (object === 'CampaignMember' && MEMBER_FIELDS.includes(first)) return memberField(record, first, this.org);
      if (Object.hasOwn(record, first)) return record[first];
      return record[Object.keys(record).find((name) => name.toLowerCase() === first.toLowerCase()) ?? first];
    }
    const target = this.#relatedTo(record, first);
    return target ? this.fieldOf(findObjectName(target.Id), target, rest.join('.')) : null;
  }

  /** The `Opportunity` of a line item is the record that its `OpportunityId` names. */
  #relatedTo(record: SalesforceRecord, relation: string): SalesforceRecord | undefined {
    const id = String(record[`${relation}Id`] ?? record[`${relation}2Id`] ?? '');
    return id === '' ? undefined : this.org.get(findObjectName(id))?.get(id);
  }

  /** Fields of related records are nested objects. */
  selected(object: string, record: SalesforceRecord, fields: readonly string[]): SalesforceRecord {
    const result: Record<string, unknown> = { attributes: buildAttributes(object, record.Id) };
    const within = new Map<string, string[]>();
    for (const path of fields) {
      const [first = '', ...rest] = path.split('.');
      if (rest.length === 0) result[first] = this.fieldOf(object, record, path) ?? null;
      else within.set(first, [...(within.get(first) ?? []), rest.join('.')]);
    }
    for (const [relation, paths] of within) {
      const target = this.#relatedTo(record, relation);
      result[relation] = target ? this.selected(findObjectName(target.Id), target, paths) : null;
    }
    return result as SalesforceRecord;
  }

  timestamp(): string {
    return new Date(this.#now()).toISOString().replace('Z', '+0000');
  }

  /** Makes a plausible record and the records it refers to. */
  make(object: string): SalesforceRecord {
    const index = this.#nextExample();
    const before = this.org.get(object)?.size ?? 0;
    const idOf = (other: string, isNew = false): string => {
      const records = this.org.get(other) as Records<SalesforceRecord>;
      return isNew || records.size === 0 ? this.make(other).Id : nth(records.all(), before).Id;
    };
    return this.insert(object, buildExample(object, index, idOf));
  }

  #makeFirst(): void {
    if (!this.org.get('Pricebook2')?.find(({ IsStandard }) => IsStandard === true)) {
      for (const [Name, IsStandard] of [
        ['Standard Price Book', true],
        ['Wholesale', false],
      ]) {
        this.insert('Pricebook2', { Name, IsStandard, IsActive: true, Description: null });
      }
    }
    // Three playbooks ask for a campaign and couldn't be finished without one.
    if (!this.org.get('Campaign')?.find(() => true)) this.insert('Campaign', { Name: 'Spring fair', Status: 'Planned', IsActive: true });
  }
}

export function buildAttributes(type: string, id: string): { type: string; url: string } {
  return { type, url: `/services/data/v62.0/sobjects/${type}/${id}` };
}

function findObjectName(id: string): string {
  return Object.keys(OBJECTS).find((name) => id.startsWith(OBJECTS[name]?.prefix ?? '?')) ?? '';
}
