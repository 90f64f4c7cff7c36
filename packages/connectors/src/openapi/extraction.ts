import { type DocumentProblem, documentError } from '../extracted/document-problem.ts';
import { isObject, member } from '../json/json.ts';
import { atPointer } from '../json/json-pointer.ts';
import { type DocumentPath, inside, toPointer } from '../json/place.ts';
import { findReference, indexReferences, type ReferenceBase, type ReferenceIndex } from './reference-index.ts';

/** Schemas that extend another by `allOf`, keyed by the other's pointer. */
export type ExtendingSchemas = ReadonlyMap<string, readonly string[]>;

export interface Extraction {
  document: unknown;
  isSwagger2: boolean;
  /** Before OpenAPI 3.1, a reference replaces its sibling members. */
  replacesSiblings: boolean;
  problems: DocumentProblem[];
  /** By the problem's code. */
  problemCounts: Map<string, number>;
  /** Other files that the document refers to, each with its first reference. */
  otherFiles: Map<string, DocumentPath | null>;
  /** Pointers of schemas that are referred to and exist. */
  wantedSchemas: Set<string>;
  /** Operations that fields get their choices from. */
  namedOperations: { operationId: string; place: DocumentPath | null }[];
  /** Created when the first reference needs it. */
  references?: ReferenceIndex;
  /** Created when the first base with a discriminator needs it. */
  extending?: ExtendingSchemas;
}

/** A value of the document and its position. For a value behind a reference, the target's position. */
export interface Found {
  value: unknown;
  place: DocumentPath | null;
}

/** Limits references that lead to references: more are circular or malicious. */
const MAX_HOPS = 50;
/** More of one kind would hide the others, so the rest are only counted. */
const MAX_PROBLEMS_OF_A_KIND = 10;

export function warn(extraction: Extraction, code: string, place: DocumentPath | null, message: string): void {
  tell(extraction, { severity: 'warning', code, message, pointer: toPointer(place), line: null });
}

export function fail(extraction: Extraction, code: string, place: DocumentPath | null, message: string): void {
  tell(extraction, documentError(code, message, null, toPointer(place)));
}

function tell({ problems, problemCounts }: Extraction, problem: DocumentProblem): void {
  const count = (problemCounts.get(problem.code) ?? 0) + 1;
  problemCounts.set(problem.code, count);
  if (count <= MAX_PROBLEMS_OF_A_KIND) problems.push(problem);
}

/** Problems as people see them: a few of each kind, and how many more there are. */
export function countedProblems({ problems, problemCounts }: Extraction): DocumentProblem[] {
  const lastOfKind = new Map(problems.map((problem, index) => [problem.code, index]));
  return problems.flatMap((problem, index) => {
    const more = (problemCounts.get(problem.code) ?? 0) - MAX_PROBLEMS_OF_A_KIND;
    if (more <= 0 || lastOfKind.get(problem.code) !== index) return [problem];
    const message = `${more} more of this kind: ${problem.message}`;
    return [problem, { ...problem, message, pointer: '#', line: null }];
  });
}

/**
 * The pointer that a reference means: `#/…` as written; for an anchor or a URI, the schema that has it.
 *
 * @param base the schema with `$id` that contains the reference
 * @returns null if it leads out of the document
 */
export function resolveReference(extraction: Extraction, reference: string, base: ReferenceBase | null): string | null {
  const isPointer = reference === '#' || reference.startsWith('#/');
  if (isPointer) {
    const within = base === null ? null : `${base.pointer}${reference.slice(1)}`;
    return within !== null && atPointer(extraction.document, within) !== undefined ? within : reference;
  }
  extraction.references ??= indexReferences(extraction.document);
  const found = findReference(extraction.references, reference, base?.uri ?? null);
  return found !== null && atPointer(extraction.document, found) !== undefined ? found : null;
}

/** The severity of a reference that leads nowhere: whether the operation can still be called without its target. */
export type Missing = 'error' | 'warning';

/**
 * The pointer that a reference means. If it can't be used, reports a problem and returns null. A reference out of the document is
 * never fetched (HOSTILE 21): the content of a web address stays unknown, and another file is noted because the document is
 * incomplete without it.
 */
