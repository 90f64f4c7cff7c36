import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { Button, type ButtonProps } from '../button/button.tsx';
import { useApi } from '../host/host.ts';

/** Connector types whose systems this local Portage simulates; none in a deployed one. */
export function useSimulatedTypes(): ReadonlySet<string> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['configuration', 'simulated-types'],
    queryFn: async ({ signal }) => (await api('GET /api/configuration', {}, { signal })).simulatedConnectorTypeIds ?? [],
    staleTime: Number.POSITIVE_INFINITY,
  });
  return new Set(data);
}

interface UseSimulatedButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  type: { id: string; name: string | null };
  onMade: (connectorId: string) => unknown;
}

/** Makes a connector to the simulated system of a type, with one click. Nothing where this Portage does not simulate it. */
export function UseSimulatedButton({ type: { id, name }, onMade, ...look }: UseSimulatedButtonProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const isSimulated = useSimulatedTypes().has(id);
  if (!isSimulated) return null;

  async function make(): Promise<void> {
    const { connector } = await api('POST /api/connectors/simulated', { body: { connectorTypeId: id } });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['connectors'] }),
      queryClient.invalidateQueries({ queryKey: ['connector-schemas', 'connectors'] }),
    ]);
    await onMade(connector.id);
  }

  return (
    <Button {...look} icon={<FlaskConical aria-hidden />} onPress={make}>
      Use simulated {name ?? id}
    </Button>
  );
}
