import { Card } from '../layout/card.tsx';
import { emptyPage, FoundNothing, type ListPage, ListPager, type ListTexts } from './list-parts.tsx';
import { Table } from './table.tsx';
import type { TableColumn } from './table-column.ts';
import type { TableSort } from './table-sort.ts';
import type { RowSelection } from './use-row-selection.tsx';

export interface ListCardProps<Row> extends ListTexts {
  label: string;
  columns: readonly TableColumn<Row>[];
  list: ListPage<Row>;
  ownSort?: TableSort | undefined;
  selection?: RowSelection<Row> | undefined;
}

/** A paged list with its loading, empty, no-match and failed states. */
export function ListCard<Row extends { id: string | number }>(props: ListCardProps<Row>) {
  const { label, columns, list, emptyState, noMatch, ownSort, selection } = props;
  const { query, sort, sortBy } = list;
  return (
    <Card isFlush>
      <FoundNothing list={list} />
      <Table
        label={label}
        columns={columns}
        rows={query.data?.rows}
        rowKey={({ id }) => String(id)}
        isRefreshing={query.isFetching && query.isPlaceholderData}
        error={query.error}
        onRetry={query.refetch}
        sort={sort}
        ownSort={ownSort}
        onSortChange={sortBy}
        selection={selection}
        emptyState={emptyPage({ list, emptyState, noMatch })}
      />
      <ListPager label={label} list={list} />
    </Card>
  );
}
