import { Button, openConnectorPopup, useHost } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';

export interface AddConnectorButtonProps {
  connectorTypeId: string | null | undefined;
  onAdded: (connectorId: string) => void;
}

/** Makes a connector in a window of its own and takes it (spec STEP-32, CONN-12, CONN-13). */
export function AddConnectorButton({ connectorTypeId, onAdded }: AddConnectorButtonProps) {
  const host = useHost();
  const queryClient = useQueryClient();
  const stopListening = useRef<(() => void) | null>(null);
  const added = useRef(onAdded);
  added.current = onAdded;
  useEffect(() => () => stopListening.current?.(), []);

  function open(): void {
    stopListening.current?.();
    const query = connectorTypeId ? `?connectorTypeId=${encodeURIComponent(connectorTypeId)}` : '';
    stopListening.current = openConnectorPopup(`/connectors/addPopup${query}`, async (connectorId) => {
      await queryClient.invalidateQueries({ queryKey: ['connector-schemas', 'connectors'] });
      added.current(connectorId);
    });
    if (!stopListening.current) host.notify.error('The browser did not open the window. Allow pop-ups for this page, and try again.');
  }

  return (
    <Button icon={<Plus aria-hidden />} onPress={open}>
      Add Connector
    </Button>
  );
}
