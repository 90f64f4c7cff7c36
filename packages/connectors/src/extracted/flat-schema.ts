import { isObject, listEntries, listMember, member } from '../json/json.ts';
import { below, follow, type Located, type SchemaSource } from '../json/json-pointer.ts';
import { type Discriminator, readDiscriminator } from './discriminator.ts';

/** A schema with its `$ref` followed and its `allOf` merged. */
export interface FlatSchema {
  /** Single members such as `type`, `format`, `title`. The outermost wins. */
  members: ReadonlyMap<string, unknown>;
  properties: ReadonlyMap<string, Located>;
  required: ReadonlySet<string>;
  /** All variants of `oneOf` and `anyOf`, without those that mean null. */
  variants: readonly Located[];
  /** The same, grouped by the schema that lists them: a value is one of each group. */
  groups: readonly VariantGroup[];
  /** The schema, and the parts of its `allOf`, that have `if` or `dependentSchemas`. */
  conditions: readonly Located[];
  /** The schema's own position, with references followed. */
  pointer: string;
  /** False if a reference leads nowhere or out of the document. */
  isKnown: boolean;
}

/** The variants of one `oneOf` or `anyOf`, or the schemas that extend a base with a discriminator. */
export interface VariantGroup {
  variants: readonly Located[];
  discriminator: Discriminator | null;
  allowsNull: boolean;
  /** A value may be several of them at once. */
  isAny: boolean;
}

/** Members next to a reference that change the schema, not just describe it. */
export const BESIDE_REFERENCE = ['properties', 'required', 'allOf', 'oneOf', 'anyOf', 'if', 'dependentSchemas'];

/** Deeper than any document for people, and small enough for the stack. */
const MAX_DEPTH = 40;

/** Flattens one level of a schema. Callers flatten its properties. */
export function flatSchema(source: SchemaSource, located: Located): FlatSchema {
  const collected = {
    members: new Map<string, unknown>(),
    properties: new Map<string, Located>(),
    required: new Set<string>(),
    groups: [] as VariantGroup[],
    conditions: [] as Located[],
    isKnown: true,
  };
  collect(located, collected, { source, seen: new Set(), settled: new Set(), depth: 0 });
  const pointer = follow(source, located)?.pointer ?? located.pointer;
  const variants = collected.groups.flatMap((group) => group.variants);
  // The schemas that extend a base are its variants only if they're chosen by name.
  const extending = variants.length === 0 ? readDiscriminator(collected.members.get('discriminator')) : null;
  if (!extending || extending.targets.size === 0) return { ...collected, variants, pointer };
  const targets = [...new Map([...extending.targets.values()].map((target) => [target.pointer, target])).values()];
  return { ...collected, variants, pointer, groups: [{ variants: targets, discriminator: extending, allowsNull: true, isAny: false }] };
}

interface Collected {
  members: Map<string, unknown>;
  properties: Map<string, Located>;
  required: Set<string>;
  groups: VariantGroup[];
  conditions: Located[];
  isKnown: boolean;
}

interface Walk {
  source: SchemaSource;
  /** Pointers of the schemas read so far. */
  seen: Set<string>;
  /** Properties that the parts of an `allOf` can't override, because the schema with the `allOf` defines them itself. */
  settled: ReadonlySet<string>;
  depth: number;
}

