import { useEffect, useRef, useState } from 'react';
import type { TableSort } from './table-sort.ts';
import { useListAddress } from './use-list-address.ts';

/** A search starts when the person pauses typing for this long. */
const TYPING_PAUSE_MS = 300;

export interface ListFilters<Name extends string> {
  /** The applied filters. */
  filter: Record<Name, string>;
  /** The filter fields' values, applied or not. */
  draft: Record<Name, string>;
  /** Spread on a field whose text applies once the person pauses typing, or on Search. */
  bind: (name: Name) => BoundFilter;
  /** Merges `changes` into the fields' values and applies all of them. */
  search: (changes?: Partial<Record<Name, string>>) => void;
  clear: () => void;
  isFiltered: boolean;
  filterCount: number;
  page: number;
  goToPage: (page: number) => void;
  sort: TableSort | undefined;
  sortBy: (sort: TableSort | undefined) => void;
}

export interface BoundFilter {
  value: string;
  onChange: (value: string) => void;
}

/**
 * Filter fields that apply while typing, stored in the address (see `useListAddress`). Going back restores the earlier texts
 * in the fields, and undoes everything typed without a pause at once.
 */
export function useListFilters<const Name extends string>(names: readonly Name[]): ListFilters<Name> {
  const { filter, page, sort, searchFor, goToPage, sortBy } = useListAddress(names);
  const [draft, setDraft] = useState(filter);
  const [applied, setApplied] = useState(filter);
  /** The filter that these fields last applied. They may be ahead of it, so their values stay when it arrives. */
  const [made, setMade] = useState<Record<Name, string> | null>(null);
  /** That filter came from typing. The address may not show it yet: on a busy machine the next letter may be faster. */
  const [isTyped, setIsTyped] = useState(false);
  const isSame = (one: Record<Name, string> | null) => one !== null && names.every((name) => one[name] === filter[name]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (applied !== filter) {
    setApplied(filter);
    if (!isSame(made)) {
      setMade(null);
      setIsTyped(false);
      setDraft(filter);
    }
  }

  const applyTyped = (name: Name, value: string) => {
    const current = made ?? filter;
    const wanted = { ...current, [name]: value.trim() };
    if (wanted[name] === current[name]) return;
    setMade(wanted);
    setIsTyped(true);
    searchFor(wanted, isTyped);
  };
  const latest = useRef(applyTyped);
  useEffect(() => {
    latest.current = applyTyped;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const edit = (name: Name, value: string) => setDraft((previous) => ({ ...previous, [name]: value }));
  return {
    filter,
    draft,
    bind: (name) => ({
      value: draft[name],
      onChange: (value) => {
        edit(name, value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => latest.current(name, value), TYPING_PAUSE_MS);
      },
    }),
    search: (changes = {}) => {
      clearTimeout(timer.current);
      const wanted = { ...draft, ...changes };
      const trimmed = Object.fromEntries(names.map((name) => [name, wanted[name].trim()])) as Record<Name, string>;
      setIsTyped(false);
      setDraft(trimmed);
      if (isSame(trimmed) && page === 1) return;
      setMade(trimmed);
      searchFor(trimmed);
    },
    clear: () => {
      clearTimeout(timer.current);
      setIsTyped(false);
      searchFor({});
    },
    isFiltered: names.some((name) => filter[name] !== ''),
    filterCount: names.filter((name) => filter[name] !== '').length,
    page,
    goToPage,
    sort,
    sortBy,
  };
}
