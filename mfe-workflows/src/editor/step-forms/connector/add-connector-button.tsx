import { Button, openConnectorPopup, useHost } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';

export interface AddConnectorButtonProps {
  connectorTypeId: string | null | undefined;
  onAdded: (connectorId: string, connectorTypeId: string | null) => void;
}

/** Makes a connector in a window of its own and takes it (spec STEP-32, CONN-12, CONN-13). */
export function AddConnectorButton({ connectorTypeId, onAdded }: AddConnectorButtonProps) {
  const host = useHost();
  const queryClient = useQueryClient();
  const stop = useRef<(() => void) | null>(null);
  // The form may have been written in while the window was open: what it is now is what counts.
  const take = useRef(onAdded);
  useEffect(() => {
    take.current = onAdded;
  });
  useEffect(() => () => stop.current?.(), []);

  async function added(connectorId: string): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: ['connector-schemas', 'connectors'] });
    const { connector } = await host.api('GET /api/connectors/{id}', { params: { id: connectorId } }).catch(() => ({ connector: null }));
    take.current(connectorId, connector?.connectorTypeId ?? null);
  }

  function open(): void {
    const query = connectorTypeId ? `?connectorTypeId=${encodeURIComponent(connectorTypeId)}` : '';
    stop.current?.();
    stop.current = openConnectorPopup(`/connectors/addPopup${query}`, added);
    if (!stop.current) host.notify.error('The browser did not open the window. Allow pop-ups for this page, and try again.');
  }

  return (
    <Button icon={<Plus aria-hidden />} onPress={open}>
      Add Connector
    </Button>
  );
}
