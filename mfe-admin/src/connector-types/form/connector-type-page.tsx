import { useApi } from '@portage/area-kit';
import { Breadcrumbs, EmptyState, FailedRead, LinkButton, Page, useLoaded, usePageTitle } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { LIST_PATH } from '../connector-type.ts';
import { ConnectorTypeForm } from './connector-type-form.tsx';

/** /admin/connectorTypes/add */
export function AddConnectorTypePage() {
  usePageTitle('Add Connector Type');
  return (
    <Page>
      <Breadcrumbs items={[{ label: 'Connector Types', href: LIST_PATH }, { label: 'Add' }]} />
      <ConnectorTypeForm type={null} />
    </Page>
  );
}

/** /admin/connectorTypes/{id}/edit */
export function EditConnectorTypePage() {
  usePageTitle('Edit Connector Type');
  const { id = '' } = useParams();
  const api = useApi();
  const query = useQuery({
    queryKey: ['connector-types', 'one', id],
    queryFn: ({ signal }) => api('GET /api/connector-types/{id}', { params: { id } }, { signal }),
    select: ({ connectorType }) => connectorType,
    // The edited type must not change while the person edits it.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { shown: type, indicator } = useLoaded(query.data, 'Loading the connector type');
  return (
    <Page>
      <Breadcrumbs items={[{ label: 'Connector Types', href: LIST_PATH }, { label: type?.name ?? 'Edit' }]} />
      {query.error ? <FailedRead query={query} /> : null}
      {type || query.error ? null : indicator}
      {type?.isSystem ? (
        <EmptyState
          title="This connector type comes with Portage"
          action={<LinkButton href={`${LIST_PATH}/${encodeURIComponent(id)}/editor`}>Api Editor</LinkButton>}
        >
          It cannot be changed. Its operations can be viewed in the Api Editor.
        </EmptyState>
      ) : null}
      {type && !type.isSystem ? <ConnectorTypeForm key={type.id} type={type} /> : null}
    </Page>
  );
}
