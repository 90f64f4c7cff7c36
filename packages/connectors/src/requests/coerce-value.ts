import type { FlatSchema } from '../openapi/flat-schema.ts';
import { isObject } from '../openapi/json.ts';
import { below, type Located, type SchemaSource } from '../openapi/json-pointer.ts';
import { knownFlatSchema } from '../openapi/known-flat-schema.ts';
import { typeOf } from '../openapi/schema-type.ts';
import { base64Of, isFile, toFile } from './file-value.ts';
import { addProblem, type ProblemList } from './request-error.ts';

/** Deeper values are sent as they are. */
const MAX_DEPTH = 60;

export interface Coercion extends ProblemList {
  source: SchemaSource;
  /** The body is written in parts: what the document calls a file becomes one, whatever it was given as. */
  filesAreParts?: boolean;
  /** Paths whose null empties the field. */
  cleared?: ReadonlySet<string>;
  /** The body is a form, which has no null. */
  isForm?: boolean;
  /** Shared by all attempts: variants within variants would multiply. */
  budget: { valuesLeft: number };
}

/** In a schema: the value that empties the field in this system. */
const CLEARED_VALUE = 'x-cleared-value';

/** Values that are looked at in one request, each as often as a variant is tried with it; the rest goes as it is. */
const MAX_VALUES = 200_000;

export function startCoercion(source: SchemaSource, cleared: readonly string[] = []): Coercion {
  const paths = cleared.length > 0 ? { cleared: new Set(cleared) } : {};
  return { source, problems: [], budget: { valuesLeft: MAX_VALUES }, ...paths };
}

/**
 * Converts a value to the type of its schema: expressions often give text where a number is meant. A value without a type stays
 * as it is.
 *
 * @param path for messages.
 * @returns undefined for a value that is left out. Problems are added to the list, and name the field.
 */
export function coerceValue(coercion: Coercion, schema: Located, value: unknown, path: string, depth = 0): unknown {
  coercion.budget.valuesLeft -= 1;
  if (value === undefined || depth > MAX_DEPTH || coercion.budget.valuesLeft <= 0) return value;
  const flat = knownFlatSchema(coercion.source, schema);
  if (value === null) return coercion.cleared?.has(path) ? clearedValue(coercion, flat) : isNullable(flat) ? null : undefined;
  if (flat.variants.length > 0) return coerceVariant(coercion, flat, value, path, depth);
  const type = typeOf(flat);
  switch (type) {
    case 'integer':
    case 'number':
      return toNumber(coercion, type, flat, value, path);
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
    default:
      return value;
  }
}

/** What empties a field: what its schema says (`x-cleared-value`), null where it takes it, else the empty value of its type. */
function clearedValue({ isForm }: Coercion, flat: FlatSchema): unknown {
  if (flat.members.has(CLEARED_VALUE)) return flat.members.get(CLEARED_VALUE);
  if (isForm) return '';
  if (isNullable(flat)) return null;
  const type = typeOf(flat);
  if (type === 'array') return [];
  // A date, and a value of a list of values, has no empty text.
  const isFree = !flat.members.has('format') && !Array.isArray(flat.members.get('enum'));
  return type === 'string' && isFree ? '' : null;
}

function isNullable({ members, isKnown, variants }: FlatSchema): boolean {
  const type = members.get('type');
  if (members.get('nullable') === true || members.get('x-nullable') === true || !isKnown || variants.length > 0) return true;
  return type === undefined ? members.size === 0 : type === 'null' || (Array.isArray(type) && type.includes('null'));
}

/** The first variant that the value fits; as it is where it fits none. */
function coerceVariant(coercion: Coercion, flat: FlatSchema, value: unknown, path: string, depth: number): unknown {
  const base = flat.properties.size > 0 && isObject(value) ? toObject(coercion, flat, value, path, depth) : value;
  const fitting = flat.variants.filter((variant) => hasTypeOf(coercion.source, variant, value));
  for (const variant of new Set([...fitting, ...flat.variants])) {
    const attempt: Coercion = { ...coercion, problems: [] };
    const coerced = coerceValue(attempt, variant, base, path, depth + 1);
    if (attempt.problems.length === 0) return coerced;
  }
  return base;
}

