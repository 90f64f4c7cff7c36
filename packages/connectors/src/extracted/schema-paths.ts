import { isObject } from '../json/json.ts';
import { below, type Located, type SchemaSource } from '../json/json-pointer.ts';
import type { ExtractedOperation } from './extracted.ts';
import { type FlatSchema, flatSchema } from './flat-schema.ts';
import { resolveType } from './schema-type.ts';
import { operationKey } from './units.ts';

/** The schema of the success response; null if the document doesn't describe it. */
export function findResponseSchema({ id, responses }: ExtractedOperation): Located | null {
  const isGood = responses.some(({ status }) => /^2/.test(status)) ? /^2/ : /^default$/i;
  const place = responses.findIndex(({ schema, status }) => schema !== undefined && isGood.test(status));
  const schema = responses[place]?.schema;
  return schema === undefined ? null : { value: schema, pointer: below(operationKey(id), 'responses', place, 'schema') };
}

/** What a schema has at a path: a field; any name (`open`); described fields, but others are allowed (`passes`); or nothing. */
export type PathMatch = 'field' | 'open' | 'passes' | 'none';
/** The most certain first. */
const surest: readonly PathMatch[] = ['field', 'open', 'passes', 'none'];

/** Whether an operation accepts a value at a path: `query.limit`, `query["request.limit"]`, `body.filter.name`, `body`. */
export function takesPath(source: SchemaSource, operation: ExtractedOperation, path: string): boolean {
  return matchRequestPath(source, operation, path) !== 'none';
}

export function matchRequestPath(source: SchemaSource, operation: ExtractedOperation, path: string): PathMatch {
  const [group = '', ...rest] = splitPath(path);
  if (group !== 'body') return operation.parameters.some(({ place, name }) => place === group && name === rest[0]) ? 'field' : 'none';
  const content = operation.body?.contents[0];
  if (!content) return 'none';
  return matchSchemaPath(
    source,
    { value: content.schema, pointer: below(operationKey(operation.id), 'body', 'contents', 0, 'schema') },
    rest,
  );
}

/** Whether a schema has a field at a path, or says too little to tell: `data.items[].id`, `variants.nodes[0].sku`. */
export function hasPath(source: SchemaSource, located: Located, path: string): boolean {
  return matchSchemaPath(source, located, splitPath(path)) !== 'none';
}

/** The schema of a field; null if there is none or the schema says too little. */
export function schemaAt(source: SchemaSource, located: Located, path: string): Located | null {
  let found: Located | null = located;
  for (const name of splitPath(path)) {
    if (!found) return null;
    const flat = flatSchema(source, found);
    const isList = resolveType(flat) === 'array';
    const items: Located = { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
    found = isPosition(name) ? (isList ? items : null) : ((isList ? flatSchema(source, items) : flat).properties.get(name) ?? null);
  }
  return found;
}

/** Names in a path. Every position in a list is `[]`. */
export function splitPath(path: string): string[] {
  return [...path.matchAll(/\["([^"]+)"\]|(\[\d*\])|([^.[\]]+)/g)].map(
    ([, quoted, item, plain]) => quoted ?? (item ? '[]' : (plain ?? '')),
  );
}

function isPosition(name: string): boolean {
  return name === '[]' || /^-?\d+$/.test(name);
}

/** A schema without a description may be anything. */
function matchSchemaPath(source: SchemaSource, located: Located, names: readonly string[]): PathMatch {
  const [name, ...rest] = names;
  if (name === undefined) return 'field';
  const flat = flatSchema(source, located);
  if (resolveType(flat) === 'array') {
    // A name after a list goes through its items.
    const items = { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
    return matchSchemaPath(source, items, isPosition(name) ? rest : names);
  }
  const others = matchOtherNames(flat);
  if (isPosition(name)) return resolveType(flat) === 'any' ? 'open' : others;
  const property = flat.properties.get(name);
  if (property) return matchSchemaPath(source, property, rest);
  const places = flat.variants.map((variant) => matchSchemaPath(source, variant, names));
  return surest.find((one) => one === others || places.includes(one)) ?? 'none';
}

function matchOtherNames(flat: FlatSchema): PathMatch {
  const additional = flat.members.get('additionalProperties');
  const isDescribed = flat.properties.size > 0 || flat.variants.length > 0;
  if (!flat.isKnown) return 'open';
  if (isObject(additional) && Object.keys(additional).length > 0) return 'open';
  if (additional === true || isObject(additional)) return isDescribed ? 'passes' : 'open';
  return !isDescribed && additional !== false && ['any', 'object'].includes(resolveType(flat)) ? 'open' : 'none';
}