function collect(located: Located, into: Collected, walk: Walk): void {
  const { source, seen, settled, depth } = walk;
  // Members next to a reference (a description, in OpenAPI 3.1) belong to this use of it, not to its target.
  keepMembers(located.value, into);
  const found = follow(source, located);
  if (!found) {
    into.isKnown = false;
    return;
  }
  if (seen.has(found.pointer) || depth > MAX_DEPTH) return;
  seen.add(found.pointer);
  const { value, pointer } = found;
  keepMembers(value, into);
  if (isObject(value) && ('if' in value || 'dependentSchemas' in value)) into.conditions.push(found);
  const own = listEntries(value, 'properties');
  // In `allOf`, later definitions of a property override earlier ones.
  for (const [name, property] of own) {
    const found = { value: property, pointer: below(pointer, 'properties', name) };
    const before = into.properties.get(name);
    into.properties.set(name, !before ? found : settled.has(name) ? together(found, before) : together(before, found));
  }
  for (const name of listMember(value, 'required')) if (typeof name === 'string') into.required.add(name);
  for (const kind of ['oneOf', 'anyOf'] as const) {
    const all = listMember(value, kind).map((variant, index) => ({ value: variant, pointer: below(pointer, kind, index) }));
    const variants = all.filter((variant) => !saysNull(variant.value));
    // If a base's variants extend it again, the base adds nothing about any of them.
    if (variants.length === 0 || variants.some((variant) => leadsBack(walk, variant))) continue;
    into.groups.push({
      variants,
      discriminator: readDiscriminator(member(value, 'discriminator')),
      allowsNull: variants.length < all.length,
      isAny: kind === 'anyOf',
    });
  }
  const parts = listMember(value, 'allOf');
  const settledBelow = parts.length > 0 && own.length > 0 ? new Set([...settled, ...own.map(([name]) => name)]) : settled;
  for (const [index, part] of parts.entries()) {
    // A parent's discriminator doesn't apply to its children.
    const nested: Collected = { ...into, members: new Map() };
    collect({ value: part, pointer: below(pointer, 'allOf', index) }, nested, { ...walk, settled: settledBelow, depth: depth + 1 });
    into.isKnown = nested.isKnown;
    for (const [name, content] of nested.members) if (name !== 'discriminator' && !into.members.has(name)) into.members.set(name, content);
  }
  if (value === located.value || !isObject(located.value)) return;
  // In OpenAPI 3.1, a schema next to a reference counts as well.
  const { $ref: _reference, ...beside } = located.value;
  if (BESIDE_REFERENCE.some((name) => name in beside)) {
    collect({ value: beside, pointer: located.pointer }, into, { ...walk, depth: depth + 1 });
  }
}

const SAYS_TYPE = [
  '$ref',
  'type',
  'enum',
  'const',
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'allOf',
  'oneOf',
  'anyOf',
];
const LEADS_ON = ['$ref', 'allOf', 'oneOf', 'anyOf'];

/** Merges two definitions of a property. The first fills in what the second leaves open, such as the type if the second only describes. */
function together(first: Located, second: Located): Located {
  if (!isObject(first.value) || !isObject(second.value)) return second;
  const [one, other] = [first.value, second.value];
  if (!SAYS_TYPE.some((name) => name in other)) return { value: { ...one, ...other }, pointer: first.pointer };
  if (!isObject(one.properties) || !isObject(other.properties) || LEADS_ON.some((name) => name in one || name in other)) return second;
  const required = [...listMember(one, 'required'), ...listMember(other, 'required')];
  return { value: { ...one, ...other, properties: { ...one.properties, ...other.properties }, required }, pointer: second.pointer };
}

function saysNull(variant: unknown): boolean {
  const listed = member(variant, 'enum');
  return (
    member(variant, 'type') === 'null' ||
    (Array.isArray(listed) && listed.every((one) => one === null)) ||
    (isObject(variant) && variant.const === null)
  );
}

/** Whether a variant, within an `allOf`, is a schema that was already read. */
function leadsBack({ source, seen, depth }: Walk, variant: Located): boolean {
  return depth > 0 && seen.has(follow(source, variant)?.pointer ?? '');
}

const NOT_OWN = new Set([
  '$ref',
  'properties',
  'required',
  'oneOf',
  'anyOf',
  'allOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  '__proto__',
]);

function keepMembers(value: unknown, into: Collected): void {
  if (!isObject(value)) return;
  for (const [name, content] of Object.entries(value)) if (!NOT_OWN.has(name) && !into.members.has(name)) into.members.set(name, content);
}
