import { isSameJson } from '@portage/primitives/json';
import type { FlatSchema, VariantGroup } from '../extracted/flat-schema.ts';
import { getCachedFlatSchema } from '../extracted/known-flat-schema.ts';
import { resolveType } from '../extracted/schema-type.ts';
import { isObject } from '../json/json.ts';
import type { Located } from '../json/json-pointer.ts';
import { type Coerce, type Coercion, shown } from './coercion.ts';
import { fitsSchema, hasType } from './fits-schema.ts';
import { addProblem } from './request-error.ts';

interface Choice {
  coercion: Coercion;
  coerce: Coerce;
  /** Of the schema that has the variants. */
  flat: FlatSchema;
  path: string;
  depth: number;
}

/**
 * Converts a value to the types of the variant that it is. The value decides, in this order: by a discriminator, by fixed values
 * (`const`, `enum`) of its properties, and by whether it's valid as it is. Types are converted last, and only if one variant
 * remains or all remaining variants give the same result.
 *
 * @returns the value unchanged, with a problem added, if no variant fits or several would give different results
 */
export function coerceToVariant(choice: Choice, { variants, discriminator, isAny }: VariantGroup, value: unknown): unknown {
  const { coercion, coerce, path, depth } = choice;
  const told = discriminator && toldVariant(coercion, discriminator, variants, value);
  const coerced = (variant: Located, attempt: Coercion) => coerce(attempt, variant, value, path, depth + 1);
  if (told) return coerced(told, coercion);
  const possible = variants.filter((variant) => !contradicts(choice, variant, value));
  const [only, another] = possible;
  if (only && !another && (isTagged(choice, only, value) || variants.length === 1)) return coerced(only, coercion);
  const besides = new Set(choice.flat.properties.keys());
  const isValid = (variant: Located, one: unknown, isLoose = false) =>
    fitsSchema({ source: coercion.source, budget: coercion.budget, besides, isLoose }, variant, one);
  if (possible.some((variant) => isValid(variant, value))) return value;
  const results = [];
  for (const fillsRequired of [false, true]) {
    for (const variant of possible) {
      const attempt: Coercion = { ...coercion, problems: [], fillsRequired };
      const result = coerced(variant, attempt);
      if (attempt.problems.length === 0 && isValid(variant, result)) results.push({ result, variant });
    }
    if (results.length > 0) break;
  }
  const kept = results.filter(({ result }) => Array.isArray(result) === Array.isArray(value));
  // Any value can become a list, so that is the last choice.
  const [first, ...others] = kept.length > 0 ? kept : results;
  if (first && others.every(({ result }) => isSameJson(result, first.result))) return first.result;
  const combined = first && isAny ? combination(choice, possible, value) : undefined;
  if (combined !== undefined && possible.some((variant) => isValid(variant, combined))) return combined;
  if (first)
    return refused(
      choice,
      `could be ${named(
        choice,
        results.map(({ variant }) => variant),
      )}: give it so that one of them fits.`,
      value,
    );
  // A value that only breaks a limit, such as a pattern, is left for the server to judge, as everywhere else.
  if (possible.some((variant) => isValid(variant, value, true))) return value;
  const alike = possible.filter((variant) => hasVariantType(choice, variant, value));
  const [likely] = alike.length === 1 ? alike : possible.length === 1 ? possible : [];
  if (likely) {
    const problemsBefore = coercion.problems.length;
    const result = coerced(likely, coercion);
    if (coercion.problems.length > problemsBefore) return result;
  }
  return refused(choice, possible.length === 0 ? noneAllowed(choice, variants, value) : `fits none of ${named(choice, variants)}.`, value);
}

/** An object in the types of all variants, if each describes some of its members; undefined if they don't agree. */
function combination({ coercion, coerce, path, depth }: Choice, variants: readonly Located[], value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const inTypesOf = (order: readonly Located[]) => {
    const attempt: Coercion = { ...coercion, problems: [], fillsRequired: false };
    const result = order.reduce((before, variant) => coerce(attempt, variant, before, path, depth + 1), value as unknown);
    return attempt.problems.length === 0 ? result : undefined;
  };
  const result = inTypesOf(variants);
  return isSameJson(result, inTypesOf([...variants].reverse())) ? result : undefined;
}

