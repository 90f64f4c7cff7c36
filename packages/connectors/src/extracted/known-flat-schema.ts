import type { Located, SchemaSource } from '../json/json-pointer.ts';
import { type FlatSchema, flatSchema } from './flat-schema.ts';

const cache = new WeakMap<object, { pointer: string; flat: FlatSchema }>();

/** `flatSchema`, cached while the document lives. A schema that lacks a part is read again, because the part may be loaded later. */
export function getCachedFlatSchema(source: SchemaSource, located: Located): FlatSchema {
  const { value, pointer } = located;
  if (typeof value !== 'object' || value === null) return flatSchema(source, located);
  const before = cache.get(value);
  if (before?.pointer === pointer) return before.flat;
  const flat = flatSchema(source, located);
  if (flat.isKnown) cache.set(value, { pointer, flat });
  return flat;
}
