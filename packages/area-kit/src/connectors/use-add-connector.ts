import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { openConnectorPopup } from '../host/connector-created.ts';
import { useHost } from '../host/host.ts';

/**
 * Makes a connector in a separate window (spec CONN-12, CONN-13), so that the person stays in the editor.
 *
 * @param onAdded receives the new connector, and its type if that could be read.
 * @returns a function that opens the window, for a type of connector or, without one, for any, with a suggested name.
 */
export function useAddConnector(
  onAdded: (connectorId: string, connectorTypeId: string | null) => void,
): (connectorTypeId?: string | null, name?: string) => void {
  const host = useHost();
  const queryClient = useQueryClient();
  const stop = useRef<(() => void) | null>(null);
  // The form may have changed while the window was open: its current values count.
  const take = useRef(onAdded);
  useEffect(() => {
    take.current = onAdded;
  });
  useEffect(() => () => stop.current?.(), []);

  async function added(connectorId: string): Promise<void> {
    // The window may also have added the connector's application.
    await queryClient.invalidateQueries({ queryKey: ['connector-schemas'] });
    const { connector } = await host.api('GET /api/connectors/{id}', { params: { id: connectorId } }).catch(() => ({ connector: null }));
    take.current(connectorId, connector?.connectorTypeId ?? null);
  }

  return (connectorTypeId, name) => {
    const query = new URLSearchParams({
      ...(connectorTypeId ? { connectorTypeId } : {}),
      ...(name ? { autofillConnectorName: name } : {}),
    });
    stop.current?.();
    stop.current = openConnectorPopup(`/connectors/addPopup${query.size > 0 ? `?${query}` : ''}`, added);
    if (!stop.current) host.notify.error('The browser blocked the window. Allow pop-ups for this page and try again.');
  };
}
