import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Card } from '../layout/card.tsx';
import { EmptyState } from '../layout/empty-state.tsx';
import { FoundNothing } from './found-nothing.tsx';
import { Pagination } from './pagination.tsx';
import { Table } from './table.tsx';
import type { TableColumn } from './table-column.ts';
import type { TableSort } from './table-sort.ts';

/** The part of a query's result that a list needs. The result of `useQuery` fits if `select` returns rows and total. */
export interface ListQuery<Row> {
  data: { rows: readonly Row[]; totalCount: number } | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface ListCardProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  query: ListQuery<Row>;
  /** Starts at 1. */
  page: number;
  /** Default 10. */
  pageSize?: number | undefined;
  onPageChange: (page: number) => void;
  /** Shown when there is nothing at all: says what to do next. */
  emptyState: ReactNode;
  /** Shown when nothing matches the filter; has a default text. */
  noMatch?: ReactNode;
  isFiltered: boolean;
  onClearFilter: () => void;
  /** See `Table`. */
  isSlim?: boolean | undefined;
  sort?: TableSort | undefined;
  ownSort?: TableSort | undefined;
  onSortChange?: ((sort: TableSort | undefined) => void) | undefined;
}

/** A paged list with its loading, empty, no-match and failed states. */
export function ListCard<Row>(props: ListCardProps<Row>) {
  const { label, columns, rowKey, query, page, pageSize = 10, onPageChange, emptyState, isFiltered, onClearFilter, isSlim } = props;
  const { noMatch, sort, ownSort, onSortChange } = props;
  const totalCount = query.data?.totalCount ?? 0;
  return (
    <Card isFlush>
      <FoundNothing isShown={isFiltered && query.data?.totalCount === 0 && !query.isPlaceholderData} />
      <Table
        label={label}
        columns={columns}
        rows={query.data?.rows}
        rowKey={rowKey}
        isRefreshing={query.isFetching && query.isPlaceholderData}
        error={query.error}
        onRetry={query.refetch}
        isSlim={isSlim}
        sort={sort}
        ownSort={ownSort}
        onSortChange={onSortChange}
        emptyState={
          totalCount > 0 ? (
            <EmptyState title="This page is empty" action={<Button onPress={() => onPageChange(1)}>Go to the first page</Button>}>
              This page no longer exists.
            </EmptyState>
          ) : isFiltered ? (
            (noMatch ?? (
              <EmptyState title="Nothing matches the search" action={<Button onPress={onClearFilter}>Clear the search</Button>}>
                Try a shorter or different search.
              </EmptyState>
            ))
          ) : (
            emptyState
          )
        }
      />
      <Pagination label={`Pages of ${label}`} page={page} pageSize={pageSize} totalCount={totalCount} onPageChange={onPageChange} />
    </Card>
  );
}
