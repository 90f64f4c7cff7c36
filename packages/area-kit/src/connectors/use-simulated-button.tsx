import { Button, type ButtonProps } from '@portage/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useApi } from '../host/host.ts';
import { forgetConnectors } from './forget-connectors.ts';

interface SimulatedType {
  id: string;
  /** Whether its type has an OpenAPI document, if the page knows; a system is simulated from it. */
  hasDocument?: boolean;
}

/** Returns whether this local Portage simulates a connector type's system; a deployed one simulates none. */
export function useIsSimulated(): (type: SimulatedType) => boolean {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['configuration', 'simulated-types'],
    queryFn: async ({ signal }) => {
      const { simulatedConnectorTypeIds = [], simulatesDocuments = false } = await api('GET /api/configuration', {}, { signal });
      return { ids: simulatedConnectorTypeIds, simulatesDocuments };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return ({ id, hasDocument = true }) => data !== undefined && (data.ids.includes(id) || (data.simulatesDocuments && hasDocument));
}

interface UseSimulatedButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  type: SimulatedType & { name: string | null };
  onMade: (connectorId: string) => unknown;
}

/** Makes a connector to the simulated system of a type, with one click. Renders nothing if this Portage doesn't simulate it. */
export function UseSimulatedButton({ type, onMade, ...look }: UseSimulatedButtonProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id, name } = type;
  if (!useIsSimulated()(type)) return null;

  async function make(): Promise<void> {
    const { connector } = await api('POST /api/connectors/simulated', { body: { connectorTypeId: id } });
    await forgetConnectors(queryClient);
    await onMade(connector.id);
  }

  return (
    <Button {...look} icon={<FlaskConical aria-hidden />} onPress={make}>
      Use simulated {name ?? id}
    </Button>
  );
}
