import { ExactNumber, parseExactJson, readNumber } from '@portage/primitives/exact-json';
import { isSameJson } from '@portage/primitives/json';
import type { FlatSchema } from '../extracted/flat-schema.ts';
import { getCachedFlatSchema } from '../extracted/known-flat-schema.ts';
import { resolveType } from '../extracted/schema-type.ts';
import { isObject } from '../json/json.ts';
import { below, type Located } from '../json/json-pointer.ts';
import { coerceToVariant } from './choose-variant.ts';
import { type Coercion, shown } from './coercion.ts';
import { base64Of, isFile, toFile } from './file-value.ts';
import { fitsSchema, hasType } from './fits-schema.ts';
import { addProblem } from './request-error.ts';
import { hasPattern } from './text-formats.ts';

/** Deeper values are sent unchanged. */
const MAX_DEPTH = 60;

/** In a schema: the value that clears the field in this system. */
const CLEARED_VALUE = 'x-cleared-value';

/** Nested variants that are searched for one that may be null. */
const MAX_VARIANTS_WITHIN = 5;

/** Conditions within the branch of another. */
const MAX_CONDITIONS_WITHIN = 5;

/**
 * Converts a value to the type of its schema: expressions often return text where a number is meant. A value without a type is
 * unchanged.
 *
 * @param path for messages.
 * @returns undefined for a value that is omitted. Problems are added to the list, and name the field.
 */
export function coerceValue(coercion: Coercion, schema: Located, value: unknown, path: string, depth = 0): unknown {
  coercion.budget.valuesLeft -= 1;
  if (value === undefined || depth > MAX_DEPTH || coercion.budget.valuesLeft <= 0) return value;
  const flat = getCachedFlatSchema(coercion.source, schema);
  if (value === null) {
    if (coercion.cleared?.has(path)) return clearedValue(coercion, flat);
    return coercion.keepsNull || isNullable(coercion, flat) ? null : undefined;
  }
  const coerced = coerceToSchema(coercion, flat, value, path, depth);
  return coerced === undefined && coercion.isAnswer ? value : coerced;
}

function coerceToSchema(coercion: Coercion, flat: FlatSchema, value: unknown, path: string, depth: number): unknown {
  if (flat.groups.length > 0) return coerceVariants(coercion, flat, value, path, depth);
  const fixed = isFixedValue(flat, value) ? value : valueWrittenSo(flat, value);
  if (fixed !== undefined) return withDigits(flat, fixed);
  const types = listTypes(flat);
  return types.length > 1
    ? coerceToAny(coercion, flat, types, value, path, depth)
    : coerceTo(coercion, resolveType(flat), flat, value, path, depth);
}

function coerceTo(coercion: Coercion, type: string, flat: FlatSchema, value: unknown, path: string, depth: number): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return toNumber(coercion, type, value, path);
    case 'boolean':
      return toBoolean(coercion, value, path);
    case 'file':
      return toFilePart(coercion, value, path);
    case 'string':
      if (isFileSchema(flat) && coercion.filesAreParts) return toFilePart(coercion, value, path);
      return toText(coercion, value, path);
    case 'array':
      return toList(coercion, flat, value, path, depth);
    case 'object':
      return toObject(coercion, flat, value, path, depth);
    case 'any':
      // OpenAPI 3.1 describes bytes without a type.
      if (isFileSchema(flat) && coercion.filesAreParts) return toFilePart(coercion, value, path);
      return flat.conditions.length > 0 && isObject(value) ? coerceMembers(coercion, flat, value, path, depth) : value;
    default:
      return value;
  }
}

/** The value that clears a field: the schema's (`x-cleared-value`), null if it's allowed, otherwise the empty value of the type. */
function clearedValue(coercion: Coercion, flat: FlatSchema): unknown {
  if (flat.members.has(CLEARED_VALUE)) return flat.members.get(CLEARED_VALUE);
  if (coercion.isForm) return '';
  if (isNullable(coercion, flat)) return null;
  const type = resolveType(flat);
  if (type === 'array') return [];
  // A date or an enum has no empty text.
  const isFree = !flat.members.has('format') && !Array.isArray(flat.members.get('enum'));
  return type === 'string' && isFree ? '' : null;
}

