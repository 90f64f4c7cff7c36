import { useApi, useHost } from '@portage/area-kit';
import { Button, EmptyState, FailedRead, Inline, type useConfirm, useLoaded } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { BackLine, Columns, Side } from '../operations-style.ts';
import { type DocumentLists, editorKey } from '../use-document-lists.ts';
import { useSaveParts } from '../use-save-parts.tsx';
import { EntityEditor } from './entity-editor.tsx';
import { EntityList } from './entity-list.tsx';

function useEntities(typeId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...editorKey(typeId), 'entities'],
    queryFn: ({ signal }) => api('GET /api/connector-types/{id}/edit-entities', { params: { id: typeId } }, { signal }),
    refetchOnWindowFocus: false,
  });
}

export interface EntitiesViewProps {
  typeId: string;
  lists: DocumentLists;
  isReadOnly: boolean;
  onDirty: (isDirty: boolean) => void;
  leave: (go: () => void) => void;
  confirm: ReturnType<typeof useConfirm>[0];
}

/** The record types that a sync reads and writes (`x-entities`), and the editor of the open one. */
export function EntitiesView({ typeId, lists, isReadOnly, onDirty, leave, confirm }: EntitiesViewProps) {
  const { notify } = useHost();
  const [address, setAddress] = useSearchParams();
  const [addedAt, setAddedAt] = useState<number | null>(null);
  const [savedAt, setSavedAt] = useState(0);
  const { save, question } = useSaveParts(typeId);
  const query = useEntities(typeId);
  const { shown, indicator } = useLoaded(query.data, 'Loading the entities');
  if (query.error && !query.data) {
    return <FailedRead query={query} />;
  }
  if (!shown) return indicator;
  const { entities, revision } = shown;
  const openName = addedAt === null ? address.get('entity') : null;
  const open = entities.find(({ name }) => name === openName) ?? null;
  const isOpen = open !== null || addedAt !== null;

  const show = (name: string | null) => {
    setAddedAt(null);
    setAddress(name === null ? { view: 'entities' } : { view: 'entities', entity: name });
  };
  const add = () => leave(() => setAddedAt(Date.now()));
  const remove = () => {
    if (!open || isReadOnly) return;
    confirm({
      message: `Delete "${open.name}" from the document? Flows that use it will stop with an error.`,
      onConfirm: async () => {
        const isLast = entities.length === 1;
        const outcome = await save(revision, [{ path: isLast ? ['x-entities'] : ['x-entities', open.name], value: undefined }]);
        if (outcome.kind !== 'saved') return;
        notify.success(`${open.name} deleted`);
        onDirty(false);
        show(null);
      },
    });
  };

  return (
    <Columns $isOneOpen={isOpen}>
      <Side>
        {isReadOnly ? null : (
          <Inline>
            <Button size="dense" icon={<Plus aria-hidden />} onPress={add}>
              Add entity
            </Button>
          </Inline>
        )}
        {entities.length > 0 ? (
          <EntityList entities={entities} openName={openName} onSelect={(name) => name !== openName && leave(() => show(name))} />
        ) : (
          <EmptyState title="No entities yet">
            {isReadOnly
              ? 'This system has no records to synchronise.'
              : 'An entity is a kind of record, such as Products. Once the document names one, a sync can read or write it.'}
          </EmptyState>
        )}
      </Side>
      <div>
        {isOpen ? (
          <>
            <BackLine>
              <Button size="dense" icon={<ArrowLeft aria-hidden />} onPress={() => leave(() => show(null))}>
                All entities
              </Button>
            </BackLine>
            <EntityEditor
              key={`${open?.name ?? `new ${addedAt}`} ${savedAt}`}
              typeId={typeId}
              lists={lists}
              loaded={open}
              taken={new Set(entities.map(({ name }) => name))}
              revision={revision}
              isReadOnly={isReadOnly}
              onDirty={onDirty}
              onSaved={async (name) => {
                await query.refetch();
                setSavedAt(savedAt + 1);
                show(name);
              }}
              onDelete={remove}
            />
          </>
        ) : entities.length > 0 ? (
          <EmptyState title="Choose an entity">Edit what a sync reads and writes in this system, inside the OpenAPI document.</EmptyState>
        ) : null}
      </div>
      {question}
    </Columns>
  );
}
