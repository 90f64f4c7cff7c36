import { parsePage } from '@portage/ui';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Filters and page of a list, kept in the page's address so that they survive a reload, a link and the back button.
 *
 * @param names query parameters that are filters; `page` is kept beside them, counted from 1.
 */
export function useListAddress<const Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();

  const filter = useMemo(
    () => Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>,
    [names, search],
  );
  const write = useCallback(
    (values: Partial<Record<Name, string>>, page: number) => {
      const next = new URLSearchParams();
      for (const name of names) if (values[name]) next.set(name, values[name]);
      if (page > 1) next.set('page', String(page));
      setSearch(next);
    },
    [names, setSearch],
  );

  return {
    filter,
    page: parsePage(search.get('page')),
    /** A new search begins at the first page. */
    searchFor: useCallback((values: Partial<Record<Name, string>>) => write(values, 1), [write]),
    goToPage: useCallback((page: number) => write(filter, page), [filter, write]),
  };
}
