import { type FlatSchema, flatSchema } from './flat-schema.ts';
import type { Located, SchemaSource } from './json-pointer.ts';

const known = new WeakMap<object, { pointer: string; flat: FlatSchema }>();

/**
 * The same as `flatSchema`, remembered for as long as the document lives: for requests, which are made of the same few schemas again
 * and again. A schema that lacks a part is looked at again, since the part may come later.
 */
export function knownFlatSchema(source: SchemaSource, located: Located): FlatSchema {
  const { value, pointer } = located;
  if (typeof value !== 'object' || value === null) return flatSchema(source, located);
  const before = known.get(value);
  if (before?.pointer === pointer) return before.flat;
  const flat = flatSchema(source, located);
  if (flat.isKnown) known.set(value, { pointer, flat });
  return flat;
}
