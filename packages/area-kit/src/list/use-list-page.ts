import { sortQuery, toPageIndex, useListFilters } from '@portage/ui';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';

export const PAGE_SIZE = 10;

interface Paging<Column extends string> {
  pageIndex: number;
  pageSize: number;
  sort?: Column | `-${Column}`;
}

interface ListRequest<Name extends string, Column extends string, Result extends { totalCount: number }, Row> {
  /** The start of the query's key. */
  key: QueryKey;
  /** Query parameters of the page's address, the same array each time. */
  filters: readonly Name[];
  /** The columns that the call sorts by. */
  sorts?: readonly Column[];
  /** Default 10. */
  pageSize?: number;
  /** Makes the call. @param filter has an empty text for a filter that isn't set, which calls ignore */
  read: (filter: Record<Name, string>, paging: Paging<Column>, options: { signal: AbortSignal }) => Promise<Result>;
  rows: (result: Result) => readonly Row[];
  /** As in `useQuery`. */
  staleTime?: number;
}

/** A list whose filters, order and page are in the page's address; a `ListCard` shows it. The previous page stays until the next arrives. */
export function useListPage<const Name extends string, Result extends { totalCount: number }, Row, const Column extends string = never>({
  key,
  filters: names,
  sorts,
  pageSize = PAGE_SIZE,
  read,
  rows,
  ...settings
}: ListRequest<Name, Column, Result, Row>) {
  const filters = useListFilters(names);
  const { filter } = filters;
  const paging = { ...sortQuery(filters.sort, sorts ?? []), pageIndex: toPageIndex(filters.page), pageSize };
  const query = useQuery({
    queryKey: [...key, filter, paging],
    queryFn: (options) => read(filter, paging, options),
    select: (result) => ({ rows: rows(result), totalCount: result.totalCount }),
    placeholderData: keepPreviousData,
    ...settings,
  });
  return { ...filters, query, pageSize, sortBy: sorts && filters.sortBy };
}
