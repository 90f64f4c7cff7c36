import { type ReactNode, useRef, useState } from 'react';
import { RowCheckbox } from './row-checkbox.tsx';

export interface RowSelection<Row> {
  /** The selected rows of all pages, as last read. */
  selected: readonly Row[];
  /** The rows of this page that can be selected. */
  selectable: readonly Row[];
  isSelected: (row: Row) => boolean;
  /** For people who don't see the row. */
  rowName: (row: Row) => string;
  /** Puts a checkbox before a row's main cell. A table gets it from here, because most tables need none. */
  renderMainCell: (row: Row, cell: ReactNode) => ReactNode;
  set: (rows: readonly Row[], isSelected: boolean) => void;
}

export interface RowSelectionSettings<Row> {
  /** The rows of the page. */
  rows: readonly Row[];
  rowName: (row: Row) => string;
  /** Whether something can be done with a row; by default with each. */
  canSelect?: (row: Row) => boolean;
}

/** Rows selected in a table, to be changed together. A row stays selected on other pages of the list. */
export function useRowSelection<Row extends { id: string }>(settings: RowSelectionSettings<Row>): RowSelection<Row> {
  const { rows, rowName, canSelect = () => true } = settings;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const lastId = useRef<string | null>(null);
  const selectable = rows.filter(canSelect);

  const set = (changed: readonly Row[], isSelected: boolean) =>
    setChosen((before) => {
      const after = new Map(before);
      for (const row of changed) {
        if (isSelected) after.set(row.id, row);
        else after.delete(row.id);
      }
      return after;
    });
  const isSelected = (row: Row) => chosen.has(row.id) && canSelect(row);

  return {
    selected: listSelected(chosen, rows).filter(canSelect),
    selectable,
    isSelected,
    rowName,
    renderMainCell: (row, cell) => (
      <RowCheckbox
        label={`Select ${rowName(row)}`}
        isSelected={canSelect(row) ? isSelected(row) : undefined}
        onChange={(isNow, isRange) => {
          set(isRange ? listBetween(selectable, lastId.current, row.id) : [row], isNow);
          lastId.current = row.id;
        }}
      >
        {cell}
      </RowCheckbox>
    ),
    set,
  };
}

/** The selected rows, each as the page shows it now if it does. */
export function listSelected<Row extends { id: string }>(chosen: ReadonlyMap<string, Row>, rows: readonly Row[]): Row[] {
  const newer = new Map(rows.map((row) => [row.id, row]));
  return [...chosen].map(([id, row]) => newer.get(id) ?? row);
}

/** The rows from one to another, in either direction; only the second if the first isn't listed. */
export function listBetween<Row extends { id: string }>(rows: readonly Row[], fromId: string | null, toId: string): readonly Row[] {
  const to = rows.findIndex(({ id }) => id === toId);
  const from = rows.findIndex(({ id }) => id === fromId);
  return from === -1 ? rows.slice(to, to + 1) : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}
