import { EACH } from '@portage/primitives/paths';
import { textAt } from '../events/values-at.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { flatSchema } from '../extracted/flat-schema.ts';
import { findResponseSchema } from '../extracted/schema-paths.ts';
import { resolveType } from '../extracted/schema-type.ts';
import { isObject, listMember, member } from '../json/json.ts';
import { below, follow, type Located, type SchemaSource } from '../json/json-pointer.ts';
import { hasFailure, reportsFailure } from '../requests/reported-failure.ts';
import type { JudgeNoList } from './list-in.ts';

export interface ListResponse {
  status: number;
  /** Parsed JSON or XML, or the text of a response that is neither. */
  body: unknown;
  /** What was parsed. */
  text?: string | undefined;
}

const NO_CONTENT = 204;

/**
 * Judges a response without its list by the document. The list counts as empty if null is an allowed value, if the schema names
 * the required members and the list isn't one of them, if the operation omits empty lists (`x-omits-empty-list`), within an entry
 * of another list, or if the status has no body and the document has this status. If the schema calls it an object, that object
 * is a single record. A response that reports a failure is never empty.
 *
 * @param idPath see ListReading
 */
export function judgeByDocument(
  source: SchemaSource,
  operation: ExtractedOperation,
  { status, body }: ListResponse,
  idPath?: string,
): JudgeNoList {
  // The same path recurs in every entry of a list.
  const places = new Map<string, DeclaredMember | null>();
  return ({ path, holder, value, isListPlace }) => {
    const key = path.join('\n');
    const declared = places.has(key) ? places.get(key) : declaredAt(source, operation, path);
    places.set(key, declared ?? null);
    const isWithinList = path.includes(EACH);
    if (isWithinList && isListPlace && value !== null && value !== undefined) return declared?.type === 'array' ? null : 'record';
    if (isObject(value)) return isListPlace && !hasFailure(value) ? judgeObject(value, declared?.type ?? 'any') : null;
    if ((value !== null && value !== undefined) || reportsFailure(body) || hasFailure(holder)) return null;
    if (path.length === 0 && status === NO_CONTENT) return operation.responses.some((one) => one.status === '204') ? 'empty' : null;
    if (value === null && declared?.isNullable) return 'empty';
    // The surrounding list is present, and an entry without its own list has no items.
    if (declared?.type === 'array' && isWithinList) return 'empty';
    if (operation.omitsEmptyList && isListPlace) return 'empty';
    if (value === undefined && declared?.isOptional) {
      return declared.siblings.every((name) => member(holder, name) !== undefined) ? 'empty' : null;
    }
    return null;
  };

  function judgeObject(value: object, type: string): 'empty' | 'record' | null {
    if (idPath === undefined) return type === 'object' ? 'record' : null;
    if (type !== 'object' && type !== 'any') return null;
    if (textAt(value, idPath) !== null) return 'record';
    return type === 'object' && Object.keys(value).length === 0 ? 'empty' : null;
  }
}

/** What a schema says about a path in a response. */
export interface DeclaredMember {
  type: string;
  isNullable: boolean;
  /** Its parent names required members, and it isn't one of them. */
  isOptional: boolean;
  /** The parent's required members. */
  siblings: readonly string[];
}

/** @returns null if the document doesn't describe it */
export function declaredAt(source: SchemaSource, operation: ExtractedOperation, path: readonly string[]): DeclaredMember | null {
  let located = findResponseSchema(operation);
  let required: ReadonlySet<string> = new Set();
  let last = EACH;
  for (const name of path) {
    if (!located) return null;
    const holder = findHolder(source, located, name);
    if (!holder) return null;
    required = holder.required;
    located = holder.part;
    last = name;
  }
  if (!located) return null;
  const flat = flatSchema(source, located);
  return {
    type: resolveType(flat),
    isNullable: isNullable(source, located),
    isOptional: last !== EACH && required.size > 0 && !required.has(last),
    siblings: [...required],
  };
}

/** The schema that has this member, or the variant of it that does. */
function findHolder(source: SchemaSource, located: Located, name: string): { part: Located; required: ReadonlySet<string> } | null {
  const flat = flatSchema(source, located);
  if (name === EACH || /^\d+$/.test(name)) {
    const items = flat.members.get('items');
    if (items !== undefined) return { part: { value: items, pointer: below(flat.pointer, 'items') }, required: new Set() };
  }
  const part = flat.properties.get(name);
  if (part) return { part, required: flat.required };
  for (const variant of flat.variants) {
    const found = variant.pointer === located.pointer ? null : findHolder(source, variant, name);
    if (found) return found;
  }
  return null;
}

/** As OpenAPI 3.0, 3.1 and Swagger 2.0 write it. */
function isNullable(source: SchemaSource, located: Located): boolean {
  const { members } = flatSchema(source, located);
  if (members.get('nullable') === true || members.get('x-nullable') === true) return true;
  const type = members.get('type');
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  const value = follow(source, located)?.value;
  return ['oneOf', 'anyOf'].some((kind) =>
    listMember(value, kind).some((variant) => member(variant, 'type') === 'null' || member(variant, 'nullable') === true),
  );
}