export function checkReference(
  extraction: Extraction,
  reference: string,
  place: DocumentPath | null,
  missing: Missing = 'error',
  base: ReferenceBase | null = null,
): string | null {
  if (base === null && extraction.wantedSchemas.has(reference)) return reference;
  const pointer = resolveReference(extraction, reference, base);
  if (pointer !== null && atPointer(extraction.document, pointer) !== undefined) return pointer;
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(reference)) {
    warn(extraction, 'external-reference', place, `References outside the document are not followed: ${shown(reference)}`);
    return null;
  }
  const file = reference.split('#')[0] ?? '';
  if (/[./\\]/.test(file)) {
    if (!extraction.otherFiles.has(file)) extraction.otherFiles.set(file, place);
    return null;
  }
  const tell = missing === 'error' ? fail : warn;
  const effect = missing === 'error' ? '' : '; any value is accepted there';
  tell(extraction, 'dangling-reference', place, `The reference leads nowhere${effect}: ${shown(reference)}`);
  return null;
}

/** Files listed by name; more make the message unreadable. */
const MAX_FILES_SHOWN = 20;

/** Refuses a document in several files: without the others, its operations have no names, fields or responses. */
export function checkOtherFiles(extraction: Extraction): void {
  const files = [...extraction.otherFiles.keys()];
  if (files.length === 0) return;
  const named = files.slice(0, MAX_FILES_SHOWN).map(shown).join(', ');
  const more = files.length > MAX_FILES_SHOWN ? ` and ${files.length - MAX_FILES_SHOWN} more` : '';
  const [place = null] = extraction.otherFiles.values();
  fail(
    extraction,
    OTHER_FILES,
    place,
    `The document is in several files, and ${files.length === 1 ? 'this one is' : 'these are'} missing: ${named}${more}. ` +
      'Bundle them into one file first, for example with "npx @redocly/cli bundle".',
  );
}

export const OTHER_FILES = 'other-files';

/** The value at a position, with references followed. Null, with a problem reported, if they lead nowhere. */
export function resolve(extraction: Extraction, found: Found, missing: Missing = 'error'): Found | null {
  let { value, place } = found;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const reference = member(value, '$ref');
    if (typeof reference !== 'string') return { value, place };
    const pointer = checkReference(extraction, reference, place, missing);
    if (pointer === null) return null;
    value = atPointer(extraction.document, pointer);
    place = parsePointer(pointer);
  }
  fail(extraction, 'circular-reference', found.place, 'The reference leads back to itself.');
  return null;
}

export function resolvedMember(extraction: Extraction, { value, place }: Found, name: string): Found | null {
  const own = member(value, name);
  return own === undefined ? null : resolve(extraction, { value: own, place: inside(place, name) });
}

/** Members of an object, without following references. */
export function listMembers({ value, place }: Found, name: string): (Found & { name: string })[] {
  const object = member(value, name);
  if (!isObject(object)) return [];
  return Object.entries(object).map(([key, content]) => ({ name: key, value: content, place: inside(place, name, key) }));
}

/** The media types of a body, a response or a parameter. Any of them may be a reference (OpenAPI 3.2). */
export function resolveContents(extraction: Extraction, holder: Found): (Found & { name: string })[] {
  return listMembers(holder, 'content').flatMap(({ name, ...item }) => {
    const found = resolve(extraction, item, 'warning');
    return found ? [{ ...found, name }] : [];
  });
}

export function parsePointer(pointer: string): DocumentPath | null {
  const names = pointer.split('/').slice(1);
  return inside(null, ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~').replaceAll('%25', '%')));
}

function shown(reference: string): string {
  return reference.length > 200 ? `${reference.slice(0, 200)}…` : reference;
}

/** `3.1.0`. In YAML without quotes, 3.0 is the number 3. */
export function readVersion(document: unknown): string {
  const written = String(member(document, 'swagger') ?? member(document, 'openapi') ?? '').trim();
  return written === '3' ? '3.0' : written;
}
