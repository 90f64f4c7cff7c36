import type { FieldMapping } from '../fields/field-mappings.ts';
import type { MappingField } from '../fields/mapping-field.ts';
import type { MappingFlaw } from '../fields/mapping-flaws.ts';

export interface MapperProps {
  /** The name of the mapped side: "Salesforce Products". */
  sourceName: string;
  targetName: string;
  stepId: string;
  sources: readonly MappingField[];
  targets: readonly MappingField[];
  mappings: readonly FieldMapping[];
  /** Flaws of listed fields are shown in their rows. */
  flaws?: readonly MappingFlaw[] | undefined;
  /** @param key consecutive changes with the same key are one for undo */
  onChange: (mappings: FieldMapping[], key: string | null) => void;
  /** The first record of the source; undefined if none was read yet. */
  record: unknown;
  isReadOnly: boolean;
}
