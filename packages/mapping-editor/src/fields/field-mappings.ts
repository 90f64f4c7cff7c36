import { type EmptyHandling, ExpressionError, expressionReferences, type PathKey, parseExpression, writePath } from '@portage/workflow';
import type { MappingField } from './mapping-field.ts';

/** A field of the target, and the expression that fills it (spec INT-03). */
export interface FieldMapping extends EmptyHandling {
  fromParameterExpression: string;
  toParameterPath: string;
}

/** The expression of a target field; empty: none. */
export function getExpression(mappings: readonly FieldMapping[], path: string): string {
  return mappings.find(({ toParameterPath }) => toParameterPath === path)?.fromParameterExpression ?? '';
}

/** Whether mappings fill a field's list in its other form: entry by entry (`lines[]`) instead of its first entry (`lines[0]`), or the reverse. */
export function isFilledOtherwise(path: string, mappings: readonly FieldMapping[]): boolean {
  const [marker] = /\[0?\]/.exec(path) ?? [];
  if (marker === undefined) return false;
  const otherForm = `${path.slice(0, path.indexOf(marker))}${marker === '[]' ? '[0]' : '[]'}`;
  return mappings.some(({ toParameterPath }) => toParameterPath.startsWith(otherForm));
}

/** The mappings with another expression for a field; an empty one removes the field. */
export function withExpression(mappings: readonly FieldMapping[], path: string, expression: string): FieldMapping[] {
  const isThere = mappings.some(({ toParameterPath }) => toParameterPath === path);
  if (expression === '') return mappings.filter(({ toParameterPath }) => toParameterPath !== path);
  if (!isThere) return [...mappings, { fromParameterExpression: expression, toParameterPath: path }];
  return mappings.map((one) => (one.toParameterPath === path ? { ...one, fromParameterExpression: expression } : one));
}

/** The mappings with a field's new handling of an empty source. */
export function withEmptyHandling(
  mappings: readonly FieldMapping[],
  path: string,
  { whenEmpty, defaultValue }: EmptyHandling,
): FieldMapping[] {
  return mappings.map((mapping) => {
    if (mapping.toParameterPath !== path) return mapping;
    const { fromParameterExpression, toParameterPath } = mapping;
    const rule = whenEmpty === undefined || whenEmpty === 'Leave' ? {} : { whenEmpty };
    return { fromParameterExpression, toParameterPath, ...rule, ...(whenEmpty === 'Default' ? { defaultValue: defaultValue ?? '' } : {}) };
  });
}

/** The mappings to save (spec INT-10). */
export function filledMappings(mappings: readonly FieldMapping[]): FieldMapping[] {
  return mappings.filter(({ fromParameterExpression }) => fromParameterExpression.trim() !== '');
}

export type Linked =
  | { ok: true; mappings: FieldMapping[] /** Something that a person should know about the new line. */; note: string | null }
  | { ok: false; message: string };

/** Connects a source field with a target field. A list around both is mapped, too. */
export function linkFields(mappings: readonly FieldMapping[], source: MappingField, target: MappingField): Linked {
  const done = (expression: string, note: string | null = null): Linked => ({
    ok: true,
    mappings: withExpression(mappings, target.path, expression),
    note,
  });
  if (source.list === null) return done(reference('Item', source.keys));
  if (target.list === null) return done(reference('Item', [...source.listKeys, 0, ...source.keys]), 'It uses the first entry of the list.');
  const list = reference('Item', source.listKeys);
  const current = getExpression(mappings, target.list);
  if (current !== '' && current.trim() !== list) {
    return { ok: false, message: 'These fields are in different lists: the target list is already filled from another one.' };
  }
  const withList = withExpression(mappings, target.list, list);
  return { ok: true, mappings: withExpression(withList, target.path, reference('Entry', source.keys)), note: null };
}

function reference(root: 'Item' | 'Entry', keys: readonly PathKey[]): string {
  return `$${writePath(root, keys)}`;
}

