import type { EntityField } from '@portage/connectors/entities';
import { fieldName, hasValue, type MappedField, targetReader } from '@portage/sync';

export interface ShownField {
  toParameterPath: string;
  title: string;
  value: unknown;
  /** The name of the record or choice that the value is the id of. */
  valueName?: string;
  /** Absent: the target's current value isn't known. */
  before?: unknown;
}

type KeyPaths = Parameters<typeof targetReader>[1];

/** Longer values would hide the others. */
const LONGEST_VALUE = 4_000;

/**
 * The values to write, field by field, with the current ones.
 *
 * @param current the target's record; null: it is new, or couldn't be read
 * @param places paths of the target's keys in its records
 */
export function shownFields(
  fields: readonly (MappedField & { name?: string })[],
  titles: ReadonlyMap<string, string>,
  current: unknown,
  places: KeyPaths = [],
): ShownField[] {
  const valueIn = targetReader(fields, places);
  const titleOf = (path: string) => titles.get(listPath(path)) ?? titles.get(path) ?? fieldName(path);
  const uses = Map.groupBy(fields, ({ toParameterPath }) => titleOf(toParameterPath));
  return fields.map(({ toParameterPath, value, name }) => {
    const before = current === null ? undefined : valueIn(current, toParameterPath);
    const title = titleOf(toParameterPath);
    const entry = (uses.get(title)?.length ?? 0) > 1 ? /\[(\d+)\]/.exec(toParameterPath)?.[1] : undefined;
    return {
      toParameterPath,
      title: entry === undefined ? title : `${title} (${Number(entry) + 1})`,
      value: short(value),
      ...(name === undefined ? {} : { valueName: name }),
      // A value that the target only writes in another way (14.50 for 14.5) isn't a change.
      ...(before === undefined ? {} : { before: short(hasValue(before, value) ? value : before) }),
    };
  });
}

/** Titles of the target's fields by path; in a list within an entry also by the path of any entry. */
export function buildTitleMap(fields: readonly Pick<EntityField, 'path' | 'title'>[]): ReadonlyMap<string, string> {
  return new Map([
    ...fields.map(({ path, title }) => [listPath(path), title] as const),
    ...fields.map(({ path, title }) => [path, title] as const),
  ]);
}

/** `body.lines[3].price` in the form of entity fields: `body.lines[].price`. */
export function listPath(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}

function short(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE - 1)}…`;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}
