import { isSameJson } from '@portage/primitives/json';
import { type DocumentLimits, documentLimits } from '../../document/document-limits.ts';
import { type ReadableDocument, readDocument } from '../../document/read-document.ts';
import type { DocumentProblem } from '../../extracted/document-problem.ts';
import { isObject } from '../../json/json.ts';
import type { DocumentEdit } from './document-edit.ts';
import { editJsonText } from './edit-json-text.ts';
import { editYamlText } from './edit-yaml-text.ts';
import { writeYaml } from './write-yaml.ts';

export type EditedDocument =
  /** `read`: the parsed text, if the caller has it. */
  { ok: true; text: string; read: ReadableDocument | null } | { ok: false; problems: DocumentProblem[] };

/** Above this size an edited YAML text isn't compared as a whole with its intended content: reading it twice would take seconds. */
const COMPARED_LENGTH = 2_000_000;

/**
 * Makes changes in the text of an OpenAPI document. Everything else keeps its meaning and, except in flow-style YAML, its exact
 * characters, so that a download is still the document its author knows.
 *
 * @param text of a readable document.
 */
export function editDocument(text: string, edits: readonly DocumentEdit[], limits: DocumentLimits = documentLimits): EditedDocument {
  const isLarge = text.length > COMPARED_LENGTH;
  if (isLarge && !/^\uFEFF?\s*[{[/]/.test(text)) {
    const edited = editInLines(text, edits, limits, (after) => edits.every(({ path, value }) => isSameJson(at(after, path), value)));
    if (edited) return edited;
  }
  const read = readDocument(text, limits);
  if (!read.ok) return read;
  if (read.format === 'json') return { ok: true, text: edits.reduce(editJsonText, read.mended?.text ?? text), read: null };
  const wanted = edits.reduce<unknown>(edited, read.document);
  const inLines = isLarge ? null : editInLines(read.mended?.text ?? text, edits, limits, (after) => isSameJson(after, wanted));
  return inLines ?? { ok: true, text: writeYaml(wanted), read: null };
}

function editInLines(
  text: string,
  edits: readonly DocumentEdit[],
  limits: DocumentLimits,
  isRight: (document: unknown) => boolean,
): EditedDocument | null {
  const inLines = edits.reduce<string | null>((sofar, edit) => sofar && editYamlText(sofar, edit), text);
  const read = inLines === null ? null : readDocument(inLines, limits);
  return inLines !== null && read?.ok && isRight(read.document) ? { ok: true, text: inLines, read } : null;
}

function at(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)];
    return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, document);
}

/** The document's value after an edit. The given one isn't modified. */
export function edited(document: unknown, { path, value }: DocumentEdit): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(document)) {
    const items = [...document];
    const next = edited(items[Number(name)], { path: rest, value });
    if (next === undefined) items.splice(Number(name), 1);
    else items[Number(name)] = next;
    return items;
  }
  const object = isObject(document) ? document : {};
  const has = Object.hasOwn(object, name);
  if (value === undefined && !has) return document;
  const next = edited(has ? object[name] : undefined, { path: rest, value });
  if (next !== undefined) return { ...object, [name]: next };
  const { [name]: _removed, ...others } = object;
  return others;
}
