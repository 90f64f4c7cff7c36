import { TextField } from '@portage/ui';
import { useState } from 'react';
import { RowList } from './row-list.tsx';

export interface RecordRowsProps {
  label: string;
  hint: string;
  addLabel: string;
  value: Readonly<Record<string, string>> | undefined;
  onChange: (value: Record<string, string> | undefined) => void;
}

interface Row {
  name: string;
  value: string;
}

/** Names with their values. A row without a name is unfinished and isn't stored. */
export function RecordRows({ label, hint, addLabel, value, onChange }: RecordRowsProps) {
  const [rows, setRows] = useState<Row[]>(() => Object.entries(value ?? {}).map(([name, text]) => ({ name, value: text })));
  function change(next: Row[]): void {
    setRows(next);
    const named = next.filter(({ name }) => name.trim() !== '');
    onChange(named.length > 0 ? Object.fromEntries(named.map((row) => [row.name.trim(), row.value])) : undefined);
  }
  return (
    <RowList<Row>
      label={label}
      hint={hint}
      items={rows}
      newItem={() => ({ name: '', value: '' })}
      addLabel={addLabel}
      onChange={change}
      row={(row, edit) => (
        <>
          <TextField label="Name" isCode value={row.name} onChange={(name) => edit({ name })} />
          <TextField label="Value" isCode value={row.value} onChange={(text) => edit({ value: text })} />
        </>
      )}
    />
  );
}
