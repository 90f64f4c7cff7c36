import { briefValue, color, font, formatDateTime, listDrawnRows, radius, size, space, useRowWindow } from '@portage/ui';
import { type DragEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import type { DataCell, DataTable } from './table-model.ts';
import { getTextKind } from './value-kind.ts';

const ROW_PX = 30;
const ROW_NUMBER_PX = 56;
const COLUMN_PX = 128;
const CELL_LETTERS = 120;

const Box = styled.div`
  max-height: 50vh;
  overflow: auto;
  overflow-anchor: none;
  overscroll-behavior: contain;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  font-size: ${font.size.tiny};
  &:focus-visible {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.focusRing};
  }
`;
/** As wide as all columns need, so that the rows, which are laid out one by one, agree. */
const Sheet = styled.div<{ $columns: number }>`
  min-width: ${({ $columns }) => ROW_NUMBER_PX + $columns * COLUMN_PX}px;
`;
const Line = styled.div<{ $columns: number }>`
  display: grid;
  grid-template-columns: ${ROW_NUMBER_PX}px repeat(${({ $columns }) => $columns}, minmax(0, 1fr));
  width: 100%;
  height: ${ROW_PX}px;
  border-bottom: ${size.hairline} solid ${color.line};
`;
const Heads = styled(Line)`
  position: sticky;
  z-index: 1;
  top: 0;
  background: ${color.raised};
  font-weight: ${font.weight.medium};
`;
const Cell = styled.div`
  padding: 0 ${space(2)};
  overflow: hidden;
  line-height: ${ROW_PX}px;
  text-overflow: ellipsis;
  white-space: nowrap;
  &[data-pickable] {
    cursor: pointer;
  }
  &[data-pickable]:hover {
    background: ${color.hover};
  }
  &[data-active] {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.focusRing};
  }
  &[data-number] {
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
  img {
    display: block;
    height: ${ROW_PX - 6}px;
    margin: 2px 0;
  }
`;
const RowNumber = styled(Cell)`
  color: ${color.muted};
  text-align: right;
  user-select: none;
`;

export interface DataGridProps {
  label: string;
  table: DataTable;
  /** A press on a cell, or Enter. */
  onPick: (cell: DataCell) => void;
  onDragStart?: ((event: DragEvent, cell: DataCell) => void) | undefined;
}

/** A table of any number of rows, of which only the visible ones are in the page; arrow keys move between its cells. */
export function DataGrid({ label, table, onPick, onDragStart }: DataGridProps) {
  const id = useId();
  const { box, layout, measure, show, pageSize } = useRowWindow(table.rowCount, ROW_PX);
  const [active, setActive] = useState({ row: 0, column: 0 });

  function go(row: number, column: number): void {
    const next = {
      row: Math.max(0, Math.min(table.rowCount - 1, row)),
      column: Math.max(0, Math.min(table.columns.length - 1, column)),
    };
    setActive(next);
    show(next.row);
    requestAnimationFrame(() =>
      document.getElementById(cellId(next.row, next.column))?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
  }
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { row, column } = active;
    const moves: Partial<Record<string, [row: number, column: number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + pageSize, column],
      PageUp: [row - pageSize, column],
      Home: [0, column],
      End: [table.rowCount - 1, column],
    };
    const move = moves[event.key];
    if (move) go(...move);
    else if (event.key === 'Enter' || event.key === ' ') {
      const cell = table.cell(row, column);
      if (cell) onPick(cell);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Box
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={table.rowCount + 1}
      aria-colcount={table.columns.length + 1}
      aria-activedescendant={table.rowCount === 0 ? undefined : cellId(active.row, active.column)}
      tabIndex={0}
      onScroll={measure}
      onKeyDown={onKeyDown}
    >
      <Sheet role="presentation" $columns={table.columns.length}>
        <Heads role="row" aria-rowindex={1} $columns={table.columns.length}>
          <RowNumber role="columnheader" aria-label="Row" />
          {table.columns.map((name) => (
            <Cell key={name} role="columnheader" title={name}>
              {name}
            </Cell>
          ))}
        </Heads>
        <div role="presentation" style={{ position: 'relative', height: layout.totalPx }}>
          {listDrawnRows(layout, active.row).map((row) => (
            <Line
              key={row}
              role="row"
              aria-rowindex={row + 2}
              $columns={table.columns.length}
              style={{ position: 'absolute', top: layout.topOf(row) }}
            >
              <RowNumber role="rowheader">{row + 1}</RowNumber>
              {table.columns.map((name, column) => {
                const cell = table.cell(row, column);
                return (
                  <Cell
                    key={name}
                    id={cellId(row, column)}
                    role="gridcell"
                    title={cell && typeof cell.value !== 'object' ? briefValue(cell.value, CELL_LETTERS, false) : undefined}
                    data-pickable={cell ? '' : undefined}
                    data-active={active.row === row && active.column === column ? '' : undefined}
                    data-number={typeof cell?.value === 'number' ? '' : undefined}
                    draggable={cell !== undefined && onDragStart !== undefined}
                    onDragStart={(event) => cell && onDragStart?.(event, cell)}
                    onClick={() => {
                      setActive({ row, column });
                      if (cell) onPick(cell);
                    }}
                  >
                    {cell ? <CellValue value={cell.value} /> : null}
                  </Cell>
                );
              })}
            </Line>
          ))}
        </div>
      </Sheet>
    </Box>
  );
}

function CellValue({ value }: { value: unknown }): ReactNode {
  if (typeof value !== 'string') return briefValue(value, CELL_LETTERS);
  const kind = getTextKind(value);
  switch (kind) {
    case 'date':
      return formatDateTime(value);
    case 'image':
      return <img src={value} alt="" />;
    case 'link':
    case 'html':
    case 'text':
      return briefValue(value, CELL_LETTERS, false);
    default:
      return kind satisfies never;
  }
}
