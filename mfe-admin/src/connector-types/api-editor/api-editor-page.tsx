import { messageOf } from '@portage/contracts';
import {
  Badge,
  Banner,
  Breadcrumbs,
  Button,
  color,
  EmptyState,
  Inline,
  Page,
  radius,
  SearchField,
  size,
  space,
  Tabs,
  useApi,
  useConfirm,
  useHost,
  useLeaveWarning,
  useLoaded,
  usePageTitle,
} from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye, EyeOff, Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import styled from 'styled-components';
import { LIST_PATH } from '../connector-type.ts';
import { EventEditor } from './event/event-editor.tsx';
import { type ListRow, listRows } from './list/list-rows.ts';
import { OperationList } from './list/operation-list.tsx';
import { OperationEditor } from './operation/operation-editor.tsx';
import { type DocumentLists, useDocumentLists } from './use-document-lists.ts';
import { useSaveParts } from './use-save-parts.tsx';
import { YamlView } from './yaml/yaml-view.tsx';

const Columns = styled.div<{ $isOneOpen: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, ${size.field}) minmax(0, 1fr);
  gap: ${space(5)};
  align-items: start;
  @media (max-width: 1000px) {
    grid-template-columns: minmax(0, 1fr);
    > :first-child {
      display: ${({ $isOneOpen }) => ($isOneOpen ? 'none' : 'flex')};
    }
  }
`;
const Side = styled.div`
  position: sticky;
  top: ${space(2)};
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  height: max(320px, calc(100vh - 220px));
  padding: ${space(2)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};
`;
const BackLine = styled.div`
  display: none;
  margin-bottom: ${space(2)};
  @media (max-width: 1000px) {
    display: block;
  }
