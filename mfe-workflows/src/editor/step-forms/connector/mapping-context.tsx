import type { FormPlace, ParameterMapping, SchemaNode, Visibility } from '@portage/connectors/schema';
import { createContext, useContext } from 'react';

/** The values that the fields of one operation's parameters share. */
export interface Mapping extends Visibility {
  connectorId: string;
  /** Which operation or event the fields are of. */
  place: FormPlace;
  /** The name of the step, for references. */
  stepId: string;
  root: SchemaNode;
  mappings: readonly ParameterMapping[];
  /** @param path whose edit this is: edits of one path in a row are one version of the undo history. */
  onChange: (mappings: ParameterMapping[], path?: string) => void;
  /** Reads the form again, after a choice that it depends on (spec STEP-44). */
  onReload: () => void;
  /** The name of a path's field in the form. */
  fieldOf: (path: string) => string;
  isReadOnly: boolean;
  problemOf: (path: string) => string | undefined;
  filter: string;
  showsAdvanced: boolean;
  playbookParameters: readonly string[];
  /** Absent where a step has no such toggles. */
  onToggle?: ((list: 'dynamicAdvancedParameters' | 'playbookParameters', path: string) => void) | undefined;
}

const MappingContext = createContext<Mapping | null>(null);
export const MappingProvider = MappingContext.Provider;

export function useMapping(): Mapping {
  const mapping = useContext(MappingContext);
  if (!mapping) throw new Error('useMapping needs a MappingProvider above it.');
  return mapping;
}
