import { EmptyState, formatNumber, Hint, Select } from '@portage/ui';
import { valueAtPath } from '@portage/workflow';
import { type DragEvent, useMemo, useState } from 'react';
import { DataGrid } from './data-grid.tsx';
import { type DataCell, type DataTable, findLists, tableOfList } from './table-model.ts';

const FIELDS = 'fields';

export interface ValueTableProps {
  label: string;
  value: unknown;
  /** Shown if the value has no list. */
  fields: DataTable | null;
  /** The fields can also be chosen if there are lists. */
  offersFields?: boolean;
  /** A press on a cell, or Enter. */
  onPick: (cell: DataCell) => void;
  onDragStart?: (event: DragEvent, cell: DataCell) => void;
}

/** A value as a table: one of its lists, which the person can choose, or its fields. */
export function ValueTable({ label, value, fields, offersFields = false, onPick, onDragStart }: ValueTableProps) {
  const options = useMemo(
    () => [
      ...findLists(value).map(({ keys, label: name, length }) => ({
        value: `list ${name}`,
        label: `${name} (${formatNumber(length)})`,
        keys,
      })),
      ...(offersFields && fields ? [{ value: FIELDS, label: `Fields (${formatNumber(fields.rowCount)})`, keys: null }] : []),
    ],
    [value, fields, offersFields],
  );
  const [chosen, setChosen] = useState('');
  const shown = options.find((option) => option.value === chosen) ?? options[0];
  const table = useMemo(() => {
    const list = shown?.keys ? valueAtPath(value, shown.keys) : null;
    return shown?.keys && Array.isArray(list) ? tableOfList(list, shown.keys) : fields;
  }, [value, shown, fields]);
  if (!table || table.rowCount === 0) return <EmptyState title="No rows">There’s nothing to show as a table.</EmptyState>;
  return (
    <>
      {options.length > 1 ? (
        <Select label="List" isLabelHidden value={shown?.value ?? null} onChange={setChosen} options={options} />
      ) : null}
      <DataGrid label={`${label} as a table`} table={table} onPick={onPick} onDragStart={onDragStart} />
      {table.hiddenColumns > 0 ? <Hint>{table.hiddenColumns} more columns are in the tree.</Hint> : null}
    </>
  );
}