`;

type Open = { kind: 'operation' | 'event'; id: string | null } | null;

/** /admin/connectorTypes/{id}/editor (spec CTYPE-17). */
export function ApiEditorPage() {
  usePageTitle('Api Editor');
  const { id = '' } = useParams();
  const api = useApi();
  const [address, setAddress] = useSearchParams();
  const type = useQuery({
    queryKey: ['connector-types', 'name', id],
    queryFn: ({ signal }) => api('GET /api/connector-types/{id}', { params: { id } }, { signal }),
    select: ({ connectorType }) => connectorType,
  });
  const lists = useDocumentLists(id);
  const [isDirty, setIsDirty] = useState(false);
  useLeaveWarning(isDirty);
  const [confirm, question] = useConfirm();
  const view = address.get('view') === 'yaml' ? 'yaml' : 'operations';
  const error = type.error ?? lists.error;
  const name = type.data?.name ?? '';
  const isReadOnly = type.data?.isSystem ?? true;
  const { shown, indicator } = useLoaded(type.data ? lists.data : undefined, 'Loading the document');

  /** Asks first when something is not saved. */
  function leave(go: () => void): void {
    if (!isDirty) {
      go();
      return;
    }
    confirm({
      title: 'Unsaved changes',
      message: 'What you have changed here is not saved.',
      confirmLabel: 'Leave it',
      cancelLabel: 'Stay',
      onConfirm: () => {
        setIsDirty(false);
        go();
      },
    });
  }

  return (
    <Page>
      <Inline>
        <Breadcrumbs items={[{ label: 'Connector Types', href: LIST_PATH }, { label: name || 'Api Editor' }]} />
        {type.data?.isSystem ? <Badge tone="info">Built in, read-only</Badge> : null}
      </Inline>
      {error && !lists.data ? (
        <Banner tone="danger" action={<Button onPress={() => Promise.all([type.refetch(), lists.refetch()])}>Retry</Button>}>
          {messageOf(error)}
        </Banner>
      ) : null}
      {error || shown ? null : indicator}
      {shown ? (
        <Tabs
          label="Views of the document"
          selected={view}
          onSelect={(next) => leave(() => setAddress(next === 'yaml' ? { view: 'yaml' } : {}))}
          items={[
            {
              id: 'operations',
              label: `Operations (${shown.schema.operations.length})`,
              content:
                view === 'operations' ? (
                  <OperationsView
                    typeId={id}
                    lists={shown}
                    isReadOnly={isReadOnly}
                    isDirty={isDirty}
                    onDirty={setIsDirty}
                    leave={leave}
                    confirm={confirm}
                  />
                ) : null,
            },
            {
              id: 'yaml',
              label: 'YAML',
              content: view === 'yaml' ? <YamlView typeId={id} typeName={name} isReadOnly={isReadOnly} onDirty={setIsDirty} /> : null,
            },
          ]}
        />
      ) : null}
      {question}
    </Page>
  );
}

interface OperationsViewProps {
  typeId: string;
  lists: DocumentLists;
  isReadOnly: boolean;
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
  leave: (go: () => void) => void;
  confirm: ReturnType<typeof useConfirm>[0];
}

function OperationsView({ typeId, lists, isReadOnly, isDirty, onDirty, leave, confirm }: OperationsViewProps) {
  const { notify } = useHost();
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState<{ kind: 'operation' | 'event'; at: number } | null>(null);
  const [savedAt, setSavedAt] = useState(0);
  const { save, question } = useSaveParts(typeId);
  const wanted = useDeferredValue(search);
  const { operations, events } = lists.schema;
  const rows = useMemo(() => listRows(operations, events, wanted), [operations, events, wanted]);
  const open = openOf(address, adding);

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
        ? [row.operation.name, operationPlace(row.operation, operations)]
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
  const openRow = open?.id ? (rows.find((row) => row.key === `${open.kind} ${open.id}`) ?? null) : null;
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

  const hideButton = openOperation ? (
    <Button isDisabled={isDirty} icon={openOperation.isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />} onPress={toggleHidden}>
      {openOperation.isHidden ? 'Show' : 'Hide'}
    </Button>
  ) : null;

  return (
    <Columns $isOneOpen={open !== null}>
      <Side>
        <SearchField label="Search operations" isLabelHidden placeholder="Search operations" value={search} onChange={setSearch} />
        {isReadOnly ? null : (
          <Inline>
            <Button size="dense" icon={<Plus aria-hidden />} onPress={() => leave(() => show({ kind: 'operation', id: null }))}>
              Add operation
            </Button>
            <Button size="dense" icon={<Plus aria-hidden />} onPress={() => leave(() => show({ kind: 'event', id: null }))}>
              Add event
            </Button>
          </Inline>
        )}
        {rows.length > 0 ? (
          <OperationList
            rows={rows}
            selectedKey={openRow?.key ?? (open?.id ? `${open.kind} ${open.id}` : null)}
            onSelect={select}
            onDelete={remove}
          />
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
      <div>
        {open ? (
          <BackLine>
            <Button size="dense" icon={<ArrowLeft aria-hidden />} onPress={() => leave(() => show(null))}>
              All operations
            </Button>
          </BackLine>
        ) : null}
        {open === null && rows.length === 0 ? null : open === null ? (
          <EmptyState title="Choose an operation">
            Its parameters, answer and paging are edited here; everything is kept inside the OpenAPI document.
          </EmptyState>
        ) : open.kind === 'operation' ? (
          <OperationEditor
            key={`${open.id ?? `new ${adding?.at}`} ${savedAt}`}
            typeId={typeId}
            lists={lists}
            operationId={open.id}
            isReadOnly={isReadOnly}
            onDirty={onDirty}
            onSaved={(id) => {
              setSavedAt(savedAt + 1);
              show(id === null ? null : { kind: 'operation', id });
            }}
            onDelete={() => remove(rowOf('operation', open.id ?? ''))}
            actions={hideButton}
          />
        ) : (
          <EventEditor
            key={`${open.id ?? `new ${adding?.at}`} ${savedAt}`}
            typeId={typeId}
            lists={lists}
            eventId={open.id}
            isReadOnly={isReadOnly}
            onDirty={onDirty}
            onSaved={(id) => {
              setSavedAt(savedAt + 1);
              show(id === null ? null : { kind: 'event', id });
            }}
            onDelete={() => remove(rowOf('event', open.id ?? ''))}
          />
        )}
      </div>
      {question}
    </Columns>
  );
}

function openOf(address: URLSearchParams, adding: { kind: 'operation' | 'event' } | null): Open {
  if (adding) return { kind: adding.kind, id: null };
  const [operation, event] = [address.get('operation'), address.get('event')];
  if (operation !== null) return { kind: 'operation', id: operation };
  return event === null ? null : { kind: 'event', id: event };
}

/** A path goes with its last operation. */
function operationPlace({ path, method }: { path: string; method: string }, all: readonly { path: string }[]): string[] {
  const isAlone = all.filter((one) => one.path === path).length === 1;
  return isAlone ? ['paths', path] : ['paths', path, method.toLowerCase()];
}
