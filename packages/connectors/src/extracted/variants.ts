import type { Located, SchemaSource } from '../json/json-pointer.ts';
import { type FlatSchema, flatSchema } from './flat-schema.ts';
import { enumValues, resolveType } from './schema-type.ts';

export type Variants =
  | { kind: 'none' }
  /** Only one variant is anything that a person could fill in. */
  | { kind: 'one'; schema: Located }
  | { kind: 'objects'; discriminator: string | null; choices: [title: string, schema: Located][] };

/** Reads `oneOf`, `anyOf` and the children that a discriminator names. */
export function readVariants(flat: FlatSchema, source: SchemaSource): Variants {
  const [told] = flat.groups.flatMap(({ discriminator }) => discriminator ?? []);
  const property = told?.property;
  const mapping = [...(told?.targets ?? [])];
  if (flat.variants.length === 0) {
    return property && mapping.length > 0 ? { kind: 'objects', discriminator: property, choices: mapping } : { kind: 'none' };
  }
  const read = flat.variants.map((located) => ({ located, flat: flatSchema(source, located) }));
  const objects = read.filter((variant) => resolveType(variant.flat) === 'object' && variant.flat.properties.size > 0);
  if (objects.length < 2) {
    const first = objects[0] ?? read.find((variant) => resolveType(variant.flat) === 'array') ?? read[0];
    // Such a schema has its own properties, and its variants only say which are required together.
    return flat.properties.size > 0 || !first ? { kind: 'none' } : { kind: 'one', schema: first.located };
  }
  if (property && mapping.length > 0) {
    const mapped = new Set(mapping.map(([, { pointer }]) => pointer));
    const others = objects.filter((object) => !mapped.has(object.flat.pointer));
    const choices = [...mapping, ...named(others, (one) => findOnlyValue(one.flat, property, source))];
    return { kind: 'objects', discriminator: property, choices };
  }
  if (property)
    return { kind: 'objects', discriminator: property, choices: named(objects, (one) => findOnlyValue(one.flat, property, source)) };
  const telling = tellingProperty(objects, source);
  if (telling)
    return { kind: 'objects', discriminator: telling, choices: named(objects, (one) => findOnlyValue(one.flat, telling, source)) };
  return { kind: 'objects', discriminator: null, choices: named(objects, () => undefined) };
}

interface ReadVariant {
  located: Located;
  flat: FlatSchema;
}

/** Titles of variants: the discriminator's value, their own title, their component name, or their number. */
function named(variants: readonly ReadVariant[], valueOfVariant: (variant: ReadVariant) => string | undefined): [string, Located][] {
  const taken = new Set<string>();
  return variants.map((variant, index) => {
    const wanted = valueOfVariant(variant) ?? findTitle(variant) ?? `Option ${index + 1}`;
    const title = taken.has(wanted) ? `${wanted} ${index + 1}` : wanted;
    taken.add(title);
    return [title, variant.located];
  });
}

function findTitle({ flat }: ReadVariant): string | undefined {
  const title = flat.members.get('title');
  if (typeof title === 'string' && title.trim()) return title;
  return /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(flat.pointer)?.[1];
}

/** A property with a single value in each variant, different in each. */
function tellingProperty(variants: readonly ReadVariant[], source: SchemaSource): string | null {
  for (const name of variants[0]?.flat.properties.keys() ?? []) {
    const values = variants.map(({ flat }) => findOnlyValue(flat, name, source));
    if (values.every((value) => value !== undefined) && new Set(values).size === variants.length) return name;
  }
  return null;
}

function findOnlyValue(flat: FlatSchema, name: string, source: SchemaSource): string | undefined {
  const property = flat.properties.get(name);
  const values = property ? enumValues(flatSchema(source, property)) : null;
  return values?.length === 1 ? String(values[0]) : undefined;
}
