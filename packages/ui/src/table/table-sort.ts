export interface TableSort {
  columnId: string;
  direction: 'ascending' | 'descending';
}

/** `-lastRunAt` in an address or a call is the column lastRunAt from the last to the first. */
export function parseSort(text: string | null): TableSort | undefined {
  const [, dash, columnId] = /^(-?)([A-Za-z]+)$/.exec(text ?? '') ?? [];
  return columnId === undefined ? undefined : { columnId, direction: dash ? 'descending' : 'ascending' };
}

export function sortText({ columnId, direction }: TableSort): string {
  return direction === 'descending' ? `-${columnId}` : columnId;
}

/** The `sort` of a call; nothing for a column that the call cannot sort by, as in an old link. */
export function sortQuery<const Column extends string>(
  sort: TableSort | undefined,
  columns: readonly Column[],
): { sort?: Column | `-${Column}` } {
  const column = columns.find((name) => name === sort?.columnId);
  if (!sort || column === undefined) return {};
  return { sort: sort.direction === 'descending' ? `-${column}` : column };
}

/**
 * What the next press on a column's header asks for: one direction, then the other, then the list's own order.
 *
 * @param own the list's own order, where it is that of a column; it is never asked for by name
 */
export function nextSort(
  column: { id: string; sortsFirst?: TableSort['direction'] | undefined },
  sort: TableSort | undefined,
  own?: TableSort,
): TableSort | undefined {
  const first = column.sortsFirst ?? 'ascending';
  const shown = sort ?? own;
  if (shown?.columnId !== column.id) return leftOut({ columnId: column.id, direction: first }, own);
  if (!sort) return { columnId: column.id, direction: opposite(shown.direction) };
  return sort.direction === first ? leftOut({ columnId: column.id, direction: opposite(first) }, own) : undefined;
}

function opposite(direction: TableSort['direction']): TableSort['direction'] {
  return direction === 'ascending' ? 'descending' : 'ascending';
}

function leftOut(sort: TableSort, own: TableSort | undefined): TableSort | undefined {
  return own && sortText(own) === sortText(sort) ? undefined : sort;
}
