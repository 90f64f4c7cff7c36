import { formatPath, type PathSegment } from '@portage/primitives/paths';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { type FlatSchema, flatSchema } from '../extracted/flat-schema.ts';
import { chosenContent } from '../extracted/request-schema.ts';
import { operationKey } from '../extracted/units.ts';
import { isObject } from '../json/json.ts';
import { below, type Located, type SchemaSource } from '../json/json-pointer.ts';
import { bodySchema } from './build-request.ts';
import type { RequestValues } from './request-values.ts';

/** How many fields are checked; a body may be a list of data. */
const MAX_FIELDS = 5_000;
const MAX_DEPTH = 20;

interface Search {
  source: SchemaSource;
  found: Record<string, unknown>;
  fieldsLeft: number;
}

/** Values of parameters with AlwaysLog (`x-always-log`, spec ENG-24) that the request contains, by their paths in mappings. */
export function alwaysLogged(
  source: SchemaSource,
  operation: ExtractedOperation,
  values: RequestValues,
  contentType?: string,
): Record<string, unknown> {
  const search: Search = { source, found: {}, fieldsLeft: MAX_FIELDS };
  for (const [index, { name, place, schema }] of operation.parameters.entries()) {
    const group = values[place];
    if (!group || !Object.hasOwn(group, name)) continue;
    const pointer = below(operationKey(operation.id), 'parameters', index, 'schema');
    visit(search, { value: schema, pointer }, group[name], [place, name], 0);
  }
  const content = operation.body && chosenContent(operation.body.contents, contentType);
  if (content && values.body !== undefined) visit(search, bodySchema(operation, content), values.body, ['body'], 0);
  return search.found;
}

function visit(search: Search, schema: Located, value: unknown, segments: readonly PathSegment[], depth: number): void {
  search.fieldsLeft -= 1;
  if (value === undefined || depth > MAX_DEPTH || search.fieldsLeft <= 0) return;
  const flat = flatSchema(search.source, schema);
  if (flat.members.get('x-always-log') === true) {
    search.found[formatPath(segments)] = value;
    return;
  }
  if (Array.isArray(value)) {
    const items = { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
    for (const [place, item] of value.entries()) visit(search, items, item, [...segments, place], depth + 1);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      for (const property of propertiesNamed(search.source, flat, name)) visit(search, property, inner, [...segments, name], depth + 1);
    }
  }
}

/** The property of the schema itself, otherwise of each variant that has it. */
function propertiesNamed(source: SchemaSource, { properties, variants }: FlatSchema, name: string): Located[] {
  const own = properties.get(name);
  if (own) return [own];
  return variants.flatMap((variant) => flatSchema(source, variant).properties.get(name) ?? []);
}
