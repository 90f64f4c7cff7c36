import { below, type SchemaSource } from '../json/json-pointer.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { BodyContent, ExtractedOperation, ParameterLocation } from './extracted.ts';
import { type Conversion, startConversion, toSchemaNode } from './to-schema-node.ts';
import { operationKey } from './units.ts';

const GROUPS: readonly (readonly [place: ParameterLocation, label: string])[] = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
];

/**
 * The input of an operation, as a tree with its groups at the first level: `path`, `query`, `header`, `cookie` and `body`, if it
 * has them. A body that isn't an object is a single field called body. The body of a GraphQL operation has its variables.
 *
 * @param contentType of the body, if the operation accepts several; otherwise the first
 */
export function requestSchema(source: SchemaSource, operation: ExtractedOperation, contentType?: string): SchemaNode {
  const conversion = startConversion(source);
  const groups = [
    ...GROUPS.map(([place, label]) => group(place, label, operation, conversion)),
    buildBodyNode(operation, conversion, contentType),
  ];
  return {
    name: '',
    label: null,
    type: 'Object',
    isRequired: true,
    ...(operation.description ? { description: operation.description } : {}),
    properties: groups.filter((one) => one !== null),
  };
}

function group(place: ParameterLocation, label: string, operation: ExtractedOperation, conversion: Conversion): SchemaNode | null {
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

function isPagingParameter({ paging }: ExtractedOperation, name: string, path: string): boolean {
  if (!paging || !('parameter' in paging)) return false;
  return paging.parameter === `${path}.${name}` || paging.parameter === `${path}[${JSON.stringify(name)}]`;
}

/** The content of a media type, or the first content if none is wanted. */
export function chosenContent(contents: readonly BodyContent[], wanted: string | undefined): BodyContent | undefined {
  return wanted === undefined ? contents[0] : contents.find(({ type }) => type.toLowerCase() === wanted.toLowerCase());
}

function buildBodyNode({ id, body }: ExtractedOperation, conversion: Conversion, contentType: string | undefined): SchemaNode | null {
  // A changed document may no longer have the wanted type.
  const content = body && (chosenContent(body.contents, contentType) ?? body.contents[0]);
  if (!body || !content) return null;
  const pointer = below(operationKey(id), 'body', 'contents', body.contents.indexOf(content), 'schema');
  const node = toSchemaNode(
    { value: content.schema, pointer },
    { name: 'body', isRequired: body.isRequired, description: body.description },
    conversion,
  );
  return { ...node, label: node.label ?? 'Body' };
}
