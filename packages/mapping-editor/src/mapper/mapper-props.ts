import type { FieldMapping } from '../fields/field-mappings.ts';
import type { MappingField } from '../fields/mapping-field.ts';
import type { MappingFlaw } from '../fields/mapping-flaws.ts';

export interface MapperProps {
  /** Names of what is mapped: "Salesforce Products". */
  sourceName: string;
  targetName: string;
  /** The step whose mapping it is. */
  stepId: string;
  sources: readonly MappingField[];
  targets: readonly MappingField[];
  mappings: readonly FieldMapping[];
  /** Those of fields are shown at their rows. */
  flaws?: readonly MappingFlaw[] | undefined;
  /** @param key changes with the same key, one after the other, are one for undo */
  onChange: (mappings: FieldMapping[], key: string | null) => void;
  /** The first record of the source; undefined if none was read yet. */
  record: unknown;
  isReadOnly: boolean;
}