function isNullable({ source }: Pick<Coercion, 'source'>, flat: FlatSchema, depth = 0): boolean {
  const { members, isKnown, groups } = flat;
  const type = members.get('type');
  if (members.get('nullable') === true || members.get('x-nullable') === true || !isKnown) return true;
  if (groups.length > 0) {
    const isVariantNullable = (variant: Located) => isNullable({ source }, getCachedFlatSchema(source, variant), depth + 1);
    return depth < MAX_VARIANTS_WITHIN && groups.every(({ allowsNull, variants }) => allowsNull || variants.some(isVariantNullable));
  }
  if (isFixedValue({ members }, null)) return true;
  return type === undefined ? members.size === 0 : type === 'null' || (Array.isArray(type) && type.includes('null'));
}

/** Whether a value is in the schema's enum. It's valid then, whatever the schema's type is. */
function isFixedValue({ members }: Pick<FlatSchema, 'members'>, value: unknown): boolean {
  const listed = members.get('enum');
  return members.has('const')
    ? isSameJson(members.get('const'), value)
    : Array.isArray(listed) && listed.some((one) => isSameJson(one, value));
}

/** The enum value that a text or a number means: true for "true", 1 for "1". */
function valueWrittenSo({ members }: FlatSchema, value: unknown): unknown {
  if (typeof value === 'object') return undefined;
  const listed = members.has('const') ? [members.get('const')] : members.get('enum');
  const isWritten = (one: unknown) => typeof one !== 'object' && one !== undefined && String(one) === String(value).trim();
  return Array.isArray(listed) ? listed.find(isWritten) : undefined;
}

/** A number of the enum that JavaScript would round is a text in the document as it was read, and digits in the request. */
function withDigits(flat: FlatSchema, fixed: unknown): unknown {
  const number = typeof fixed === 'string' && ['integer', 'number'].includes(resolveType(flat)) ? readNumber(fixed) : null;
  return number instanceof ExactNumber ? number : fixed;
}

/** In OpenAPI 3.1: `[integer, string]`. */
function listTypes({ members }: FlatSchema): string[] {
  const type = members.get('type');
  return Array.isArray(type) ? type.filter((name) => typeof name === 'string' && name !== 'null') : [];
}

/** A value that has one of the types keeps it. Any other is converted to the first type that it can have. */
function coerceToAny(coercion: Coercion, flat: FlatSchema, types: readonly string[], value: unknown, path: string, depth: number): unknown {
  const own = types.find((type) => hasType(type, value));
  if (own !== undefined) return coerceTo(coercion, own, flat, value, path, depth);
  // Most values can become text, and all can become a list.
  for (const type of [...types].sort((a, b) => LOOSEST.indexOf(a) - LOOSEST.indexOf(b))) {
    const attempt: Coercion = { ...coercion, problems: [] };
    const coerced = coerceTo(attempt, type, flat, value, path, depth);
    if (attempt.problems.length === 0) return coerced;
  }
  addProblem(coercion, path, `must be ${types.map(wordFor).join(' or ')}, but is ${shown(value)}.`);
  return undefined;
}

const LOOSEST: readonly string[] = ['string', 'array'];

function wordFor(type: string): string {
  switch (type) {
    case 'integer':
      return 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'string':
      return 'a text';
    default:
      return type === 'object' ? 'an object' : `a ${type}`;
  }
}

/** A value is one variant of each group. What the schema itself requires is filled in when the variants are chosen. */
function coerceVariants(coercion: Coercion, flat: FlatSchema, value: unknown, path: string, depth: number): unknown {
  const hasOwnProperties = flat.properties.size > 0 || flat.members.has('additionalProperties');
  const object = hasOwnProperties && typeof value === 'string' ? (parsedAs(value, isObject) ?? value) : value;
  const isOwn = hasOwnProperties && isObject(object);
  let coerced = isOwn ? coerceMembers(coercion, flat, object, path, depth) : object;
  for (const group of flat.groups) {
    // A base with a discriminator is itself a complete schema; the schemas that extend it are only found by name.
    if (flat.variants.length === 0) {
      const extending = extendingSchema(group, coerced);
      if (extending) return coerceValue(coercion, extending, coerced, path, depth + 1);
      return coerceTo(coercion, resolveType(flat), flat, coerced, path, depth);
    }
    coerced = coerceToVariant({ coercion, coerce: coerceValue, flat, path, depth }, group, coerced);
  }
  return isOwn && isObject(coerced) ? withRequired(coercion, flat, coerced, path) : coerced;
}

