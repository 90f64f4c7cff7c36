import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { parsePage } from './page-numbers.ts';

export interface ListAddress<Name extends string> {
  /** Empty text for a filter that is not set. */
  filter: Record<Name, string>;
  /** From 1. */
  page: number;
  /** A new search begins at the first page. */
  searchFor: (values: Partial<Record<Name, string>>) => void;
  goToPage: (page: number) => void;
}

/**
 * Filters and page of a list, kept in the page's address so that they survive a reload, a link and the back button.
 *
 * @param names query parameters that are filters, the same array each time; `page` is kept beside them, and others stay as they are.
 */
export function useListAddress<const Name extends string>(names: readonly Name[]): ListAddress<Name> {
  const [search, setSearch] = useSearchParams();

  const filter = useMemo(
    () => Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>,
    [names, search],
  );
  const write = useCallback(
    (values: Partial<Record<Name, string>>, page: number) => {
      const next = new URLSearchParams(search);
      for (const name of [...names, 'page']) next.delete(name);
      for (const name of names) if (values[name]) next.set(name, values[name]);
      if (page > 1) next.set('page', String(page));
      setSearch(next);
    },
    [names, search, setSearch],
  );

  return {
    filter,
    page: parsePage(search.get('page')),
    searchFor: useCallback((values: Partial<Record<Name, string>>) => write(values, 1), [write]),
    goToPage: useCallback((page: number) => write(filter, page), [filter, write]),
  };
}
