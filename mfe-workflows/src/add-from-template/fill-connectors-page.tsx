import { useApi, useConnectorsByType } from '@portage/area-kit';
import { getErrorMessage, isApiError } from '@portage/contracts';
import { Banner, Button, LinkButton, Page, useLoaded, usePageTitle } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { FillConnectorsForm } from './fill-connectors-form.tsx';

/** /workflows/add-from-template-id/{templateId}/ (spec TPL-21..27). */
export function FillConnectorsPage() {
  usePageTitle('Add Workflow: Fill Connectors');
  const { templateId = '' } = useParams();
  const api = useApi();
  const query = useQuery({
    queryKey: ['workflow-templates', 'one', templateId],
    queryFn: ({ signal }) => api('GET /api/workflow-templates/{id}', { params: { id: templateId } }, { signal }),
    // A deleted template does not come back.
    retry: (count, error) => count < 1 && !isApiError(error),
  });
  const template = query.data?.template;
  const connectors = useConnectorsByType(template?.connectorTypes ?? []);
  const { shown, indicator } = useLoaded(
    template && connectors.data ? { template, connectors: connectors.data } : undefined,
    'Loading the template',
  );

  const error = query.error ?? connectors.error;
  if (error) {
    const isGone = isApiError(error) && error.status === 404;
    return (
      <Page>
        <Banner
          tone="danger"
          title={isGone ? 'This template is not available' : 'The template could not be loaded'}
          action={
            isGone ? (
              <LinkButton href="/workflows/add-from-template">Other templates</LinkButton>
            ) : (
              <Button onPress={() => Promise.all([query.refetch(), connectors.refetch()])}>Retry</Button>
            )
          }
        >
          {isGone ? 'It was deleted or deactivated, or the link is incomplete.' : getErrorMessage(error)}
        </Banner>
      </Page>
    );
  }
  if (!shown) return indicator;
  return (
    <Page>
      <FillConnectorsForm key={templateId} template={shown.template} connectors={shown.connectors} />
    </Page>
  );
}
