import { type EntityDefinition, missingSourcePaths, missingTargetPaths } from '@portage/connectors/entities';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import type { FieldMapping, FlowDefinition } from './flow.ts';
import { fieldName } from './map-record.ts';
import { type SourceField, sourceFields } from './source-paths.ts';

/** A mapping that no longer does what its author meant. */
export interface MappingFlaw {
  toParameterPath: string;
  /** `target`: the written field is missing, so the flow can't be synchronized. `source`: a field it reads is missing. */
  side: 'source' | 'target';
  message: string;
}

/** One system of a flow with its document. */
export interface DescribedSide {
  typeName: string;
  entity: EntityDefinition;
  document: ConnectorDocument;
}

type Flow = Pick<FlowDefinition, 'mappings' | 'dependencies' | 'externalIdFields'>;

/** Mappings to fields the target doesn't have, and from fields the source doesn't have. */
export async function mappingFlaws(
  { mappings, dependencies, externalIdFields }: Flow,
  source: DescribedSide,
  target: DescribedSide,
): Promise<MappingFlaw[]> {
  const filled = [...mappings, ...dependencies].filter(({ fromParameterExpression }) => fromParameterExpression.trim() !== '');
  const paths = [...new Set([...filled.map(({ toParameterPath }) => toParameterPath), ...externalIdFields])];
  const lost = await missingTargetPaths(target.document, target.entity, paths);
  const read = filled.map((mapping) => ({ mapping, fields: sourceFields(mapping, filled) }));
  const gone = new Set(await missingSourcePaths(source.document, source.entity, collectPaths(read)));
  return [
    ...lost.map((path): MappingFlaw => ({ toParameterPath: path, side: 'target', message: targetWords(path, filled, target) })),
    ...read.flatMap(({ mapping: { toParameterPath }, fields }): MappingFlaw[] => {
      const first = fields.find(({ path }) => gone.has(path));
      return first ? [{ toParameterPath, side: 'source', message: sourceWords(first, toParameterPath, source) }] : [];
    }),
  ];
}

function collectPaths(read: readonly { fields: readonly SourceField[] }[]): string[] {
  return [...new Set(read.flatMap(({ fields }) => fields.map(({ path }) => path)))];
}

function targetWords(path: string, mappings: readonly FieldMapping[], { entity, typeName }: DescribedSide): string {
  const expression = mappings.find(({ toParameterPath }) => toParameterPath === path)?.fromParameterExpression ?? 'the id in the source';
  const from = expression.length > 80 ? `${expression.slice(0, 79)}…` : expression;
  return `${entity.title} of ${typeName} have no field “${fieldName(path)}”, which is mapped from ${from}. Remove this mapping, or map another field.`;
}

function sourceWords({ path }: SourceField, toParameterPath: string, { entity, typeName }: DescribedSide): string {
  return `${entity.title} of ${typeName} have no field “${path}” any more. “${fieldName(toParameterPath)}” is not written if a record lacks it.`;
}
