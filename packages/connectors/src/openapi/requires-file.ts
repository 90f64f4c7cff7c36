import { isObject, listMember, member, textMember } from '../json/json.ts';
import { atPointer } from '../json/json-pointer.ts';

/** Deep enough for a list of files in a variant of a referenced schema. */
const MAX_DEPTH = 8;

/** Whether a body can't do without a file. Only multipart, or the bytes themselves, can carry one. */
export function requiresFile(document: unknown, schema: unknown, depth = 0): boolean {
  if (!isObject(schema) || depth > MAX_DEPTH) return false;
  const reference = textMember(schema, '$ref');
  if (reference !== undefined) return requiresFile(document, atPointer(document, reference), depth + 1);
  if (listMember(schema, 'allOf').some((part) => requiresFile(document, part, depth + 1))) return true;
  return listMember(schema, 'required').some(
    (name) => typeof name === 'string' && isFile(document, member(member(schema, 'properties'), name), depth + 1),
  );
}

function isFile(document: unknown, schema: unknown, depth: number): boolean {
  if (!isObject(schema) || depth > MAX_DEPTH) return false;
  const reference = textMember(schema, '$ref');
  if (reference !== undefined) return isFile(document, atPointer(document, reference), depth + 1);
  if (schema.format === 'binary' || schema.type === 'file') return true;
  const parts = [schema.items, ...listMember(schema, 'anyOf'), ...listMember(schema, 'oneOf'), ...listMember(schema, 'allOf')];
  return parts.some((part) => isFile(document, part, depth + 1));
}
