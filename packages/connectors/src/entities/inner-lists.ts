import { readPath } from '@portage/primitives/paths';
import type { EntityDefinition, EntityInnerList } from '../declarations/entity.ts';
import { textAt } from '../events/values-at.ts';
import { isObject } from '../json/json.ts';

/** Lists that have more entries than the record includes, and the record's id. */
export function unreadLists(
  { innerLists = [], idPath }: Pick<EntityDefinition, 'innerLists' | 'idPath'>,
  record: unknown,
): { list: EntityInnerList; id: string }[] {
  const id = textAt(record, idPath);
  if (id === null) return [];
  return innerLists.filter(({ morePath }) => textAt(record, morePath) === 'true').map((list) => ({ list, id }));
}

/** The record with all entries of one of its lists. */
export function withWholeList(record: unknown, { path }: Pick<EntityInnerList, 'path'>, entries: readonly unknown[]): unknown {
  return withListAt(record, readPath(path), entries);
}

function withListAt(record: unknown, [name = '', ...rest]: readonly string[], entries: readonly unknown[]): unknown {
  const members = isObject(record) ? record : {};
  return { ...members, [name]: rest.length === 0 ? [...entries] : withListAt(members[name], rest, entries) };
}
