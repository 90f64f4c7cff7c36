import { type Discriminator, readDiscriminator } from './discriminator.ts';
import { entriesOf, isObject, listMember, member } from './json.ts';
import { below, follow, type Located, type SchemaSource } from './json-pointer.ts';

/** One schema with its `$ref` followed and its `allOf` taken together. */
export interface FlatSchema {
  /** Single members such as `type`, `format`, `title`; of several, the outermost stands. */
  members: ReadonlyMap<string, unknown>;
  /** Properties by name, with the place they come from. */
  properties: ReadonlyMap<string, Located>;
  required: ReadonlySet<string>;
  /** All that `oneOf` and `anyOf` name, without what says null. */
  variants: readonly Located[];
  /** The same, by the schema that names them: a value is one of each group. */
  groups: readonly VariantGroup[];
  /** Where the schema itself stands, references followed. */
  pointer: string;
  /** False where a reference leads nowhere or out of the document. */
  isKnown: boolean;
}

/** What one `oneOf` or `anyOf` names, or the schemas that extend a base with a discriminator. */
export interface VariantGroup {
  variants: readonly Located[];
  /** Says by one property which of them a value is. */
  discriminator: Discriminator | null;
  allowsNull: boolean;
  /** A value may be several of them at once. */
  isAny: boolean;
}

/** Parts of a schema that say more than a word about their place. */
export const BESIDE_REFERENCE = ['properties', 'required', 'allOf', 'oneOf', 'anyOf'];

/** Deeper than any document for people, and few enough for the stack. */
const MAX_DEPTH = 40;

/** Reads one level of a schema; callers read its properties. */
export function flatSchema(source: SchemaSource, located: Located): FlatSchema {
  const collected = {
    members: new Map<string, unknown>(),
    properties: new Map<string, Located>(),
    required: new Set<string>(),
    groups: [] as VariantGroup[],
    isKnown: true,
  };
  collect(located, collected, { source, seen: new Set(), settled: new Set(), depth: 0 });
  const pointer = follow(source, located)?.pointer ?? located.pointer;
  const variants = collected.groups.flatMap((group) => group.variants);
  // The schemas that extend a base are its variants only where they're chosen by name.
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
  isKnown: boolean;
}

interface Walk {
  source: SchemaSource;
  /** Pointers of the schemas that were read. */
  seen: Set<string>;
  /** Properties that the parts of an `allOf` do not change: the schema that has the parts says them itself. */
  settled: ReadonlySet<string>;
  depth: number;
}

function collect(located: Located, into: Collected, walk: Walk): void {
  const { source, seen, settled, depth } = walk;
  // Members beside a reference (a description, in OpenAPI 3.1) belong to the place, not to its target.
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
  const own = entriesOf(value, 'properties');
  // In `allOf`, later definitions of a property override earlier ones.
  for (const [name, property] of own) {
    const found = { value: property, pointer: below(pointer, 'properties', name) };
    const before = into.properties.get(name);
    into.properties.set(name, !before ? found : settled.has(name) ? together(found, before) : together(before, found));
  }
  const settledBelow = own.length > 0 ? new Set([...settled, ...own.map(([name]) => name)]) : settled;
  for (const name of listMember(value, 'required')) if (typeof name === 'string') into.required.add(name);
  for (const kind of ['oneOf', 'anyOf'] as const) {
    const all = listMember(value, kind).map((variant, index) => ({ value: variant, pointer: below(pointer, kind, index) }));
    const variants = all.filter((variant) => !saysNull(variant.value));
    // A base whose variants extend it again says nothing new of one of them.
    if (variants.length === 0 || variants.some((variant) => leadsBack(walk, variant))) continue;
    into.groups.push({
      variants,
      discriminator: readDiscriminator(member(value, 'discriminator')),
      allowsNull: variants.length < all.length,
      isAny: kind === 'anyOf',
    });
  }
  for (const [index, part] of listMember(value, 'allOf').entries()) {
    // The discriminator of a parent does not speak of its children.
    const nested: Collected = { ...into, members: new Map() };
    collect({ value: part, pointer: below(pointer, 'allOf', index) }, nested, { ...walk, settled: settledBelow, depth: depth + 1 });
    into.isKnown = nested.isKnown;
    for (const [name, content] of nested.members) if (name !== 'discriminator' && !into.members.has(name)) into.members.set(name, content);
  }
  if (value === located.value || !isObject(located.value)) return;
  // In OpenAPI 3.1, a schema beside a reference counts as well.
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

/** Two definitions of one property: what the second leaves open, such as the type beside its description, the first says. */
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

/** Whether a variant is a schema that is read already, within an `allOf`. */
function leadsBack({ source, seen, depth }: Walk, variant: Located): boolean {
  return depth > 0 && seen.has(follow(source, variant)?.pointer ?? '');
}

const NOT_OWN = new Set(['$ref', 'properties', 'required', 'oneOf', 'anyOf', 'allOf', '__proto__']);

function keepMembers(value: unknown, into: Collected): void {
  if (!isObject(value)) return;
  for (const [name, content] of Object.entries(value)) if (!NOT_OWN.has(name) && !into.members.has(name)) into.members.set(name, content);
}
