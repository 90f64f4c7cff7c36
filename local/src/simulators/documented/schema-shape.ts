import {
  atPointer,
  below,
  type FlatSchema,
  flatSchema,
  follow,
  type Located,
  resolveType,
  type SchemaSource,
} from '@portage/connectors/openapi';
import { isObject } from '@portage/primitives/json';

/** A schema as the document writes it, including examples. */
export interface Shape extends Located {
  flat: FlatSchema;
  type: string;
}

/** Nested variants beyond this are a cycle. */
const MOST_VARIANTS = 8;

/** Resolves references in the document itself. */
export function documentSource(document: unknown): SchemaSource {
  return { at: (pointer) => atPointer(document, pointer) };
}

/** A schema with its references resolved and its first variant chosen. */
export function resolveShape(source: SchemaSource, located: Located): Shape {
  let current = located;
  for (let hop = 0; ; hop += 1) {
    const flat = flatSchema(source, current);
    const [variant] = flat.variants;
    const isOwn = flat.properties.size > 0 || !variant || hop === MOST_VARIANTS;
    if (isOwn) return { ...current, pointer: flat.pointer, flat, type: resolveType(flat) };
    current = variant;
  }
}

export function findPropertyShape(source: SchemaSource, { flat }: Shape, name: string): Shape | null {
  const located = flat.properties.get(name);
  return located ? resolveShape(source, located) : null;
}

export function findItemShape(source: SchemaSource, shape: Shape): Shape | null {
  const items = shape.flat.members.get('items');
  if (!isObject(items)) return null;
  // An `allOf` may have brought the member from elsewhere: its references are still whole pointers.
  return resolveShape(source, { value: items, pointer: below(shape.pointer, 'items') });
}

/** The schema at a path such as `data[0]`; null if the document doesn't go that far. */
export function shapeAt(source: SchemaSource, shape: Shape, path: readonly (string | number)[]): Shape | null {
  let found: Shape | null = shape;
  for (const part of path) {
    if (!found) return null;
    found = typeof part === 'number' ? findItemShape(source, found) : findPropertyShape(source, found, part);
  }
  return found;
}

/** A schema made from an example: documents often have nothing else. */
export function schemaOfExample(example: unknown, depth = 0): Record<string, unknown> {
  if (example === null || example === undefined || depth > 8) return {};
  if (Array.isArray(example)) return { type: 'array', items: schemaOfExample(example[0], depth + 1), example };
  if (!isObject(example)) {
    const type = typeof example;
    return { type: type === 'number' && Number.isInteger(example) ? 'integer' : type, example };
  }
  const properties = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, schemaOfExample(value, depth + 1)]));
  return { type: 'object', properties, example };
}

/** Follows the reference of a parameter, a body or a response. */
export function resolved(document: unknown, located: Located): Located {
  return follow(documentSource(document), located) ?? located;
}

export function textMember({ flat }: Shape, name: string): string | null {
  const value = flat.members.get(name);
  return typeof value === 'string' ? value : null;
}

export function numberMember({ flat }: Shape, name: string): number | null {
  const value = flat.members.get(name);
  return typeof value === 'number' ? value : null;
}
