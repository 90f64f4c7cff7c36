import { Button, EmptyState, Inline, SearchField } from '@portage/ui';
import { Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { type ListRow, listRows } from './list/list-rows.ts';
import { OperationList } from './list/operation-list.tsx';
import { Side } from './operations-style.ts';
import type { DocumentLists } from './use-document-lists.ts';

export interface OperationsSideProps {
  schema: DocumentLists['schema'];
  /** The key of the open item, whether or not the search finds it. */
  openKey: string | null;
  isReadOnly: boolean;
  onAdd: (kind: 'operation' | 'event') => void;
  onSelect: (row: ListRow) => void;
  onDelete: (row: ListRow | null) => void;
}

export function OperationsSide({ schema, openKey, isReadOnly, onAdd, onSelect, onDelete }: OperationsSideProps) {
  const { operations, events } = schema;
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const rows = useMemo(() => listRows(operations, events, wanted), [operations, events, wanted]);
  return (
    <Side>
      <SearchField label="Search operations" isLabelHidden placeholder="Search operations" value={search} onChange={setSearch} />
      {isReadOnly ? null : (
        <Inline>
          <Button size="dense" icon={<Plus aria-hidden />} onPress={() => onAdd('operation')}>
            Add operation
          </Button>
          <Button size="dense" icon={<Plus aria-hidden />} onPress={() => onAdd('event')}>
            Add event
          </Button>
        </Inline>
      )}
      {rows.length > 0 ? (
        <OperationList rows={rows} selectedKey={openKey} onSelect={onSelect} onDelete={onDelete} />
      ) : search ? (
        <EmptyState title="Nothing found" action={<Button onPress={() => setSearch('')}>Clear the search</Button>} />
      ) : (
        <EmptyState title="No operations yet">
          {isReadOnly
            ? 'This connector type has no document.'
            : 'Add the first one here, or upload an OpenAPI document in the form of the type.'}
        </EmptyState>
      )}
    </Side>
  );
}
