import { ExactNumber } from '@portage/primitives/exact-json';
import { isSameJson } from '@portage/primitives/json';
import { readDiscriminator } from '../extracted/discriminator.ts';
import { getCachedFlatSchema } from '../extracted/known-flat-schema.ts';
import { isObject, listMember, member } from '../json/json.ts';
import { below, follow, type Located, type SchemaSource } from '../json/json-pointer.ts';
import { isFile } from './file-value.ts';
import { hasFormat, hasPattern } from './text-formats.ts';

/** How a value is checked. */
export interface Fitting {
  source: SchemaSource;
  /** Ignores limits such as `pattern` and `maxLength`, so only types, names and fixed values count. */
  isLoose?: boolean;
  /** Members that the surrounding schema describes. An object may have them, too. */
  besides?: ReadonlySet<string>;
  budget: { valuesLeft: number };
}

interface Walk extends Fitting {
  /** What is being checked: a schema that leads back to itself adds nothing. */
  above: readonly { pointer: string; value: unknown }[];
}

const MAX_DEPTH = 60;

/**
 * Whether a value is valid as it is, by the keywords of OpenAPI 2.0 to 3.2 that an imported document keeps. Anything that can't
 * be checked (a reference out of the document, an unreadable pattern) counts as valid.
 */
export function fitsSchema(fitting: Fitting, schema: Located, value: unknown): boolean {
  return fits({ ...fitting, above: [] }, schema, value);
}

function fits(walk: Walk, located: Located, value: unknown): boolean {
  walk.budget.valuesLeft -= 1;
  if (walk.budget.valuesLeft <= 0 || walk.above.length > MAX_DEPTH) return true;
  if (located.value === false) return false;
  if (!isObject(located.value)) return true;
  if (value === null && isNullable(located.value)) return true;
  if (typeof located.value.$ref === 'string') {
    const target = follow(walk.source, located);
    if (!target) return true;
    // In 3.0, siblings of a reference are ignored; in 3.1 they count, too.
    const { $ref: _reference, ...beside } = located.value;
    return (
      fits(walk, target, value) && (Object.keys(beside).length === 0 || fits(walk, { value: beside, pointer: located.pointer }, value))
    );
  }
  const { pointer } = located;
  if (walk.above.some((one) => one.pointer === pointer && one.value === value)) return true;
  const schema = located.value;
  const inner: Walk = { ...walk, above: [...walk.above, { pointer, value }] };
  return (
    fitsType(schema, value) &&
    fitsValue(schema, value) &&
    fitsParts(inner, schema, pointer, value) &&
    fitsKind(inner, schema, pointer, value)
  );
}

/** Whether the schema allows null in any of the ways of 2.0, 3.0 and 3.1. */
function isNullable(schema: Readonly<Record<string, unknown>>): boolean {
  return schema.nullable === true || schema['x-nullable'] === true;
}

export function hasType(name: unknown, value: unknown): boolean {
  switch (name) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value) && !(value instanceof ExactNumber);
    case 'integer':
      return Number.isInteger(value) || (value instanceof ExactNumber && /^-?\d+$/.test(value.digits));
    case 'number':
      return typeof value === 'number' || value instanceof ExactNumber;
    case 'file':
      return typeof value === 'string' || isFile(value);
    case 'string':
    case 'boolean':
      return typeof value === name;
    default:
      return true;
  }
}

function fitsType(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  const { type } = schema;
  if (isFile(value) && isBinary(schema)) return true;
  if (Array.isArray(type)) return type.some((name) => hasType(name, value));
  return type === undefined || hasType(type, value);
}

function isBinary({ type, format }: Readonly<Record<string, unknown>>): boolean {
  return type === 'file' || format === 'binary';
}

function fitsValue(schema: Readonly<Record<string, unknown>>, coerced: unknown): boolean {
  const value = coerced instanceof ExactNumber ? coerced.digits : coerced;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSameJson(one, value))) return false;
  return !Object.hasOwn(schema, 'const') || isSameJson(schema.const, value);
}

function fitsParts(walk: Walk, schema: Readonly<Record<string, unknown>>, pointer: string, value: unknown): boolean {
  const list = (name: string) =>
    listMember(schema, name).map((part, index): Located => ({ value: part, pointer: below(pointer, name, index) }));
  const own = new Set(Object.keys(isObject(schema.properties) ? schema.properties : {}));
  const inner: Walk = { ...walk, besides: new Set([...(walk.besides ?? []), ...own]) };
  const isOne = (part: Located) => fits(inner, part, value);
  const target = told(schema, value);
  if (target) return fits(inner, target, value) && list('allOf').every(isOne);
  const [anyOf, oneOf] = [list('anyOf'), list('oneOf')];
  if (!list('allOf').every(isOne) || (anyOf.length > 0 && !anyOf.some(isOne))) return false;
  const fitting = oneOf.filter(isOne).length;
  if (oneOf.length > 0 && (walk.isLoose ? fitting === 0 : fitting !== 1)) return false;
  const single = (name: string) => fits(inner, { value: schema[name], pointer: below(pointer, name) }, value);
  const dependent = isObject(schema.dependentSchemas) && isObject(value) ? Object.keys(schema.dependentSchemas) : [];
  const isDependent = (name: string) =>
    fits(inner, { value: member(schema.dependentSchemas, name), pointer: below(pointer, 'dependentSchemas', name) }, value);
  if (dependent.some((name) => isObject(value) && value[name] !== undefined && !isDependent(name))) return false;
  if ('not' in schema && !walk.isLoose && single('not')) return false;
  if (!('if' in schema)) return true;
  const branch = single('if') ? 'then' : 'else';
  return !(branch in schema) || single(branch);
}

