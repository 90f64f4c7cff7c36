import { useEffect } from 'react';
import { latestOfType } from './connector-choices.ts';
import { useConnectors } from './connector-source.tsx';

interface ConnectorField {
  /** The step's connector field, and its value. */
  field: string;
  connectorId: string | null | undefined;
  connectorTypeId: string | null | undefined;
}

/** Selects the newest connector for a step that has a known system and no connector (spec STEP-29). */
export function usePresetConnectors(
  places: readonly ConnectorField[],
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
