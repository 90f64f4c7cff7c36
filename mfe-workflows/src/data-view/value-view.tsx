import { isObject } from '@portage/primitives/json';
import { JsonView, size, TextView } from '@portage/ui';
import { writeKey } from '@portage/workflow';
import { useMemo, useState } from 'react';
import { useDataLook } from './data-look.ts';
import { RichValue } from './rich-value.tsx';
import { type DataCell, tableOfObject } from './table-model.ts';
import { ValueBox } from './value-box.tsx';
import { ValueTable } from './value-table.tsx';

interface ValueViewProps {
  label: string;
  value: unknown;
  /** Levels of the tree that are open at first. */
  openLevels?: number | undefined;
}

/** A value as a tree, a table or JSON, whichever the person used last. */
export function ValueView({ label, value, openLevels }: ValueViewProps) {
  const [look] = useDataLook();
  switch (look) {
    case 'tree':
      return isLongText(value) ? (
        <TextView label={label} text={value} />
      ) : (
        <JsonView label={label} value={value} openLevels={openLevels} maxHeight={size.jsonBox} />
      );
    case 'table':
      return Array.isArray(value) || isObject(value) ? (
        <TableOfValue label={label} value={value} />
      ) : (
        <RichValue label={label} value={value} />
      );
    case 'json':
      return <TextView label={label} text={JSON.stringify(value, null, 2)} />;
    default:
      return look satisfies never;
  }
}

/** Read as text, a page or a report keeps its lines; a word is clearer with its quotation marks, as in an expression. */
function isLongText(value: unknown): value is string {
  return typeof value === 'string' && (value.length > 120 || /[\n\r]/.test(value));
}

function TableOfValue({ label, value }: { label: string; value: unknown }) {
  const [picked, setPicked] = useState<DataCell | null>(null);
  const fields = useMemo(() => (isObject(value) ? tableOfObject(value, []) : null), [value]);
  return (
    <>
      <ValueTable label={label} value={value} fields={fields} offersFields onPick={setPicked} />
      {picked ? (
        <ValueBox
          label={String(picked.keys.at(-1))}
          path={picked.keys.map(writeKey).join('').replace(/^\./, '')}
          copied={{ label: 'Copy the value', text: copiedText(picked.value) }}
          value={picked.value}
          onClose={() => setPicked(null)}
        />
      ) : null}
    </>
  );
}

function copiedText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
