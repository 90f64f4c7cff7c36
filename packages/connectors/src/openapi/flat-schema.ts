import { entriesOf, isObject, listMember, member } from './json.ts';
import { below, follow, type Located, type SchemaSource } from './json-pointer.ts';

/** One schema with its `$ref` followed and its `allOf` taken together. */
export interface FlatSchema {
  /** Single members such as `type`, `format`, `title`; of several, the outermost stands. */
  members: ReadonlyMap<string, unknown>;
  /** Properties by name, with the place they come from. */
  properties: ReadonlyMap<string, Located>;
  required: ReadonlySet<string>;
  /** `oneOf` or `anyOf`, without the variant that says null. */
  variants: readonly Located[];
  /** Where the schema itself stands, references followed. */
  pointer: string;
  /** False where a reference leads nowhere or out of the document. */
  isKnown: boolean;
}

/** Deeper than any document for people, and few enough for the stack. */
const MAX_DEPTH = 40;

/** Reads one level of a schema; callers read its properties. */
export function flatSchema(source: SchemaSource, located: Located): FlatSchema {
  const collected = {
    members: new Map<string, unknown>(),
    properties: new Map<string, Located>(),
    required: new Set<string>(),
    variants: [] as Located[],
    isKnown: true,
  };
  collect(located, collected, { source, seen: new Set(), settled: new Set(), depth: 0 });
  return { ...collected, pointer: follow(source, located)?.pointer ?? located.pointer };
}

interface Collected {
  members: Map<string, unknown>;
  properties: Map<string, Located>;
  required: Set<string>;
  variants: Located[];
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
    if (!settled.has(name)) into.properties.set(name, { value: property, pointer: below(pointer, 'properties', name) });
  }
  const settledBelow = own.length > 0 ? new Set([...settled, ...own.map(([name]) => name)]) : settled;
  for (const name of listMember(value, 'required')) if (typeof name === 'string') into.required.add(name);
  for (const kind of ['oneOf', 'anyOf'] as const) {
    for (const [index, variant] of listMember(value, kind).entries()) {
      if (member(variant, 'type') !== 'null') into.variants.push({ value: variant, pointer: below(pointer, kind, index) });
    }
  }
  for (const [index, part] of listMember(value, 'allOf').entries()) {
    // The discriminator of a parent does not speak of its children.
    const nested: Collected = { ...into, members: new Map() };
    collect({ value: part, pointer: below(pointer, 'allOf', index) }, nested, { ...walk, settled: settledBelow, depth: depth + 1 });
    into.isKnown = nested.isKnown;
    for (const [name, content] of nested.members) if (name !== 'discriminator' && !into.members.has(name)) into.members.set(name, content);
  }
}

const NOT_OWN = new Set(['$ref', 'properties', 'required', 'oneOf', 'anyOf', 'allOf', '__proto__']);

function keepMembers(value: unknown, into: Collected): void {
  if (!isObject(value)) return;
  for (const [name, content] of Object.entries(value)) if (!NOT_OWN.has(name) && !into.members.has(name)) into.members.set(name, content);
}