/** The variant that a discriminator names, by its mapping or by a schema's name; otherwise its default. Null: it doesn't say. */
function toldVariant(
  { source }: Coercion,
  { property, targets, usual }: NonNullable<VariantGroup['discriminator']>,
  variants: readonly Located[],
  value: unknown,
): Located | null {
  if (!isObject(value)) return null;
  const said = value[property];
  if (said === undefined || said === null) return usual;
  const name = String(said);
  const isNamed = (variant: Located) => getCachedFlatSchema(source, variant).pointer.split('/').at(-1) === name;
  return targets.get(name) ?? variants.find(isNamed) ?? usual;
}

/** Whether the value, or one of its properties, differs from the variant's fixed value. */
function contradicts(choice: Choice, variant: Located, value: unknown): boolean {
  return fixedValues(choice, variant, value).some(({ allowed, given }) => given !== undefined && !isAllowed(allowed, given));
}

/** Whether the value has one of the variant's fixed values. */
function isTagged(choice: Choice, variant: Located, value: unknown): boolean {
  return fixedValues(choice, variant, value).some(({ allowed, given }) => given !== undefined && isAllowed(allowed, given));
}

interface FixedValue {
  name: string | null;
  allowed: readonly unknown[];
  given: unknown;
}

/** The fixed values of a variant's properties, or of the variant itself, each with the given value. */
function fixedValues({ coercion: { source } }: Choice, variant: Located, value: unknown): FixedValue[] {
  const flat = getCachedFlatSchema(source, variant);
  const own = allowedValues(flat);
  if (!isObject(value)) return own ? [{ name: null, allowed: own, given: value }] : [];
  return [...flat.properties].flatMap(([name, property]) => {
    const allowed = allowedValues(getCachedFlatSchema(source, property));
    return allowed ? [{ name, allowed, given: Object.hasOwn(value, name) ? value[name] : undefined }] : [];
  });
}

function allowedValues({ members }: FlatSchema): readonly unknown[] | null {
  if (members.has('const')) return [members.get('const')];
  const listed = members.get('enum');
  return Array.isArray(listed) ? listed : null;
}

/** Accepts text, too: `"5"` if 5 is listed. */
function isAllowed(allowed: readonly unknown[], given: unknown): boolean {
  return allowed.some(
    (one) => isSameJson(one, given) || (typeof given !== 'object' && typeof one !== 'object' && String(one) === String(given)),
  );
}

function hasVariantType({ coercion: { source } }: Choice, variant: Located, value: unknown): boolean {
  return hasType(resolveType(getCachedFlatSchema(source, variant)), value);
}

function refused({ coercion, path }: Choice, message: string, value: unknown): unknown {
  addProblem(coercion, path, message);
  return value;
}

/** The property whose value no variant has, and the values they have. */
function noneAllowed(choice: Choice, variants: readonly Located[], value: unknown): string {
  const fixed = variants.map((variant) => fixedValues(choice, variant, value));
  for (const { name, given } of fixed[0] ?? []) {
    const allowed = fixed.map((one) => one.find((other) => other.name === name)?.allowed);
    if (given === undefined || allowed.some((one) => one === undefined || isAllowed(one, given))) continue;
    const values = [...new Set(allowed.flatMap((one) => one ?? []).map(String))];
    return `${name === null ? '' : `has ${shown(given)} as "${name}", but `}must be ${listed(values)}${name === null ? `, but is ${shown(given)}` : ' there'}.`;
  }
  return `fits none of ${named(choice, variants)}.`;
}

/** The variants as people know them: by title, schema name or type. */
function named({ coercion: { source } }: Choice, variants: readonly Located[]): string {
  const names = variants.map((variant) => {
    const flat = getCachedFlatSchema(source, variant);
    const title = flat.members.get('title');
    const name = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(flat.pointer)?.[1];
    const required = [...flat.required].slice(0, 3);
    const type = resolveType(flat);
    if (typeof title === 'string' && title.trim() !== '') return title.trim();
    return name ?? ((type === 'object' || type === 'any') && required.length > 0 ? `an object with ${required.join(', ')}` : type);
  });
  return listed([...new Set(names)]);
}

const MOST_NAMED = 10;

function listed(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMED);
  return names.length > MOST_NAMED ? `${first.join(', ')} and ${names.length - MOST_NAMED} more` : first.join(' or ');
}
