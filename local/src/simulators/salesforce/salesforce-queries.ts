import type { QueryValue } from '../query/conditions.ts';
import { InvalidQuery } from '../query/invalid-query.ts';
import { type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { OBJECTS, type SalesforceRecord } from './salesforce-objects.ts';
import { failed } from './salesforce-problems.ts';
import type { SalesforceRecords } from './salesforce-records.ts';
import { parseSoql, type SoqlQuery } from './soql.ts';

/** The most results with more pages that are remembered; Salesforce also forgets old ones. */
const MOST_CURSORS = 50;

interface Cursor {
  object: string;
  fields: readonly string[];
  records: readonly SalesforceRecord[];
}

interface QuerySettings {
  /** Records per page. */
  batchSize: number;
  /** Numbers the results with more pages. */
  nextCursor(): number;
}

/** SOQL over an org's records, in batches linked by `nextRecordsUrl`. */
export class SalesforceQueries {
  readonly #records: SalesforceRecords;
  readonly #batchSize: number;
  readonly #nextCursor: () => number;
  readonly #cursors = new Map<string, Cursor>();

  constructor(records: SalesforceRecords, { batchSize, nextCursor }: QuerySettings) {
    this.#records = records;
    this.#batchSize = batchSize;
    this.#nextCursor = nextCursor;
  }

  query({ url }: SimulatedCall): SimulatedResponse {
    const asked = parseSoql(url.searchParams.get('q') ?? '');
    const name = objectNamed(asked.object);
    if (!name) return failed(400, 'INVALID_TYPE', `sObject type '${asked.object}' is not supported.`);
    const records = this.#recordsOf(name, asked);
    if (asked.isCount) return toJsonResponse({ totalSize: records.length, done: true, records: [] });
    const key = `01g${String(this.#nextCursor()).padStart(15, '0')}`;
    return this.#batch({ object: name, fields: asked.fields, records }, 0, url.pathname, key);
  }

  furtherBatch(locator: string, { url }: SimulatedCall): SimulatedResponse {
    const [, key = '', from = '0'] = /^(\w+)-(\d+)$/.exec(locator) ?? [];
    const cursor = this.#cursors.get(key);
    return cursor ? this.#batch(cursor, Number(from), url.pathname, key) : failed(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
  }

  #recordsOf(name: string, { conditions, orderBy, limit }: SoqlQuery): readonly SalesforceRecord[] {
    const filled = conditions.map(({ subquery, ...condition }) =>
      subquery ? { ...condition, values: this.#valuesOf(subquery) } : condition,
    );
    const found = this.#records.select(name, filled, orderBy);
    return limit === null ? found : found.slice(0, limit);
  }

  /** The values that a semi-join compares with: one field of another query's records. */
  #valuesOf(subquery: SoqlQuery): QueryValue[] {
    const name = objectNamed(subquery.object);
    const [field, another] = subquery.fields;
    if (!name || field === undefined || another !== undefined) throw new InvalidQuery('semi join sub-selects select one field');
    const values = this.#recordsOf(name, subquery).map((record) => this.#records.fieldOf(name, record, field));
    return [...new Set(values.filter((value): value is string => typeof value === 'string'))];
  }

  #batch(cursor: Cursor, from: number, path: string, key: string): SimulatedResponse {
    const { object, fields, records } = cursor;
    const to = from + this.#batchSize;
    const done = to >= records.length;
    if (!done) this.#cursors.set(key, cursor);
    for (const old of [...this.#cursors.keys()].slice(0, -MOST_CURSORS)) this.#cursors.delete(old);
    const base = path.replace(/\/query.*$/, '/query');
    return toJsonResponse({
      totalSize: records.length,
      done,
      ...(done ? {} : { nextRecordsUrl: `${base}/${key}-${to}` }),
      records: records.slice(from, to).map((record) => this.#records.selected(object, record, fields)),
    });
  }
}

function objectNamed(text: string): string | undefined {
  return Object.keys(OBJECTS).find((one) => one.toLowerCase() === text.toLowerCase());
}
