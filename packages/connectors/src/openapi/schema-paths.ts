import type { ExtractedOperation } from './extracted.ts';
import { flatSchema } from './flat-schema.ts';
import { isObject } from './json.ts';
import { below, type Located, type SchemaSource } from './json-pointer.ts';
import { typeOf } from './schema-type.ts';
import { operationKey } from './units.ts';

/** The schema of the answer that means success; null where the document does not describe it. */
export function answerSchema({ id, responses }: ExtractedOperation): Located | null {
  const isGood = responses.some(({ status }) => /^2/.test(status)) ? /^2/ : /^default$/i;
  const place = responses.findIndex(({ schema, status }) => schema !== undefined && isGood.test(status));
  const schema = responses[place]?.schema;
  return schema === undefined ? null : { value: schema, pointer: below(operationKey(id), 'responses', place, 'schema') };
}

/** Whether an operation takes something there: `query.limit`, `query["request.limit"]`, `body.filter.name`, `body`. */
export function takesPath(source: SchemaSource, operation: ExtractedOperation, path: string): boolean {
  const [group = '', ...rest] = namesOf(path);
  if (group !== 'body') return operation.parameters.some(({ place, name }) => place === group && name === rest[0]);
  const content = operation.body?.contents[0];
  if (!content) return false;
  return hasNames(source, { value: content.schema, pointer: below(operationKey(operation.id), 'body', 'contents', 0, 'schema') }, rest);
}

/** Whether a schema has a field there, or says too little to tell: `data.items[].id`, `variants.nodes[0].sku`. */
export function hasPath(source: SchemaSource, located: Located, path: string): boolean {
  return hasNames(source, located, namesOf(path));
}

/** The schema of a field; null where there is none or the schema says too little. */
export function schemaAt(source: SchemaSource, located: Located, path: string): Located | null {
  let found: Located | null = located;
  for (const name of namesOf(path)) {
    if (!found) return null;
    const flat = flatSchema(source, found);
    const isList = typeOf(flat) === 'array';
    const items: Located = { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
    found = isPosition(name) ? (isList ? items : null) : ((isList ? flatSchema(source, items) : flat).properties.get(name) ?? null);
  }
  return found;
}

function namesOf(path: string): string[] {
  return [...path.matchAll(/\["([^"]+)"\]|(\[\d*\])|([^.[\]]+)/g)].map(
    ([, quoted, item, plain]) => quoted ?? (item ? '[]' : (plain ?? '')),
  );
}

function isPosition(name: string): boolean {
  return name === '[]' || /^-?\d+$/.test(name);
}

/** A schema without a description can be anything. */
function hasNames(source: SchemaSource, located: Located, names: readonly string[]): boolean {
  const [name, ...rest] = names;
  if (name === undefined) return true;
  const flat = flatSchema(source, located);
  const isList = typeOf(flat) === 'array';
  if (isList) {
    // A name after a list goes through its items.
    const items = { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
    return hasNames(source, items, isPosition(name) ? rest : names);
  }
  const additional = flat.members.get('additionalProperties');
  const saysNothing = flat.properties.size === 0 && flat.variants.length === 0 && additional !== false;
  const isOpenSchema = !flat.isKnown || isOpen(additional) || (saysNothing && ['any', 'object'].includes(typeOf(flat)));
  if (isPosition(name)) return typeOf(flat) === 'any' || isOpenSchema;
  const property = flat.properties.get(name);
  if (property) return hasNames(source, property, rest);
  return isOpenSchema || flat.variants.some((variant) => hasNames(source, variant, names));
}

function isOpen(additional: unknown): boolean {
  return additional === true || isObject(additional);
}
