import { isObject } from '@portage/primitives/json';
import type { ExpressionScope } from '@portage/workflow';

/** Fields that systems name a record by, in order of preference. */
const NAMES = ['displayName', 'DisplayName', 'displayname', 'title', 'Title', 'name', 'Name', 'fullName', 'email', 'Email'];
const SKUS = ['sku', 'SKU', 'Sku', 'itemid'];
const REFERENCE = /^\$?\{?\$?(Item|Entry)((?:\.[A-Za-z_]\w*)+)\}?$/;

/**
 * The name of the record an id belongs to. `$Entry.product.id` is in an entry of a list, which says what was ordered;
 * `$Item.customer.id` is in the customer; `$Item.id` is the record itself. Null: nothing there names it.
 */
export function labelNear(expression: string, { item, entry }: Pick<ExpressionScope, 'item' | 'entry'>): string | null {
  const [, root, path = ''] = REFERENCE.exec(expression.trim()) ?? [];
  if (!root) return null;
  const names = path.split('.').slice(1, -1);
  const around: unknown[] = [root === 'Item' ? item : entry];
  for (const name of names) {
    const parent = around.at(-1);
    around.push(isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined);
  }
  const idField = path.split('.').at(-1) ?? '';
  if (isEmptyBeside(around.at(-1), idField)) return null;
  // The record that refers to another one has its own name.
  const named = nameBeside(around.at(-1), idField);
  if (named !== null) return named.slice(0, 200);
  const isItself = path === '.id' || path === '.Id';
  const places = (root === 'Item' && !isItself ? around.slice(1).reverse() : around).filter(isObject);
  const first = (fields: readonly string[]) =>
    places.flatMap((place) => fields.map((field) => place[field])).find((value) => typeof value === 'string' && value.trim() !== '');
  const [name, sku] = [first(NAMES), first(SKUS)];
  const label = typeof name === 'string' && typeof sku === 'string' ? `${name} (${sku})` : (name ?? sku);
  return typeof label === 'string' ? label.slice(0, 200) : null;
}

/** `Account: null` next to `AccountId`: the system knows no name, and the names around belong to other records. */
function isEmptyBeside(place: unknown, idField: string): boolean {
  const base = idField.replace(/_?id$/i, '');
  return isObject(place) && base !== '' && base !== idField && place[base] === null;
}

/** Systems give another record's name next to its id: `AccountId` and `Account.Name`, `entity` and `entityname`. */
function nameBeside(place: unknown, idField: string): string | null {
  if (!isObject(place) || place[idField] == null) return null;
  const base = idField.replace(/_?id$/i, '');
  if (base === '') return null;
  const { [base]: record } = place;
  // NetSuite has an item's name `MUG-01` in `itemid`, and its id in `item`.
  const ends = base === idField ? ['name', 'Name', '_name', 'id'] : ['name', 'Name', '_name'];
  const names = isObject(record) ? NAMES.map((field) => record[field]) : ends.map((end) => place[`${base}${end}`]);
  const name = names.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof name === 'string' ? name : null;
}
