import type { SchemaNode } from '../schema/schema-node.ts';
import type { ExtractedOperation, ParameterPlace } from './extracted.ts';
import { below, type SchemaSource } from './json-pointer.ts';
import { type Conversion, startConversion, toSchemaNode } from './to-schema-node.ts';
import { operationKey } from './units.ts';

const GROUPS: readonly (readonly [place: ParameterPlace, label: string])[] = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
];

/**
 * What an operation takes, as a tree whose first level are its groups: `path`, `query`, `header`, `cookie` and `body`, as
 * far as it has any. A body that is no object is one field called body; that of a GraphQL operation are its variables.
 */
export function requestSchema(source: SchemaSource, operation: ExtractedOperation): SchemaNode {
  const conversion = startConversion(source);
  const groups = [...GROUPS.map(([place, label]) => group(place, label, operation, conversion)), bodyOf(operation, conversion)];
  return {
    name: '',
    label: null,
    type: 'Object',
    isRequired: true,
    properties: groups.filter((one) => one !== null),
  };
}

function group(place: ParameterPlace, label: string, operation: ExtractedOperation, conversion: Conversion): SchemaNode | null {
  const pointer = below(operationKey(operation.id), 'parameters');
  const properties = operation.parameters.flatMap((parameter, index): SchemaNode[] => {
    if (parameter.place !== place) return [];
    const { name, isRequired, description, schema } = parameter;
    const node = toSchemaNode({ value: schema, pointer: below(pointer, index, 'schema') }, { name, isRequired, description }, conversion);
    if (!isPagingParameter(operation, name, place) || node.attributes?.includes('paging_offset')) return [node];
    return [{ ...node, attributes: [...(node.attributes ?? []), 'paging_offset' as const] }];
  });
  return properties.length > 0 ? { name: place, label, type: 'Object', isRequired: true, properties } : null;
}

function isPagingParameter({ paging }: ExtractedOperation, name: string, place: string): boolean {
  if (!paging || !('parameter' in paging)) return false;
  return paging.parameter === `${place}.${name}` || paging.parameter === `${place}[${JSON.stringify(name)}]`;
}

function bodyOf({ id, body }: ExtractedOperation, conversion: Conversion): SchemaNode | null {
  const [best] = body?.contents ?? [];
  if (!body || !best) return null;
  const pointer = below(operationKey(id), 'body', 'contents', 0, 'schema');
  const node = toSchemaNode(
    { value: best.schema, pointer },
    { name: 'body', isRequired: body.isRequired, description: body.description },
    conversion,
  );
  return { ...node, label: node.label ?? 'Body' };
}
