import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { EmptyState } from '../layout/empty-state.tsx';
import { Hidden } from '../layout/parts.ts';
import { Pagination } from './pagination.tsx';
import type { TableSort } from './table-sort.ts';

/** One page of a list, and the ways to another. `useListPage` of area-kit makes it from the page's address. */
export interface ListPage<Row> {
  /** The result of `useQuery` fits if `select` returns rows and total. */
  query: {
    data: { rows: readonly Row[]; totalCount: number } | undefined;
    error: unknown;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Starts at 1. */
  page: number;
  pageSize: number;
  goToPage: (page: number) => void;
  isFiltered?: boolean;
  /** Clears the filters. */
  clear?: () => void;
  sort?: TableSort | undefined;
  /** Undefined: the list has only its own order. */
  sortBy?: ((sort: TableSort | undefined) => void) | undefined;
}

export interface ListTexts {
  /** Shown when there is nothing at all: says what to do next. */
  emptyState: ReactNode;
  /** Shown when nothing matches the filter; has a default text. */
  noMatch?: ReactNode;
}

/** Announces an empty search result to people who don't see the list. The pager below the list announces how many were found. */
export function FoundNothing({ list: { query, isFiltered } }: { list: ListPage<unknown> }) {
  return <Hidden role="status">{isFiltered && query.data?.totalCount === 0 && !query.isPlaceholderData ? 'Nothing found' : ''}</Hidden>;
}

export function ListPager({ label, list }: { label: string; list: ListPage<unknown> }) {
  const { query, page, pageSize, goToPage } = list;
  return (
    <Pagination
      label={`Pages of ${label}`}
      page={page}
      pageSize={pageSize}
      totalCount={query.data?.totalCount ?? 0}
      onPageChange={goToPage}
    />
  );
}

/** What a page without rows shows. */
export function emptyPage({ list, emptyState, noMatch }: ListTexts & { list: ListPage<unknown> }): ReactNode {
  if (list.query.data?.totalCount) {
    return (
      <EmptyState title="This page is empty" action={<Button onPress={() => list.goToPage(1)}>Go to the first page</Button>}>
        This page no longer exists.
      </EmptyState>
    );
  }
  if (!list.isFiltered) return emptyState;
  return (
    noMatch ?? (
      <EmptyState title="Nothing matches the search" action={<Button onPress={list.clear}>Clear the search</Button>}>
        Try a shorter or different search.
      </EmptyState>
    )
  );
}
