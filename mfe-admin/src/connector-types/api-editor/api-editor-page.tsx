import { useApi, useLeaveWarning } from '@portage/area-kit';
import { Badge, Breadcrumbs, FailedRead, Inline, Page, Tabs, useConfirm, useLoaded, usePageTitle } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { LIST_PATH } from '../connector-type.ts';
import { EntitiesView } from './entities/entities-view.tsx';
import { OperationsView } from './operations-view.tsx';
import { useDocumentLists } from './use-document-lists.ts';
import { YamlView } from './yaml/yaml-view.tsx';

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
  const view = parseView(address.get('view'));
  const error = type.error ?? lists.error;
  const name = type.data?.name ?? '';
  const isReadOnly = type.data?.isSystem ?? true;
  const { shown, indicator } = useLoaded(type.data ? lists.data : undefined, 'Loading the document');

  /** Asks first if there are unsaved changes. */
  function leave(go: () => void): void {
    if (!isDirty) {
      go();
      return;
    }
    confirm({
      title: 'Unsaved changes',
      message: 'Your changes here are not saved.',
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
      {error && !lists.data ? <FailedRead query={{ error, refetch: () => Promise.all([type.refetch(), lists.refetch()]) }} /> : null}
      {error || shown ? null : indicator}
      {shown ? (
        <Tabs
          label="Views of the document"
          selected={view}
          onSelect={(next) => leave(() => setAddress(next === 'operations' ? {} : { view: next }))}
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
              id: 'entities',
              label: 'Entities',
              content:
                view === 'entities' ? (
                  <EntitiesView typeId={id} lists={shown} isReadOnly={isReadOnly} onDirty={setIsDirty} leave={leave} confirm={confirm} />
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

function parseView(text: string | null): 'operations' | 'entities' | 'yaml' {
  return text === 'yaml' || text === 'entities' ? text : 'operations';
}
