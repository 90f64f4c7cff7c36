import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { ErrorBanner } from '../feedback/error-banner.tsx';
import { useLoadingVisibility } from '../feedback/loading-indicator.tsx';
import { EmptyState } from '../layout/empty-state.tsx';
import { size } from '../theme/tokens.ts';
import { SortField } from './sort-field.tsx';
import type { TableColumn } from './table-column.ts';
import { nextSort, type TableSort } from './table-sort.ts';
import { Bone, CardLabel, CardValue, Grid, Scroller, SortButton } from './table-style.ts';
import type { RowSelection } from './use-row-selection.tsx';

/** Whether an element's content is wider than the element: then it scrolls, and must be reachable by keyboard. */
function useOverflow<Element extends HTMLElement>(): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null);
  const [isOverflowing, setIsOverflowing] = useState(false);
  useEffect(() => {
    const outside = element.current;
    if (!outside) return;
    const measure = () => setIsOverflowing(outside.scrollWidth > outside.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(outside);
    if (outside.firstElementChild) observer.observe(outside.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return [element, isOverflowing];
}

export interface TableProps<Row> {
  /** The name of the table for screen readers. */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined while nothing has arrived yet. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Fetching while older rows are still shown. */
  isRefreshing?: boolean | undefined;
  error?: unknown;
  onRetry?: (() => unknown) | undefined;
  emptyState?: ReactNode;
  sort?: TableSort | undefined;
  /** The order without `sort`, if it is a column's. */
  ownSort?: TableSort | undefined;
  /** Undefined for the list's own order. */
  onSortChange?: ((sort: TableSort | undefined) => void) | undefined;
  skeletonRows?: number | undefined;
  /** Puts a checkbox before the main cell of each row. */
  selection?: RowSelection<Row> | undefined;
}

/** Repeated because browsers no longer treat rows shown as cards as a table; their meaning stays. */
const asTable = { role: 'table' };
const asGroup = { role: 'rowgroup' };
const asRow = { role: 'row' };
const asHeader = { role: 'columnheader' };
const asCell = { role: 'cell' };

/** A dense table of data with its loading, empty and failed states. At small widths, each row is a card. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, isRefreshing = false, error, onRetry, emptyState, sort, ownSort, onSortChange } = props;
  const { skeletonRows = 5, selection } = props;
  const isLoading = rows === undefined && !error;
  const isSkeletonVisible = useLoadingVisibility(isLoading);
  const [scroller, isOverflowing] = useOverflow<HTMLDivElement>();
  const isFaded = useLoadingVisibility(isRefreshing && rows !== undefined);

  return (
    <Scroller
      ref={scroller}
      $isFaded={isFaded}
      aria-busy={isLoading || isRefreshing || isFaded}
      {...(isOverflowing ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
    >
      {onSortChange && rows?.length !== 0 ? (
        <SortField columns={columns} sort={sort} ownSort={ownSort} onSortChange={onSortChange} />
      ) : null}
      <Grid {...asTable} aria-label={label}>
        <thead {...asGroup}>
          <tr {...asRow}>
            {columns.map((column) => (
              <th
                key={column.id}
                {...asHeader}
                scope="col"
                data-align={column.align}
                data-sized={column.width ? '' : undefined}
                style={column.width ? { width: column.width } : undefined}
                aria-sort={onSortChange ? getSortDirection(column, sort ?? ownSort) : undefined}
              >
                {column.isSortable && onSortChange ? (
                  <SortHead column={column} sort={sort} ownSort={ownSort} onSortChange={onSortChange} />
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...asGroup}>
          {rows?.map((row) => (
            <tr key={rowKey(row)} {...asRow} data-selected={selection?.isSelected(row) || undefined}>
              {columns.map((column, at) => (
                <td
                  key={column.id}
                  {...asCell}
                  data-align={column.align}
                  data-sized={column.width ? '' : undefined}
                  data-unbroken={column.isUnbroken || undefined}
                  data-yielding={column.isYielding || undefined}
                >
                  <CardLabel aria-hidden>{column.header}</CardLabel>
                  <CardValue>{selection && at === 0 ? selection.renderMainCell(row, column.render(row)) : column.render(row)}</CardValue>
                </td>
              ))}
            </tr>
          ))}
          {isLoading ? <SkeletonRows columns={columns} count={skeletonRows} isVisible={isSkeletonVisible} /> : null}
          {error && !rows ? (
            <WholeRow span={columns.length}>
              <ErrorBanner
                title="This list could not be loaded"
                error={error}
                action={onRetry ? <Button onPress={onRetry}>Retry</Button> : null}
              />
            </WholeRow>
          ) : null}
          {rows?.length === 0 ? <WholeRow span={columns.length}>{emptyState ?? <EmptyState title="Nothing here yet" />}</WholeRow> : null}
        </tbody>
      </Grid>
    </Scroller>
  );
}

function getSortDirection<Row>(column: TableColumn<Row>, sort: TableSort | undefined): TableSort['direction'] | 'none' | undefined {
  if (!column.isSortable) return undefined;
  return sort?.columnId === column.id ? sort.direction : 'none';
}

function WholeRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr {...asRow} data-plain>
      <td {...asCell} colSpan={span}>
        {children}
      </td>
    </tr>
  );
}

function SkeletonRows<Row>({ columns, count, isVisible }: { columns: readonly TableColumn<Row>[]; count: number; isVisible: boolean }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines have nothing else to tell them apart.
    <tr key={index} {...asRow} data-plain>
      {columns.map((column) => (
        <td key={column.id} {...asCell} data-align={column.align}>
          <Bone data-bone $isVisible={isVisible} />
        </td>
      ))}
    </tr>
  ));
}

interface SortHeadProps<Row> {
  column: TableColumn<Row>;
  sort: TableSort | undefined;
  ownSort: TableSort | undefined;
  onSortChange: (sort: TableSort | undefined) => void;
}

function SortHead<Row>({ column, sort, ownSort, onSortChange }: SortHeadProps<Row>) {
  const shown = sort ?? ownSort;
  const direction = shown?.columnId === column.id ? shown.direction : undefined;
  const Icon = direction === undefined ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <SortButton type="button" data-is-sorted={direction !== undefined} onClick={() => onSortChange(nextSort(column, sort, ownSort))}>
      {column.header}
      <Icon size={size.iconSmall} aria-hidden />
    </SortButton>
  );
}
