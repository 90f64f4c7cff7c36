import type { EntityField } from '@portage/connectors/entities';
import { valueAt } from '@portage/connectors/requests';
import { fieldName, type MappedField } from '@portage/sync';

export interface ShownField {
  toParameterPath: string;
  title: string;
  value: unknown;
  /** Absent: what the target has there is not known. */
  before?: unknown;
}

/** Longer values would drown the others. */
const LONGEST_VALUE = 4_000;

/**
 * The values to write, field by field, beside the current ones.
 *
 * @param current the target's record; null: it is new, or could not be read
 */
export function shownFields(fields: readonly MappedField[], titles: ReadonlyMap<string, string>, current: unknown): ShownField[] {
  const wrapper = wrapperOf(fields);
  return fields.map(({ toParameterPath, value }) => {
    const before = current === null ? undefined : beforeOf(current, toParameterPath, wrapper);
    return {
      toParameterPath,
      title: titles.get(listPath(toParameterPath)) ?? titles.get(toParameterPath) ?? fieldName(toParameterPath),
      value: short(value),
      ...(before === undefined ? {} : { before: short(before) }),
    };
  });
}

/** Whether everything that would be written is there already; false where that is not known of a field. */
export function isSame(fields: readonly ShownField[]): boolean {
  return fields
    .filter(({ toParameterPath }) => !toParameterPath.startsWith('match.'))
    .every((field) => 'before' in field && equal(field.value, field.before));
}

/** Titles of the target's fields by path. */
export function titlesOf(fields: readonly Pick<EntityField, 'path' | 'title'>[]): ReadonlyMap<string, string> {
  return new Map(fields.map(({ path, title }) => [path, title]));
}

/** `body.lines[3].price` as the fields of an entity have it: `body.lines[].price`. */
function listPath(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}

/** Systems take a record in a member of its own (`body.product.title`) and give it without. */
function wrapperOf(fields: readonly MappedField[]): string | null {
  const inner = fields.flatMap(({ toParameterPath }) => (toParameterPath.startsWith('body.') ? [toParameterPath.slice(5)] : []));
  const [first] = inner;
  const name = first === undefined ? null : /^[\w$-]+(?=\.)/.exec(first)?.[0];
  return name && inner.every((path) => path.startsWith(`${name}.`)) ? name : null;
}

function beforeOf(record: unknown, toParameterPath: string, wrapper: string | null): unknown {
  if (!toParameterPath.startsWith('body.')) return undefined;
  const path = toParameterPath.slice(5);
  const whole = valueAt(record, path);
  if (whole !== undefined || wrapper === null) return whole;
  return valueAt(record, path.slice(wrapper.length + 1));
}

/** Systems write 10 as "10.00" and leave out what is empty; neither is a change. */
function equal(value: unknown, before: unknown): boolean {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value) === JSON.stringify(before);
  const [one, other] = [textOf(value), textOf(before)];
  if (one === other) return true;
  return one.trim() !== '' && other.trim() !== '' && Number(one) === Number(other);
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function short(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE - 1)}…`;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}
