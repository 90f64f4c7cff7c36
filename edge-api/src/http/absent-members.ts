import type { z } from 'zod';

type Path = readonly PropertyKey[];

/**
 * Clients that write every member of an object write null where they have nothing to say. An optional member that is null counts as
 * absent, unless its schema gives null a meaning.
 *
 * @param issues what the schema found wrong with the value
 * @returns the value without these members, and whether there were any
 */
export function withoutAbsentMembers(schema: z.core.$ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]) {
  const paths = issues.flatMap((issue) => nullsIn(value, issue)).filter((path) => isOptionalMember(schema, path));
  return { hasAny: paths.length > 0, value: without(value, paths) };
}

/** The paths of the nulls that an issue is about. A union has the issues of its variants: the nulls of one that has no other issues. */
function nullsIn(value: unknown, issue: z.core.$ZodIssue): Path[] {
  const at = issue.path.reduce<unknown>(getMember, value);
  if (at === null) return [issue.path];
  if (issue.code !== 'invalid_union') return [];
  for (const variant of issue.errors) {
    const nulls = variant.map((inner) => nullsIn(at, inner));
    if (nulls.length > 0 && nulls.every((paths) => paths.length > 0)) return nulls.flat().map((path) => [...issue.path, ...path]);
  }
  return [];
}

/** Whether the path leads to a member that its object declares and doesn't require. The names of a record aren't declared. */
function isOptionalMember(schema: z.core.$ZodType, path: Path): boolean {
  const [name, ...rest] = path;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const member = Object.hasOwn(def.shape, String(name)) ? def.shape[String(name)] : undefined;
      if (!member) return false;
      return rest.length === 0 ? member._zod.optin !== undefined : isOptionalMember(member, rest);
    }
    case 'array':
      return rest.length > 0 && isOptionalMember(def.element, rest);
    case 'record':
      return rest.length > 0 && isOptionalMember(def.valueType, rest);
    case 'union':
      return def.options.some((option) => isOptionalMember(option, path));
    case 'intersection':
      return [def.left, def.right].some((side) => isOptionalMember(side, path));
    case 'pipe':
      return isOptionalMember(def.in, path);
    case 'lazy':
      return isOptionalMember(def.getter(), path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return isOptionalMember(def.innerType, path);
    default:
      return false;
  }
}

function getMember(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<PropertyKey, unknown>)[name]
    : undefined;
}

/** Copies what the paths lead through, each object once: callers can send any number of nulls. */
function without(value: unknown, paths: readonly Path[]): unknown {
  const copies = new Map<unknown, Record<PropertyKey, unknown>>();
  const copyOf = (original: unknown) => {
    const copy =
      copies.get(original) ?? ((Array.isArray(original) ? [...original] : { ...(original as object) }) as Record<PropertyKey, unknown>);
    copies.set(original, copy);
    return copy;
  };
  for (const path of paths) {
    let original = value;
    let copy = copyOf(original);
    for (const name of path.slice(0, -1)) {
      original = getMember(original, name);
      copy[name] = copyOf(original);
      copy = copyOf(original);
    }
    delete copy[path.at(-1) ?? ''];
  }
  return copies.get(value) ?? value;
}
