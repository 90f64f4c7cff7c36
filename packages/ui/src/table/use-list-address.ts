import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { parsePage } from './page-numbers.ts';
import { parseSort, sortText, type TableSort } from './table-sort.ts';

export interface ListAddress<Name extends string> {
  /** Empty text for a filter that isn't set. */
  filter: Record<Name, string>;
  /** Starts at 1. */
  page: number;
  /** Undefined: the list's own order. */
  sort: TableSort | undefined;
  /** A new search begins at the first page. @param isReplacing going back skips the previous search */
  searchFor: (values: Partial<Record<Name, string>>, isReplacing?: boolean) => void;
  goToPage: (page: number) => void;
  /** Begins at the first page. */
  sortBy: (sort: TableSort | undefined) => void;
}

/**
 * Filters, order and page of a list, stored in the page's address so that they survive a reload, a link and the back button.
 *
 * @param names query parameters that are filters, the same array each time; `page` and `sort` are stored with them, and other parameters
 * stay unchanged.
 */
export function useListAddress<const Name extends string>(names: readonly Name[]): ListAddress<Name> {
  const [search, setSearch] = useSearchParams();

  const filter = useMemo(
    () => Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>,
    [names, search],
  );
  const sortParameter = search.get('sort');
  const sort = useMemo(() => parseSort(sortParameter), [sortParameter]);
  const write = useCallback(
    (values: Partial<Record<Name, string>>, page: number, isReplacing = false) => {
      const next = new URLSearchParams(search);
      for (const name of [...names, 'page']) next.delete(name);
      for (const name of names) if (values[name]) next.set(name, values[name]);
      if (page > 1) next.set('page', String(page));
      setSearch(next, { replace: isReplacing });
    },
    [names, search, setSearch],
  );

  return {
    filter,
    page: parsePage(search.get('page')),
    sort,
    searchFor: useCallback((values: Partial<Record<Name, string>>, isReplacing?: boolean) => write(values, 1, isReplacing), [write]),
    goToPage: useCallback((page: number) => write(filter, page), [filter, write]),
    sortBy: useCallback(
      (wanted: TableSort | undefined) => {
        const next = new URLSearchParams(search);
        next.delete('page');
        next.delete('sort');
        if (wanted) next.set('sort', sortText(wanted));
        setSearch(next);
      },
      [search, setSearch],
    ),
  };
}
