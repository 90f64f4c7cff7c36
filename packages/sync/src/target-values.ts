import type { EntityFind } from '@portage/connectors/entities';
import { valueAt } from '@portage/connectors/requests';
import { ExactNumber } from '@portage/primitives/exact-json';
import type { MappedField } from './map-record.ts';

/** A key of the target, and where its records have it. */
type KeyLocation = Pick<EntityFind, 'key' | 'equalsPath'>;

/**
 * Reads the values of these fields from a target record; undefined: unknown.
 *
 * @param fields all written fields of the record
 * @param places keys the target is searched by: some of its records have a key elsewhere than a write does
 */
export function targetReader(
  fields: readonly MappedField[],
  places: readonly KeyLocation[] = [],
): (record: unknown, toParameterPath: string) => unknown {
  const wrapper = findWrapper(fields);
  const placeOf = new Map(places.map(({ key, equalsPath }) => [key, equalsPath]));
  return (record, toParameterPath) => {
    if (!toParameterPath.startsWith('body.')) return undefined;
    const path = toParameterPath.slice(5);
    const inside = wrapper === null ? [] : [path.slice(wrapper.length + 1)];
    const known = placeOf.get(toParameterPath);
    // GraphQL returns the entries of a list as its nodes.
    const paths = [path, ...inside].flatMap((one) => [one, one.replaceAll(/(?<=[\w$])\[/g, '.nodes[')]);
    for (const one of known === undefined ? paths : [...paths, known]) {
      const value = valueAt(record, one);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

/** Whether the target's record already has all values to be written. */
export function hasValues(record: unknown, fields: readonly MappedField[]): boolean {
  const valueIn = targetReader(fields);
  return fields.every(({ toParameterPath, value }) => hasValue(valueIn(record, toParameterPath), value));
}

/** Systems accept a record inside a wrapper member (`body.product.title`) and return it without. */
export function findWrapper(fields: readonly MappedField[]): string | null {
  const inner = fields.flatMap(({ toParameterPath }) => (toParameterPath.startsWith('body.') ? [toParameterPath.slice(5)] : []));
  const [first] = inner;
  const name = first === undefined ? null : /^[\w$-]+(?:\[0\])?(?=\.)/.exec(first)?.[0];
  return name && inner.every((path) => path.startsWith(`${name}.`)) ? name : null;
}

/** Systems write 10 as "10.00" and a time in another zone, and omit empty values. None of that is a change. */
export function isSameValue(value: unknown, other: unknown): boolean {
  return isAlike(value, other, (left, right) => [...new Set([...Object.keys(left), ...Object.keys(right)])]);
}

/** The same for a target value: members besides the written ones, such as an id, are its own. */
export function hasValue(there: unknown, written: unknown): boolean {
  return isAlike(written, there, Object.keys);
}

type Members = Readonly<Record<string, unknown>>;
type NamesOf = (one: Members, another: Members) => string[];

function isAlike(one: unknown, another: unknown, namesOf: NamesOf): boolean {
  if (isEmpty(one) || isEmpty(another)) return isEmpty(one) && isEmpty(another);
  if (Array.isArray(one) || Array.isArray(another)) {
    if (!Array.isArray(one) || !Array.isArray(another) || one.length !== another.length) return false;
    return one.every((entry, at) => isAlike(entry, another[at], namesOf));
  }
  if (isMembers(one) || isMembers(another)) {
    if (!isMembers(one) || !isMembers(another)) return false;
    return namesOf(one, another).every((name) => isAlike(getMember(one, name), getMember(another, name), namesOf));
  }
  const [left, right] = [String(one), String(another)];
  if (left === right) return true;
  const places = [normalizeDecimal(left) ?? normalizeInstant(left), normalizeDecimal(right) ?? normalizeInstant(right)];
  return places[0] !== null && places[0] === places[1];
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isMembers(value) && Object.values(value).every(isEmpty);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

function getMember(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Compares digits: a number would lose those of a long id, and "007" isn't 7. */
function normalizeDecimal(text: string): string | null {
  const [, sign = '', whole, fraction = ''] = /^\s*(-?)(0|[1-9]\d*)(?:\.(\d+))?\s*$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const rest = fraction.replace(/0+$/, '');
  return `${whole === '0' && rest === '' ? '' : sign}${whole}${rest === '' ? '' : `.${rest}`}`;
}

/** A day without a time is its first moment. */
function normalizeInstant(text: string): string | null {
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?\d*(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  if (day === undefined) return null;
  const at = Date.parse(`${day}T${time}${seconds}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(at) ? null : `at ${at}`;
}
