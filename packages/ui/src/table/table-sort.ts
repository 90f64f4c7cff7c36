export interface TableSort {
  columnId: string;
  direction: 'ascending' | 'descending';
}

/** `-lastRunAt` in an address or a call sorts the column lastRunAt in descending order. */
export function parseSort(text: string | null): TableSort | undefined {
  const [, dash, columnId] = /^(-?)([A-Za-z]+)$/.exec(text ?? '') ?? [];
  return columnId === undefined ? undefined : { columnId, direction: dash ? 'descending' : 'ascending' };
}

export function sortText({ columnId, direction }: TableSort): string {
  return direction === 'descending' ? `-${columnId}` : columnId;
}

/** The `sort` of a call; undefined for a column that the call can't sort by, as in an old link. */
export function sortQuery<const Column extends string>(
  sort: TableSort | undefined,
  columns: readonly Column[],
): { sort?: Column | `-${Column}` } {
  const column = columns.find((name) => name === sort?.columnId);
  if (!sort || column === undefined) return {};
  return { sort: sort.direction === 'descending' ? `-${column}` : column };
}

/**
 * What the next press on a column's header requests: one direction, then the other, then the list's own order.
 *
 * @param own the list's own order, if it is a column's; it is never requested by name
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
