import type { EntityField } from '@portage/connectors/entities';
import { MATCH_PREFIX } from '@portage/connectors/schema';
import { fieldName, hasValue, type MappedField, targetReader } from '@portage/sync';

export interface ShownField {
  toParameterPath: string;
  title: string;
  value: unknown;
  /** Absent: what the target has there is not known. */
  before?: unknown;
}

type Places = Parameters<typeof targetReader>[1];

/** Longer values would drown the others. */
const LONGEST_VALUE = 4_000;

/**
 * The values to write, field by field, beside the current ones.
 *
 * @param current the target's record; null: it is new, or could not be read
 * @param places of the target's keys in its records
 */
export function shownFields(
  fields: readonly MappedField[],
  titles: ReadonlyMap<string, string>,
  current: unknown,
  places: Places = [],
): ShownField[] {
  const valueIn = targetReader(fields, places);
  const titleOf = (path: string) => titles.get(listPath(path)) ?? titles.get(path) ?? fieldName(path);
  const uses = Map.groupBy(fields, ({ toParameterPath }) => titleOf(toParameterPath));
  return fields.map(({ toParameterPath, value }) => {
    const before = current === null ? undefined : valueIn(current, toParameterPath);
    const title = titleOf(toParameterPath);
    const entry = (uses.get(title)?.length ?? 0) > 1 ? /\[(\d+)\]/.exec(toParameterPath)?.[1] : undefined;
    return {
      toParameterPath,
      title: entry === undefined ? title : `${title} (${Number(entry) + 1})`,
      value: short(value),
      ...(before === undefined ? {} : { before: short(before) }),
    };
  });
}

/** Whether the target's record has everything that would be written; false where that is not known of a field. */
export function isSame(fields: readonly MappedField[], current: unknown, places: Places = []): boolean {
  const valueIn = targetReader(fields, places);
  const sent = fields.filter(({ toParameterPath }) => !toParameterPath.startsWith(MATCH_PREFIX));
  return sent.length > 0 && sent.every(({ toParameterPath, value }) => hasValue(valueIn(current, toParameterPath), value));
}

/** Titles of the target's fields by path; those of a list within an entry by the path of any entry, too. */
export function titlesOf(fields: readonly Pick<EntityField, 'path' | 'title'>[]): ReadonlyMap<string, string> {
  return new Map([
    ...fields.map(({ path, title }) => [listPath(path), title] as const),
    ...fields.map(({ path, title }) => [path, title] as const),
  ]);
}

/** `body.lines[3].price` as the fields of an entity have it: `body.lines[].price`. */
function listPath(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}

function short(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE - 1)}…`;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}