function extendingSchema({ discriminator }: FlatSchema['groups'][number], value: unknown): Located | null {
  if (!discriminator || !isObject(value)) return null;
  const said = value[discriminator.property];
  return said === undefined || said === null ? discriminator.usual : (discriminator.targets.get(String(said)) ?? discriminator.usual);
}

/** A long number keeps its own digits, wherever the request has it. */
function toNumber(coercion: Coercion, type: 'integer' | 'number', value: unknown, path: string): unknown {
  const number = typeof value === 'string' ? readNumber(value) : value;
  if (coercion.isAnswer && number instanceof ExactNumber) return number.digits;
  if (number !== null && hasType(type, number) && (number instanceof ExactNumber || Number.isFinite(number))) return number;
  if (type === 'integer' && number instanceof ExactNumber && isWhole(number.digits)) return number;
  addProblem(coercion, path, `must be a ${type === 'integer' ? 'whole number' : 'number'}, but is ${shown(value)}.`);
  return undefined;
}

/** `1e30` and `12345678901234567890.0` are integers, too. */
function isWhole(digits: string): boolean {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(digits) ?? [];
  return fraction.replace(/0+$/, '').length <= Number(exponent);
}

function toBoolean(coercion: Coercion, value: unknown, path: string): unknown {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  // XML Schema's other spelling.
  if (coercion.isAnswer && (text === '1' || text === '0')) return text === '1';
  addProblem(coercion, path, `must be true or false, but is ${shown(value)}.`);
  return undefined;
}

function toText(coercion: Coercion, value: unknown, path: string): unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof ExactNumber) return String(value);
  if (isFile(value)) {
    // A multipart body turns it into a part. JSON and forms send its bytes as Base64.
    const base64 = coercion.filesAreParts ? value : base64Of(value);
    if (base64 !== null) return base64;
    addProblem(coercion, path, 'must be a file whose content is Base64.');
    return undefined;
  }
  addProblem(coercion, path, `must be text, but is ${shown(value)}.`);
  return undefined;
}

/** Values sent as bytes: `format: binary`, or a media type that is neither text nor JSON (OpenAPI 3.1). */
function isFileSchema({ members }: FlatSchema): boolean {
  const mediaType = members.get('contentMediaType');
  const isBytes = typeof mediaType === 'string' && !/^text\/|json\b|xml\b/i.test(mediaType) && !members.has('contentEncoding');
  return members.get('format') === 'binary' || isBytes;
}

function toFilePart(coercion: Coercion, value: unknown, path: string): unknown {
  if (!coercion.filesAreParts) return isFile(value) ? toText(coercion, value, path) : value;
  if (value === '') return undefined;
  const file = toFile(value);
  if (file) return file;
  addProblem(coercion, path, 'must be a file whose content is Base64.');
  return undefined;
}

