import { forgetConnectors, useHost } from '@portage/area-kit';
import type { ConfirmRequest } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { leaveForSystem } from './leaving-for-system.ts';

/** Leaves time to read the message before the page opens the system (spec CONN-22). */
const EXTERNAL_REDIRECT_MS = 1_000;

type Named = { id: string; name: string };
type Connected = Named & { connectedAt: string | null };

export interface ConnectorActions {
  /** Sends the person to the system to sign in again (spec CONN-25). */
  reconnect(connector: Connected): Promise<void>;
  /** Reads the system's custom fields again (spec CONN-04). */
  resync(connector: Named): Promise<void>;
  askToDelete(connector: Named): void;
}

/**
 * @param confirm asks first
 * @param returnTo the page that sent the person here to reconnect; they return there afterwards
 */
export function useConnectorActions(confirm: (request: ConfirmRequest) => void, returnTo: string | null = null): ConnectorActions {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();

  async function remove({ id }: Named): Promise<void> {
    const { redirectUrl } = await api('DELETE /api/connectors/{id}', { params: { id } });
    if (redirectUrl) {
      notify.info('Connector deleted. Please wait.');
      setTimeout(() => window.location.assign(redirectUrl), EXTERNAL_REDIRECT_MS);
      return;
    }
    notify.success('Connector deleted.');
    navigate('/connectors');
    await forgetConnectors(queryClient, id);
  }

  return {
    async reconnect({ id, connectedAt }) {
      const answer = await api('POST /api/connectors/{id}/reconnect', { params: { id } }).catch((cause: unknown) => {
        // The caller that owns the clicked button shows the error, once.
        throw new Error('Error reconnecting connector', { cause });
      });
      if (answer.redirectUrl) return leaveForSystem({ connectorId: id, what: 'reconnected', connectedAt, returnTo }, answer.redirectUrl);
      notify.success('Successfully reconnected');
      await forgetConnectors(queryClient);
      if (returnTo) navigate(returnTo);
    },

    async resync({ id }) {
      const { isSuccess, errorMessage } = await api('POST /api/connectors/{id}/resync-custom-parameters', { params: { id } });
      if (!isSuccess) throw new Error(errorMessage ?? 'The custom fields could not be read.');
      notify.success('Custom fields updated.');
      await queryClient.invalidateQueries({ queryKey: ['connector-schemas'] });
    },

    askToDelete: (connector) =>
      confirm({
        message: `“${connector.name}” will be deleted with its credentials. Workflows that use it will fail until they get another one.`,
        onConfirm: () => remove(connector),
      }),
  };
}
