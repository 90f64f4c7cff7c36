import { useHost } from '@portage/area-kit';
import { Button, EmptyState, type useConfirm } from '@portage/ui';
import { ArrowLeft, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EventEditor } from './event/event-editor.tsx';
import { type ListRow, listRows } from './list/list-rows.ts';
import { OperationEditor } from './operation/operation-editor.tsx';
import { OperationsSide } from './operations-side.tsx';
import { BackLine, Columns } from './operations-style.ts';
import type { DocumentLists } from './use-document-lists.ts';
import { useSaveParts } from './use-save-parts.tsx';

type Open = { kind: 'operation' | 'event'; id: string | null } | null;

export interface OperationsViewProps {
  typeId: string;
  lists: DocumentLists;
  isReadOnly: boolean;
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
  leave: (go: () => void) => void;
  confirm: ReturnType<typeof useConfirm>[0];
}

export function OperationsView({ typeId, lists, isReadOnly, isDirty, onDirty, leave, confirm }: OperationsViewProps) {
  const { notify } = useHost();
  const [address, setAddress] = useSearchParams();
  const [adding, setAdding] = useState<{ kind: 'operation' | 'event'; at: number } | null>(null);
  const [savedAt, setSavedAt] = useState(0);
  const { save, question } = useSaveParts(typeId);
  const { operations, events } = lists.schema;
  const open = resolveOpen(address, adding);

  const show = (next: Open) => {
    setAdding(next && next.id === null ? { kind: next.kind, at: Date.now() } : null);
    setAddress(next?.id ? { [next.kind]: next.id } : {});
  };
  const select = (row: ListRow) => {
    if (row.kind === 'group') return;
    const id = row.kind === 'operation' ? row.operation.id : row.event.id;
    if (open?.kind === row.kind && open.id === id) return;
    leave(() => show({ kind: row.kind, id }));
  };
  const remove = (row: ListRow | null) => {
    if (!row || row.kind === 'group' || isReadOnly) return;
    const [label, path] =
      row.kind === 'operation'
        ? [row.operation.name, toDeletionPath(row.operation, operations)]
        : [row.event.name, [lists.eventsMember, row.event.id]];
    confirm({
      message: `Delete "${label}" from the document?`,
      onConfirm: async () => {
        const outcome = await save(lists.revision, [{ path, value: undefined }]);
        if (outcome.kind !== 'saved') return;
        notify.success(`${label} deleted`);
        onDirty(false);
        show(null);
      },
    });
  };
  const openOperation = open?.kind === 'operation' && open.id ? operations.find(({ id }) => id === open.id) : undefined;

  async function toggleHidden(): Promise<void> {
    if (!openOperation) return;
    const path = ['paths', openOperation.path, openOperation.method.toLowerCase(), 'x-hidden'];
    const outcome = await save(lists.revision, [{ path, value: openOperation.isHidden ? undefined : true }]);
    if (outcome.kind === 'saved')
      notify.success(openOperation.isHidden ? `${openOperation.name} is offered again` : `${openOperation.name} is hidden`);
  }
  const rowOf = (kind: 'operation' | 'event', id: string): ListRow | null =>
    listRows(operations, events, '').find((row) => row.key === `${kind} ${id}`) ?? null;
  const onSaved = (kind: 'operation' | 'event') => (id: string | null) => {
    setSavedAt(savedAt + 1);
    show(id === null ? null : { kind, id });
  };

  const hideButton = openOperation ? (
    <Button isDisabled={isDirty} icon={openOperation.isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />} onPress={toggleHidden}>
      {openOperation.isHidden ? 'Show' : 'Hide'}
    </Button>
  ) : null;

  const editorOf = (one: NonNullable<Open>) => {
    const shared = {
      typeId,
      lists,
      isReadOnly,
      onDirty,
      onSaved: onSaved(one.kind),
      onDelete: () => remove(rowOf(one.kind, one.id ?? '')),
    };
    const key = `${one.id ?? `new ${adding?.at}`} ${savedAt}`;
    if (one.kind === 'operation') return <OperationEditor key={key} {...shared} operationId={one.id} actions={hideButton} />;
    return <EventEditor key={key} {...shared} eventId={one.id} />;
  };

  return (
    <Columns $isOneOpen={open !== null}>
      <OperationsSide
        schema={lists.schema}
        openKey={open?.id ? `${open.kind} ${open.id}` : null}
        isReadOnly={isReadOnly}
        onAdd={(kind) => leave(() => show({ kind, id: null }))}
        onSelect={select}
        onDelete={remove}
      />
      <div>
        {open ? (
          <>
            <BackLine>
              <Button size="dense" icon={<ArrowLeft aria-hidden />} onPress={() => leave(() => show(null))}>
                All operations
              </Button>
            </BackLine>
            {editorOf(open)}
          </>
        ) : operations.length + events.length > 0 ? (
          <EmptyState title="Choose an operation">
            Edit its parameters, response and paging here; everything is stored in the OpenAPI document.
          </EmptyState>
        ) : null}
      </div>
      {question}
    </Columns>
  );
}

function resolveOpen(address: URLSearchParams, adding: { kind: 'operation' | 'event' } | null): Open {
  if (adding) return { kind: adding.kind, id: null };
  const [operation, event] = [address.get('operation'), address.get('event')];
  if (operation !== null) return { kind: 'operation', id: operation };
  return event === null ? null : { kind: 'event', id: event };
}

/** If a path has only this operation, the whole path is deleted. */
function toDeletionPath({ path, method }: { path: string; method: string }, all: readonly { path: string }[]): string[] {
  const isAlone = all.filter((one) => one.path === path).length === 1;
  return isAlone ? ['paths', path] : ['paths', path, method.toLowerCase()];
}