function hasTypeOf(source: SchemaSource, variant: Located, value: unknown): boolean {
  const type = typeOf(knownFlatSchema(source, variant));
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'object') return type === 'object';
  return type === typeof value || (type === 'integer' && Number.isInteger(value));
}

function toNumber(coercion: Coercion, type: 'integer' | 'number', flat: FlatSchema, value: unknown, path: string): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  // Ids of more than 15 digits lose their end as numbers; as text they arrive whole.
  if (typeof value === 'string' && typeof number === 'number' && /^-?\d+$/.test(value.trim()) && !Number.isSafeInteger(number))
    return value.trim();
  if (typeof number !== 'number' || !Number.isFinite(number) || (type === 'integer' && !Number.isInteger(number))) {
    if (typeof value === 'string' && Array.isArray(flat.members.get('enum')) && (flat.members.get('enum') as unknown[]).includes(value))
      return value;
    addProblem(coercion, path, `must be a ${type === 'integer' ? 'whole number' : 'number'}, but is ${shown(value)}.`);
    return undefined;
  }
  return number;
}

function toBoolean(coercion: Coercion, value: unknown, path: string): unknown {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  addProblem(coercion, path, `must be true or false, but is ${shown(value)}.`);
  return undefined;
}

function toText(coercion: Coercion, value: unknown, path: string): unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isFile(value)) {
    // A multipart body makes a part of it; JSON and forms take its bytes as Base64.
    const base64 = coercion.filesAreParts ? value : base64Of(value);
    if (base64 !== null) return base64;
    addProblem(coercion, path, 'must be a file whose content is Base64.');
    return undefined;
  }
  addProblem(coercion, path, `must be a text, but is ${shown(value)}.`);
  return undefined;
}

/** Values that go out as bytes: `format: binary`, or a media type that is neither text nor JSON (OpenAPI 3.1). */
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
  const parsed = typeof value === 'string' ? (parsedAs(value, Array.isArray) ?? [value]) : value;
  // One value where a list is wanted is a list of one.
  const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const items: Located = { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
  return list.map((item, index) => coerceValue(coercion, items, item, `${path}[${index}]`, depth + 1)).filter((item) => item !== undefined);
}

function toObject(coercion: Coercion, flat: FlatSchema, value: unknown, path: string, depth: number): unknown {
  const object = typeof value === 'string' ? parsedAs(value, isObject) : value;
  if (!isObject(object)) {
    addProblem(coercion, path, `must be an object, but is ${shown(value)}.`);
    return undefined;
  }
  const extra = flat.members.get('additionalProperties');
  const coerced = Object.entries(object).map(([name, inner]): [string, unknown] => {
    const property = flat.properties.get(name);
    const innerPath = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
    if (property) return [name, coerceValue(coercion, property, inner, innerPath, depth + 1)];
    if (!isObject(extra)) return [name, inner];
    return [
      name,
      coerceValue(coercion, { value: extra, pointer: below(flat.pointer, 'additionalProperties') }, inner, innerPath, depth + 1),
    ];
  });
  const kept = Object.fromEntries(coerced.filter(([, inner]) => inner !== undefined));
  for (const name of flat.required) {
    if (Object.hasOwn(kept, name) || coercion.problems.some((problem) => problem.path === `${path}.${name}`)) continue;
    fillRequired(coercion, flat, name, kept, path);
  }
  return kept;
}

/** A required value that is missing: its only or usual value, or a problem. Read-only values need not be sent. */
function fillRequired(coercion: Coercion, flat: FlatSchema, name: string, kept: Record<string, unknown>, path: string): void {
  const property = flat.properties.get(name);
  if (!property) return;
  const { members } = knownFlatSchema(coercion.source, property);
  if (members.get('readOnly') === true) return;
  const usual = usualValue(members);
  if (usual === undefined) addProblem(coercion, `${path}.${name}`, 'is required.');
  else kept[name] = usual;
}

/** The value that a schema leaves no choice about, or its default. */
export function usualValue(members: ReadonlyMap<string, unknown>): unknown {
  if (members.has('const')) return members.get('const');
  if (members.has('default')) return members.get('default');
  const listed = members.get('enum');
  return Array.isArray(listed) && listed.length === 1 ? listed[0] : undefined;
}

function parsedAs<Kind>(text: string, isKind: (value: unknown) => value is Kind): Kind | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isKind(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = String(value);
  return typeof value === 'string' ? `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"` : text;
}
