import type { FormKey, ParameterMapping, SchemaNode, Visibility } from '@portage/connectors/schema';
import { createContext, useContext } from 'react';

/** The values that the parameter fields of one operation share. */
export interface Mapping extends Visibility {
  connectorId: string;
  place: FormKey;
  stepId: string;
  root: SchemaNode;
  mappings: readonly ParameterMapping[];
  /** @param path the edited path: consecutive edits of one path are one version of the undo history */
  onChange: (mappings: ParameterMapping[], path?: string) => void;
  /** Reloads the form after a choice that it depends on (spec STEP-44). */
  onReload: () => void;
  fieldOf: (path: string) => string;
  isReadOnly: boolean;
  problemOf: (path: string) => string | undefined;
  filter: string;
  showsAdvanced: boolean;
  playbookParameters: readonly string[];
  /** Omitted if a step has no such toggles. */
  onToggle?: ((list: 'dynamicAdvancedParameters' | 'playbookParameters', path: string) => void) | undefined;
}

const MappingContext = createContext<Mapping | null>(null);
export const MappingProvider = MappingContext.Provider;

export function useMapping(): Mapping {
  const mapping = useContext(MappingContext);
  if (!mapping) throw new Error('useMapping needs a MappingProvider above it.');
  return mapping;
}
