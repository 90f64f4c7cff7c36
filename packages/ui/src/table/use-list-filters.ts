import { useState } from 'react';
import { useListAddress } from './use-list-address.ts';

export interface ListFilters<Name extends string> {
  /** The applied filters. */
  filter: Record<Name, string>;
  /** The filter fields' values, applied or not. */
  draft: Record<Name, string>;
  edit: (name: Name, value: string) => void;
  /** Applies the fields' values, after `changes`. */
  search: (changes?: Partial<Record<Name, string>>) => void;
  /** Empties every filter. */
  clear: () => void;
  isFiltered: boolean;
  /** How many of them are set. */
  filterCount: number;
  page: number;
  goToPage: (page: number) => void;
}

/**
 * Fields of a filter that apply on Search, kept in the address (see `useListAddress`). Going back puts the earlier texts
 * into the fields again.
 */
export function useListFilters<const Name extends string>(names: readonly Name[]): ListFilters<Name> {
  const { filter, page, searchFor, goToPage } = useListAddress(names);
  const [draft, setDraft] = useState(filter);
  const [applied, setApplied] = useState(filter);
  if (applied !== filter) {
    setApplied(filter);
    setDraft(filter);
  }
  return {
    filter,
    draft,
    edit: (name, value) => setDraft((previous) => ({ ...previous, [name]: value })),
    search: (changes = {}) => {
      const wanted = { ...draft, ...changes };
      searchFor(Object.fromEntries(names.map((name) => [name, wanted[name].trim()])) as Record<Name, string>);
    },
    clear: () => searchFor({}),
    isFiltered: names.some((name) => filter[name] !== ''),
    filterCount: names.filter((name) => filter[name] !== '').length,
    page,
    goToPage,
  };
}
