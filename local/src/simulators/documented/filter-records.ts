import type { ExtractedOperation } from '@portage/connectors/openapi';
import type { RequestValues } from '@portage/connectors/requests';
import { isObject } from '@portage/primitives/json';
import type { StoredRecord } from './kept-records.ts';
import { plainName, singular } from './names.ts';

const SEARCH = /^(q|query|search|search_?text|search_?term|keyword|term|filter|filters|where|formula|filter_?by_?formula)$/i;
const SINCE = /(updated|modified|changed|created).*(since|min|after|from|gte?)|^since$|^(min|start)_?(updated|modified)/i;
const SORT = /^(sort|sort_?by|order|order_?by)$/i;
/** Objects in which systems keep the fields of a record. */
const HOLDERS = ['properties', 'fields', 'attributes'];

/** The records that a list call asks for. Filters that a simulator doesn't understand are ignored. */
export function filterRecords(
  records: readonly StoredRecord[],
  { parameters, paging }: ExtractedOperation,
  { query = {}, body }: RequestValues,
): readonly StoredRecord[] {
  const ofPaging = new Set([paging?.sizeParameter, paging && 'parameter' in paging ? paging.parameter : undefined]);
  let found = records;
  for (const { name, place } of parameters) {
    const value = query[name];
    if (place !== 'query' || value === undefined || value === '' || ofPaging.has(`query.${name}`)) continue;
    if (SINCE.test(name)) found = changedSince(found, value);
    else if (SEARCH.test(name) && typeof value === 'string') found = containing(found, parseSearchValues(value));
    else if (SORT.test(name)) found = sorted(found, String(value));
    else found = equal(found, name, value);
  }
  for (const { name, value } of conditionsIn(body)) found = equal(found, name, value);
  return found;
}

/** A member of a record by its name in any spelling, or undefined. */
export function memberNamed(record: Readonly<Record<string, unknown>>, name: string): unknown {
  const plain = plainName(name);
  for (const holder of [record, ...HOLDERS.map((one) => record[one])]) {
    if (!isObject(holder)) continue;
    const own = Object.keys(holder).find((key) => plainName(key) === plain);
    if (own !== undefined) return holder[own];
  }
  return undefined;
}

/** If no record has such a member, the parameter means something else. */
function equal(records: readonly StoredRecord[], name: string, value: unknown): readonly StoredRecord[] {
  // `ids` matches any of several ids.
  const member = [name, singular(name)].find((one) => records.some(({ value: record }) => memberNamed(record, one) !== undefined));
  if (member === undefined) return records;
  const wanted = new Set([value].flat().flatMap((one) => [String(one).toLowerCase(), ...String(one).toLowerCase().split(',')]));
  return records.filter(({ value: record }) => {
    const own = memberNamed(record, member);
    return [own].flat().some((one) => wanted.has(String(one).toLowerCase()));
  });
}

function changedSince(records: readonly StoredRecord[], value: unknown): readonly StoredRecord[] {
  const text = String(value);
  const number = Number(text);
  const since = Number.isFinite(number) ? (number > 1e11 ? number : number * 1_000) : Date.parse(text);
  // Systems write whole seconds, so records from this very second count.
  return Number.isNaN(since) ? records : records.filter(({ changedAtMs }) => changedAtMs >= since - 999);
}

/** Quoted values of an expression: `email:"ada@example.com"`. A search without quotes is the text itself. */
function parseSearchValues(search: string): string[] {
  const quoted = [...search.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b ?? '').filter(Boolean);
  if (quoted.length > 0) return quoted;
  return /[=<>(){}]/.test(search) ? [] : [search.replace(/^\w+:/, '')];
}

function containing(records: readonly StoredRecord[], texts: readonly string[]): readonly StoredRecord[] {
  const wanted = texts.map((text) => text.toLowerCase());
  return records.filter(({ value }) => {
    const whole = JSON.stringify(value).toLowerCase();
    return wanted.every((text) => whole.includes(text));
  });
}

function sorted(records: readonly StoredRecord[], text: string): readonly StoredRecord[] {
  const [, minus, name = '', direction = ''] = /^(-?)([\w.]+)(?:[\s:]+(asc|desc))?$/i.exec(text.trim()) ?? [];
  if (!name || !records.some(({ value }) => memberNamed(value, name) !== undefined)) return records;
  const sign = minus || /desc/i.test(direction) ? -1 : 1;
  const keyOf = ({ value }: StoredRecord) => memberNamed(value, name);
  return records.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
    return sign * (String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0);
  });
}

/** Conditions of a posted search: `{ propertyName: "email", operator: "EQ", value: "…" }`, or a list of `{ id }`, at any depth. */
function conditionsIn(body: unknown, depth = 0): { name: string; value: unknown }[] {
  if (depth > 6) return [];
  if (Array.isArray(body)) {
    if (body.length > 0 && body.every(isIdAlone)) return [{ name: 'id', value: body.map(({ id }) => id) }];
    return body.flatMap((one) => conditionsIn(one, depth + 1));
  }
  if (!isObject(body)) return [];
  const name = ['propertyName', 'field', 'property', 'fieldName', 'name', 'key']
    .map((one) => body[one])
    .find((one) => typeof one === 'string');
  const { operator = 'eq', value, values } = body;
  const isEqual = /^(eq|=|==|equals?|is|in)$/i.test(String(operator));
  if (typeof name === 'string' && (value !== undefined || Array.isArray(values)) && isEqual) return [{ name, value: value ?? values }];
  return Object.values(body).flatMap((one) => conditionsIn(one, depth + 1));
}

function isIdAlone(one: unknown): one is { id: string | number } {
  return isObject(one) && Object.keys(one).length === 1 && ['string', 'number'].includes(typeof one.id);
}
