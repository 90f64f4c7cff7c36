/** The drawing of a mapping between two kinds of records. */
export { type FieldMapping, filledMappings } from './fields/field-mappings.ts';
export { type DescribedField, fullTitle, type MappingField, mappingFields } from './fields/mapping-field.ts';
export { hasUnknownFields, type MappingFlaw } from './fields/mapping-flaws.ts';
export { missingFields } from './fields/mapping-problems.ts';
export { linkEmptyOptions } from './mapper/empty-choice.tsx';
export { Mapper } from './mapper/mapper.tsx';
export { MappingPanel, type MappingPanelProps } from './mapper/mapping-panel.tsx';
export { getFieldStepId, MappingValues } from './mapper/mapping-values.tsx';
