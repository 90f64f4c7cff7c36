import { useApi, useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Inline, Link, LinkButton, Page, useLoaded, usePageTitle } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useConnectorTypes } from '../connector-types/type-queries.ts';
import { hasConnected, takeLeaving } from '../connectors/leaving-for-system.ts';
import { parseReturnPath, returnWith } from '../connectors/return-path.ts';
import { EditConnectorForm } from './edit-connector-form.tsx';

/** /connectors/{id}/edit (spec CONN-07, CONN-09, CONN-26). */
export function EditConnectorPage() {
  usePageTitle('Edit Connector');
  const { id = '' } = useParams();
  const returnTo = parseReturnPath(useSearchParams()[0].get('returnTo'));
  const { navigate, notify } = useHost();
  const connector = useConnector(id);
  const types = useConnectorTypes();
  const { data, error } = connector;
  // The page keeps its content during a reload, but it starts with fresh data, not with the cache.
  const [isRead, setIsRead] = useState(false);
  useEffect(() => {
    if (!connector.isFetching) setIsRead(true);
  }, [connector.isFetching]);

  useEffect(() => {
    if (error) notify.error(new Error('Error loading connector'));
  }, [error, notify]);

  // Back from the system (spec CONN-17, CONN-25).
  useEffect(() => {
    if (!isRead || !data || data.id !== id) return;
    const left = takeLeaving(id);
    if (left === null) return;
    const { what, returnTo: wayBack } = left;
    const isConnected = hasConnected(left, data);
    if (isConnected) notify.success(what === 'reconnected' ? 'Successfully reconnected' : 'Connector created.');
    else notify.error(new Error(what === 'reconnected' ? 'Error reconnecting connector' : 'The connector is not connected yet.'));
    if (isConnected && wayBack) navigate(returnWith(wayBack, id));
  }, [isRead, data, id, notify, navigate]);

  const { shown, indicator } = useLoaded(data && isRead && !types.isPending ? data : undefined);
  return (
    <Page>
      {returnTo ? <Link href={returnTo}>Back to the playbook</Link> : null}
      {error && !data ? (
        <Banner
          tone="danger"
          title="Error loading connector"
          action={
            <Inline>
              <Button onPress={() => connector.refetch()}>Retry</Button>
              <LinkButton href="/connectors">Back to Connectors</LinkButton>
            </Inline>
          }
        >
          {getErrorMessage(error)}
        </Banner>
      ) : shown ? (
        <EditConnectorForm
          key={shown.id}
          connector={shown}
          type={types.data?.find((type) => type.id === shown.connectorTypeId)}
          reload={() => connector.refetch()}
          returnTo={returnTo}
        />
      ) : (
        indicator
      )}
    </Page>
  );
}

function useConnector(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['connectors', 'one', id],
    queryFn: async ({ signal }) => (await api('GET /api/connectors/{id}', { params: { id } }, { signal })).connector,
    // A form shows the connector: a reload must not overwrite what the person typed.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
}