/** The one record reference that an expression consists of; null for formulas, mixed texts and fixed values. */
export function singleReference(expression: string): { root: 'Item' | 'Entry'; keys: PathKey[] } | null {
  const single = tryRead(() => parseExpression(expression).single);
  if (single?.kind !== 'reference' || (single.root !== 'Item' && single.root !== 'Entry')) return null;
  const keys = toPathKeys(single.members);
  return keys && { root: single.root, keys };
}

/** A line of the drawing: a source field that a target field reads. */
export interface FieldLink {
  sourcePath: string;
  targetPath: string;
}

/** Lines of all mappings. A reference to something inside a field is a line to that field. */
export function fieldLinks(mappings: readonly FieldMapping[], sources: readonly MappingField[]): FieldLink[] {
  const known = new Set(sources.map(({ path }) => path));
  const byKeys = new Map(sources.map((field) => [keysText([...field.listKeys, ...(field.list ? [0] : []), ...field.keys]), field.path]));
  return mappings.flatMap(({ fromParameterExpression, toParameterPath }) => {
    const references = tryRead(() => expressionReferences(fromParameterExpression).references) ?? [];
    const found = references.flatMap(({ root, members }) => {
      if (root !== 'Item' && root !== 'Entry') return [];
      const own = toPathKeys(members, true) ?? [];
      const around = root === 'Entry' ? findListKeys(mappings, toParameterPath) : [];
      const path = around && fieldAt(byKeys, [...around, ...own]);
      return path !== undefined && path !== null && known.has(path) ? [path] : [];
    });
    return [...new Set(found)].map((sourcePath) => ({ sourcePath, targetPath: toParameterPath }));
  });
}

/** Whether a mapping reads a part of the record without a known field. */
export function readsUnknownField(
  { fromParameterExpression, toParameterPath }: FieldMapping,
  mappings: readonly FieldMapping[],
  sources: readonly MappingField[],
): boolean {
  const byKeys = new Map(sources.map((field) => [keysText([...field.listKeys, ...(field.list ? [0] : []), ...field.keys]), field.path]));
  const references = tryRead(() => expressionReferences(fromParameterExpression).references) ?? [];
  return references.some(({ root, members }) => {
    if (root !== 'Item' && root !== 'Entry') return false;
    const own = toPathKeys(members, true) ?? [];
    const around = root === 'Entry' ? findListKeys(mappings, toParameterPath) : [];
    if (around === null || own.length === 0) return false;
    const keys = [...around, ...own];
    const found = fieldAt(byKeys, keys);
    // Lists name the fields of their entries completely, but other fields may have contents that aren't listed.
    return found === undefined || (found.endsWith('[]') && !byKeys.has(keysText(keys)));
  });
}

/** The keys down to an entry of the source's list that fills the target field's list; null if there is none. */
function findListKeys(mappings: readonly FieldMapping[], targetPath: string): PathKey[] | null {
  const end = targetPath.indexOf('[].');
  if (end < 0) return null;
  const list = singleReference(getExpression(mappings, targetPath.slice(0, end + 2)));
  return list?.root === 'Item' ? [...list.keys, 0] : null;
}

/** The field at these keys, otherwise the nearest one that contains them. */
function fieldAt(byKeys: ReadonlyMap<string, string>, keys: readonly PathKey[]): string | undefined {
  for (let length = keys.length; length > 0; length -= 1) {
    const found = byKeys.get(keysText(keys.slice(0, length)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Writes the keys without indexes: every entry of a list counts as the same field. */
function keysText(keys: readonly PathKey[]): string {
  return JSON.stringify(keys.map((key) => (typeof key === 'number' ? 0 : key)));
}

type Members = ReturnType<typeof expressionReferences>['references'][number]['members'];

/** @param isPart returns the keys before a computed one, instead of null. */
function toPathKeys(members: Members, isPart = false): PathKey[] | null {
  const keys: PathKey[] = [];
  for (const member of members) {
    if (member.kind === 'computed') return isPart ? keys : null;
    keys.push(member.kind === 'name' ? member.name : member.index);
  }
  return keys;
}

function tryRead<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof ExpressionError) return null;
    throw fault;
  }
}