/** The schema that a discriminator names for this value, unless it's the schema with the discriminator. */
function told(schema: Readonly<Record<string, unknown>>, value: unknown): Located | null {
  const discriminator = readDiscriminator(schema.discriminator);
  const name = discriminator && member(value, discriminator.property);
  return typeof name === 'string' ? (discriminator?.targets.get(name) ?? null) : null;
}

function fitsKind(walk: Walk, schema: Readonly<Record<string, unknown>>, pointer: string, value: unknown): boolean {
  if (typeof value === 'string') return walk.isLoose === true || fitsText(schema, value);
  if (typeof value === 'number') return walk.isLoose === true || fitsNumber(schema, value);
  if (Array.isArray(value)) return fitsList(walk, schema, pointer, value);
  return !isObject(value) || value instanceof ExactNumber || isFile(value) || fitsObject(walk, schema, pointer, value);
}

function fitsText({ minLength, maxLength, pattern, format }: Readonly<Record<string, unknown>>, text: string): boolean {
  if ((typeof minLength === 'number' || typeof maxLength === 'number') && !isBetween([...text].length, minLength, maxLength)) return false;
  return (typeof pattern !== 'string' || hasPattern(text, pattern)) && hasFormat(text, format);
}

function fitsNumber(schema: Readonly<Record<string, unknown>>, number: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  if (!isBetween(number, minimum, maximum)) return false;
  const [least, most] = [exclusiveMinimum === true ? minimum : exclusiveMinimum, exclusiveMaximum === true ? maximum : exclusiveMaximum];
  if (number <= toLimit(least) || number >= toLimit(most)) return false;
  if (format === 'int32' && (number | 0) !== number) return false;
  if (typeof multipleOf !== 'number' || multipleOf <= 0) return true;
  const times = number / multipleOf;
  return Math.abs(times - Math.round(times)) <= Math.abs(times) * Number.EPSILON * 4;
}

function isBetween(number: number, least: unknown, most: unknown): boolean {
  return !(number < toLimit(least)) && !(number > toLimit(most));
}

/** @returns NaN without a limit. A limit that JavaScript would round, such as the largest int64, is text. */
function toLimit(limit: unknown): number {
  return typeof limit === 'number' || typeof limit === 'string' ? Number(limit) : Number.NaN;
}

function fitsList(walk: Walk, schema: Readonly<Record<string, unknown>>, pointer: string, list: readonly unknown[]): boolean {
  const first = listMember(schema, 'prefixItems');
  const fitsItem = (item: unknown, index: number) =>
    index < first.length
      ? fits(walk, { value: first[index], pointer: below(pointer, 'prefixItems', index) }, item)
      : fits(walk, { value: schema.items ?? true, pointer: below(pointer, 'items') }, item);
  if (!list.every(fitsItem)) return false;
  if ('contains' in schema) {
    const contained = list.filter((item) => fits(walk, { value: schema.contains, pointer: below(pointer, 'contains') }, item)).length;
    if (!isBetween(contained, schema.minContains ?? 1, schema.maxContains)) return false;
  }
  if (walk.isLoose) return true;
  if (!isBetween(list.length, schema.minItems, schema.maxItems)) return false;
  return schema.uniqueItems !== true || new Set(list.map((item) => JSON.stringify(item))).size === list.length;
}

function fitsObject(
  walk: Walk,
  schema: Readonly<Record<string, unknown>>,
  pointer: string,
  object: Readonly<Record<string, unknown>>,
): boolean {
  const names = Object.keys(object).filter((name) => object[name] !== undefined);
  const isMissing = (name: unknown) => typeof name === 'string' && !names.includes(name) && !isReadOnly(walk, schema, pointer, name);
  if (listMember(schema, 'required').some(isMissing)) return false;
  if (!walk.isLoose && !isBetween(names.length, schema.minProperties, schema.maxProperties)) return false;
  const isNameable = (name: string) => fits(walk, { value: schema.propertyNames, pointer: below(pointer, 'propertyNames') }, name);
  if ('propertyNames' in schema && !names.every(isNameable)) return false;
  const dependent = isObject(schema.dependentRequired) ? schema.dependentRequired : {};
  if (names.some((name) => listMember(dependent, name).some(isMissing))) return false;
  const at = (holder: string, name: string): Located => ({ value: member(schema[holder], name), pointer: below(pointer, holder, name) });
  const inner: Walk = { ...walk, besides: new Set() };
  const patterned = Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {});
  return names.every((name) => {
    const value = object[name];
    const described = [
      ...(member(schema.properties, name) === undefined ? [] : [at('properties', name)]),
      ...patterned.filter((pattern) => hasPattern(name, pattern)).map((pattern) => at('patternProperties', pattern)),
    ];
    if (described.length > 0) return described.every((one) => fits(inner, one, value));
    if (schema.unevaluatedProperties === false && !isDescribed(walk, schema, pointer, name)) return false;
    const { additionalProperties: others = true } = schema;
    if (others === false) return walk.besides?.has(name) === true;
    return fits(inner, { value: others, pointer: below(pointer, 'additionalProperties') }, value);
  });
}

/** Read-only values need not be sent. */
function isReadOnly({ source }: Walk, schema: Readonly<Record<string, unknown>>, pointer: string, name: string): boolean {
  const property = member(schema.properties, name);
  if (property === undefined) return false;
  return getCachedFlatSchema(source, { value: property, pointer: below(pointer, 'properties', name) }).members.get('readOnly') === true;
}

/** Whether any part of a schema has the property. */
function isDescribed({ source }: Walk, schema: Readonly<Record<string, unknown>>, pointer: string, name: string): boolean {
  const flat = getCachedFlatSchema(source, { value: schema, pointer });
  return flat.properties.has(name) || flat.variants.some((variant) => getCachedFlatSchema(source, variant).properties.has(name));
}
