import { useAddConnector } from '@portage/area-kit';
import { Button } from '@portage/ui';
import { Plus } from 'lucide-react';

export interface AddConnectorButtonProps {
  connectorTypeId: string | null | undefined;
  onAdded: (connectorId: string, connectorTypeId: string | null) => void;
}

/** Creates a connector and selects it (spec STEP-32). */
export function AddConnectorButton({ connectorTypeId, onAdded }: AddConnectorButtonProps) {
  const addConnector = useAddConnector(onAdded);
  return (
    <Button icon={<Plus aria-hidden />} onPress={() => addConnector(connectorTypeId)}>
      Add Connector
    </Button>
  );
}
