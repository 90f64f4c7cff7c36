import type { SchemaNode } from '../schema/schema-node.ts';
import { entriesOf, member, textMember } from './json.ts';
import { below, follow, type Located } from './json-pointer.ts';
import type { DocumentOperation } from './operations.ts';
import { pageParameterOf } from './paging.ts';
import { type DocumentParameter, parametersOf } from './parameters.ts';
import { type Conversion, startConversion, toSchemaNode } from './to-schema-node.ts';

/** Headers that the connector or the HTTP client sets itself (OpenAPI 3: such parameters are to be ignored). */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization', 'content-length', 'host']);
const BODY_TYPES = [/[/+]json\b/i, /x-www-form-urlencoded/i, /multipart\/form-data/i];

/**
 * What an operation takes, as a tree whose first level are its groups: `path`, `query`, `header` and `body`, as far as it
 * has any. A body that is no object is one field called body.
 */
export function requestSchema(document: unknown, operation: Pick<DocumentOperation, 'located' | 'shared' | 'method'>): SchemaNode {
  const conversion = startConversion(document);
  const parameters = parametersOf(document, operation);
  const pageParameter = operation.method === 'get' ? pageParameterOf(document, operation) : null;
  const groups = [
    group('path', 'Path', parameters, conversion, null),
    group('query', 'Query', parameters, conversion, pageParameter),
    group(
      'header',
      'Headers',
      parameters.filter(({ name }) => !OWN_HEADERS.has(name.toLowerCase())),
      conversion,
      null,
    ),
    bodyOf(document, operation, parameters, conversion),
  ];
  return {
    name: '',
    label: null,
    type: 'Object',
    isRequired: true,
    properties: groups.filter((one) => one !== null),
  };
}

function group(
  place: string,
  label: string,
  parameters: readonly DocumentParameter[],
  conversion: Conversion,
  pageParameter: string | null,
): SchemaNode | null {
  const own = parameters.filter((parameter) => parameter.place === place);
  if (own.length === 0) return null;
  const properties = own.map(({ schema, name, isRequired, description }) => {
    const node = toSchemaNode(schema, { name, isRequired, description }, conversion);
    if (name !== pageParameter || node.attributes?.includes('paging_offset')) return node;
    return { ...node, attributes: [...(node.attributes ?? []), 'paging_offset' as const] };
  });
  return { name: place, label, type: 'Object', isRequired: true, properties };
}

/** `requestBody` (OpenAPI 3), or the body and form parameters of Swagger 2.0. */
function bodyOf(
  document: unknown,
  { located }: Pick<DocumentOperation, 'located'>,
  parameters: readonly DocumentParameter[],
  conversion: Conversion,
): SchemaNode | null {
  const form = group('formData', 'Body', parameters, conversion, null);
  if (form) return { ...form, name: 'body' };
  const parameter = parameters.find(({ place }) => place === 'body');
  if (parameter) return body(parameter.schema, parameter.isRequired, parameter.description, conversion);
  const written = member(located.value, 'requestBody');
  const found = written === undefined ? null : follow(document, { value: written, pointer: below(located.pointer, 'requestBody') });
  if (!found) return null;
  const contents = entriesOf(found.value, 'content');
  const best = BODY_TYPES.map((pattern) => contents.find(([type]) => pattern.test(type))).find((one) => one !== undefined) ?? contents[0];
  if (!best) return null;
  const [type, content] = best;
  const schema = { value: member(content, 'schema') ?? {}, pointer: below(found.pointer, 'content', type, 'schema') };
  return body(schema, member(found.value, 'required') === true, textMember(found.value, 'description'), conversion);
}

function body(schema: Located, isRequired: boolean, description: string | undefined, conversion: Conversion): SchemaNode {
  const node = toSchemaNode(schema, { name: 'body', isRequired, description }, conversion);
  return { ...node, label: node.label ?? 'Body' };
}