function toList(coercion: Coercion, flat: FlatSchema, value: unknown, path: string, depth: number): unknown {
  const parsed = typeof value === 'string' ? (parsedAs(value, Array.isArray) ?? value) : value;
  // A single value becomes a list with one item. In a response, it isn't the list.
  if (coercion.isAnswer && !Array.isArray(parsed)) return value;
  const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const items: Located = { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
  const first = flat.members.get('prefixItems');
  const places = Array.isArray(first)
    ? first.map((one, at): Located => ({ value: one, pointer: below(flat.pointer, 'prefixItems', at) }))
    : [];
  const coerced = list.map((item, index) => coerceValue(coercion, places[index] ?? items, item, `${path}[${index}]`, depth + 1));
  // An omitted positional item stays as a gap, so that later items keep their positions.
  return coerced.filter((item, index) => item !== undefined || index < places.length);
}

function toObject(coercion: Coercion, flat: FlatSchema, value: unknown, path: string, depth: number): unknown {
  const object = typeof value === 'string' ? parsedAs(value, isObject) : value;
  if (!isObject(object)) {
    addProblem(coercion, path, `must be an object, but is ${shown(value)}.`);
    return undefined;
  }
  return withRequired(coercion, flat, coerceMembers(coercion, flat, object, path, depth), path);
}

/** Converts properties to their types, and removes those that are omitted. */
function coerceMembers(
  coercion: Coercion,
  flat: FlatSchema,
  object: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
): Record<string, unknown> {
  const told = flat.conditions.length > 0 ? conditionalProperties(coercion, flat, object) : null;
  const coerced: [string, unknown][] = [];
  for (const name of Object.keys(object)) {
    const schema = told?.get(name) ?? flat.properties.get(name) ?? findUnnamed(flat, name);
    const innerPath = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
    const inner = schema ? coerceValue(coercion, schema, object[name], innerPath, depth + 1) : object[name];
    if (inner !== undefined) coerced.push([name, inner]);
  }
  return Object.fromEntries(coerced);
}

/** The schema of a property that `properties` doesn't name. */
function findUnnamed({ members, pointer }: FlatSchema, name: string): Located | null {
  const patterns = members.get('patternProperties') ?? {};
  const pattern = Object.keys(patterns).find((key) => hasPattern(name, key));
  if (pattern !== undefined)
    return { value: (patterns as Record<string, unknown>)[pattern], pointer: below(pointer, 'patternProperties', pattern) };
  const extra = ['additionalProperties', 'unevaluatedProperties'].find((one) => isObject(members.get(one)));
  return extra === undefined ? null : { value: members.get(extra), pointer: below(pointer, extra) };
}

/** The schemas from `then`, `else` and `dependentSchemas` for properties whose type the schema leaves open. */
function conditionalProperties(coercion: Coercion, flat: FlatSchema, object: object, depth = 0): ReadonlyMap<string, Located> {
  const { source } = coercion;
  const isOpen = (property: Located | undefined) => property === undefined || resolveType(getCachedFlatSchema(source, property)) === 'any';
  const told = new Map<string, Located>();
  for (const part of flat.conditions.flatMap((condition) => applyingParts(coercion, condition, object))) {
    const flatPart = getCachedFlatSchema(source, part);
    const within = depth < MAX_CONDITIONS_WITHIN ? conditionalProperties(coercion, flatPart, object, depth + 1) : [];
    for (const [name, property] of [...flatPart.properties, ...within]) {
      if (isOpen(flat.properties.get(name)) && isOpen(told.get(name))) told.set(name, property);
    }
  }
  return told;
}

/** The parts of a schema whose conditions the object fulfills. */
function applyingParts({ source, budget }: Coercion, { value, pointer }: Located, object: object): Located[] {
  if (!isObject(value)) return [];
  const dependent = isObject(value.dependentSchemas) ? Object.entries(value.dependentSchemas) : [];
  const parts = dependent
    .filter(([name]) => Object.hasOwn(object, name))
    .map(([name, part]): Located => ({ value: part, pointer: below(pointer, 'dependentSchemas', name) }));
  if (!('if' in value)) return parts;
  const branch = fitsSchema({ source, budget }, { value: value.if, pointer: below(pointer, 'if') }, object) ? 'then' : 'else';
  return branch in value ? [...parts, { value: value[branch], pointer: below(pointer, branch) }] : parts;
}

function withRequired(
  coercion: Coercion,
  flat: FlatSchema,
  object: Readonly<Record<string, unknown>>,
  path: string,
): Readonly<Record<string, unknown>> {
  if (coercion.isAnswer) return object;
  const isMissing = (name: string) =>
    !Object.hasOwn(object, name) && !coercion.problems.some((problem) => problem.path === `${path}.${name}`);
  const missing = [...flat.required].filter(isMissing);
  if (missing.length === 0) return object;
  const filled = { ...object };
  for (const name of missing) fillRequired(coercion, flat, name, filled, path);
  return filled;
}

/** Fills in a missing required value with its only or default value, or adds a problem. Read-only values need not be sent. */
function fillRequired(coercion: Coercion, flat: FlatSchema, name: string, kept: Record<string, unknown>, path: string): void {
  const property = flat.properties.get(name);
  if (!property) return;
  const { members } = getCachedFlatSchema(coercion.source, property);
  if (members.get('readOnly') === true) return;
  const usual = coercion.fillsRequired === false ? undefined : usualValue(members);
  if (usual === undefined) addProblem(coercion, `${path}.${name}`, 'is required.');
  else kept[name] = usual;
}

/** The only value that a schema allows, or its default. */
export function usualValue(members: ReadonlyMap<string, unknown>): unknown {
  if (members.has('const')) return members.get('const');
  if (members.has('default')) return members.get('default');
  const listed = members.get('enum');
  return Array.isArray(listed) && listed.length === 1 ? listed[0] : undefined;
}

function parsedAs<Kind>(text: string, isKind: (value: unknown) => value is Kind): Kind | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = parseExactJson(text);
    return isKind(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
