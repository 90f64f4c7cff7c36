import { useEffect } from 'react';
import { latestOfType } from './connector-choices.ts';
import { useConnectors } from './connector-source.tsx';

interface ConnectorPlace {
  /** The step's field for the connector, and what it has. */
  field: string;
  connectorId: string | null | undefined;
  connectorTypeId: string | null | undefined;
}

/** A step whose system is known and whose connector is not takes the newest connector of that system (spec STEP-29). */
export function usePresetConnectors(
  places: readonly ConnectorPlace[],
  isReadOnly: boolean,
  onPreset: (changes: Readonly<Record<string, string>>) => void,
): void {
  const { data: connectors = [] } = useConnectors();
  const presets = places.flatMap(({ field, connectorId, connectorTypeId }) => {
    const latest = !connectorId && connectorTypeId ? latestOfType(connectors, connectorTypeId) : undefined;
    return latest ? [[field, latest.id]] : [];
  });
  const wanted = isReadOnly || presets.length === 0 ? null : JSON.stringify(presets);
  useEffect(() => {
    if (wanted !== null) onPreset(Object.fromEntries(JSON.parse(wanted) as [string, string][]));
  }, [wanted, onPreset]);
}
