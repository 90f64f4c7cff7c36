import type { EntityEntries } from '../declarations/entity.ts';
import { textAt } from '../events/values-at.ts';
import { type MappedValue, valueAt } from '../requests/request-values.ts';

/** Gives written entries the ids of the record's matching ones. New entries go to the path for additions; others stay as they are. */
export function matchEntries(
  { path, current, by, id, keeps, added }: EntityEntries,
  values: readonly MappedValue[],
  record: unknown,
): MappedValue[] {
  const { entries, others } = divideByEntry(path, values);
  const there = asList(valueAt(record, current));
  const partners = new Map<number, unknown>();
  const free = (entry: unknown) => ![...partners.values()].includes(entry);
  for (const key of by) {
    for (const [at, fields] of entries) {
      const wanted = fields.findLast(({ toParameterPath }) => toParameterPath === `.${key.path}`)?.value;
      if (partners.has(at) || wanted === undefined || wanted === null || wanted === '') continue;
      const partner = there.find((entry) => free(entry) && textAt(entry, key.current) === String(wanted));
      if (partner !== undefined) partners.set(at, partner);
    }
  }
  // A single entry is the record's first entry, whatever its name is now.
  if (entries.size === 1 && partners.size === 0 && there.length > 0) for (const at of entries.keys()) partners.set(at, there[0]);
  let changed = 0;
  let more = 0;
  const placed = [...entries].flatMap(([at, fields]) => {
    const partner = partners.get(at);
    const place = partner === undefined ? `${added.path}[${more++}]` : `${path}[${changed++}]`;
    const known = partner === undefined ? [] : [{ toParameterPath: `${place}.${id}`, value: valueAt(partner, id) }];
    const isKept = keeps !== undefined && fields.some(({ toParameterPath }) => toParameterPath === `.${keeps.with}`);
    const kept = isKept ? [{ toParameterPath: `${place}.${keeps.path}`, value: valueAt(partner ?? there[0], keeps.current) }] : [];
    return [...fields.map(({ toParameterPath, value }) => ({ toParameterPath: place + toParameterPath, value })), ...kept, ...known];
  });
  const none = changed === 0 ? [{ toParameterPath: path, value: [] }] : [];
  return [...others, ...none, ...placed, ...(more > 0 ? [{ toParameterPath: added.flag, value: true }] : [])];
}

/** The values of each entry, by its index in the list, with paths relative to the entry. */
function divideByEntry(path: string, values: readonly MappedValue[]) {
  const entries = new Map<number, MappedValue[]>();
  const others: MappedValue[] = [];
  for (const value of values) {
    const [, place, rest = ''] = value.toParameterPath.startsWith(`${path}[`)
      ? (/^\[(\d+)\](.*)$/.exec(value.toParameterPath.slice(path.length)) ?? [])
      : [];
    if (place === undefined) others.push(value);
    else entries.set(Number(place), [...(entries.get(Number(place)) ?? []), { toParameterPath: rest, value: value.value }]);
  }
  return { entries, others };
}

/** Repeats a value for `body.variants[].name` for each entry that has another value, and always for the first entry. */
export function forEachEntry({ toParameterPath, value }: MappedValue, sent: readonly MappedValue[]): MappedValue[] {
  const at = toParameterPath.indexOf('[]');
  if (at < 0) return [{ toParameterPath, value }];
  const [list, rest] = [toParameterPath.slice(0, at), toParameterPath.slice(at + 2)];
  const places = sent.flatMap((one) => {
    const [, place] = one.toParameterPath.startsWith(`${list}[`) ? (/^\[(\d+)\]/.exec(one.toParameterPath.slice(list.length)) ?? []) : [];
    return place === undefined ? [] : [Number(place)];
  });
  return [...new Set(places.length > 0 ? places : [0])].map((place) => ({ toParameterPath: `${list}[${place}]${rest}`, value }));
}

/** Copies the values at a path of each entry to the entries of another list. @param copies maps paths with `[]` to paths with `[]` */
export function copiedValues(copies: Readonly<Record<string, string>>, values: readonly MappedValue[]): MappedValue[] {
  return Object.entries(copies).flatMap(([from, to]) => {
    const [list = '', rest = ''] = from.split('[]');
    const byPlace = new Map<string, unknown>();
    for (const { toParameterPath, value } of values) {
      const place = toParameterPath.startsWith(`${list}[`) ? /^\[(\d+)\]/.exec(toParameterPath.slice(list.length))?.[1] : undefined;
      if (place !== undefined && toParameterPath === `${list}[${place}]${rest}`) byPlace.set(place, value);
    }
    return [...byPlace].map(([place, value]) => ({ toParameterPath: to.replace('[]', `[${place}]`), value }));
  });
}

/** Whether two paths are the same, whichever entry of a list they name. */
export function isAtPath(path: string, position: string): boolean {
  return path === position || path.replaceAll(/\[\d+\]/g, '[]') === position.replaceAll(/\[\d+\]/g, '[]');
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
