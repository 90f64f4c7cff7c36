import { Button, readConnectorCreated, useHost } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** Spec CONN-12. */
const POPUP = 'popup,width=640,height=500';

export interface AddConnectorButtonProps {
  connectorTypeId: string | null | undefined;
  onAdded: (connectorId: string) => void;
}

/** Makes a connector in a window of its own and takes it (spec STEP-32, CONN-12, CONN-13). */
export function AddConnectorButton({ connectorTypeId, onAdded }: AddConnectorButtonProps) {
  const host = useHost();
  const queryClient = useQueryClient();
  const popup = useRef<Window | null>(null);
  useEffect(() => {
    const listen = async (event: MessageEvent) => {
      // /connector-created may be another page of the same window, never another window.
      const connectorId = event.source === popup.current ? readConnectorCreated(event, window.location.origin) : null;
      if (connectorId === null) return;
      await queryClient.invalidateQueries({ queryKey: ['connector-schemas', 'connectors'] });
      onAdded(connectorId);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [queryClient, onAdded]);

  function open(): void {
    const query = connectorTypeId ? `?connectorTypeId=${encodeURIComponent(connectorTypeId)}` : '';
    popup.current = window.open(`/connectors/addPopup${query}`, 'portage-add-connector', POPUP);
    if (!popup.current) host.notify.error('The browser did not open the window. Allow pop-ups for this page, and try again.');
  }

  return (
    <Button icon={<Plus aria-hidden />} onPress={open}>
      Add Connector
    </Button>
  );
}
