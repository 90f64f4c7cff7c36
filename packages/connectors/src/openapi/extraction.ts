import { type DocumentProblem, documentError } from '../document/document-problem.ts';
import { isObject, member } from './json.ts';
import { atPointer } from './json-pointer.ts';
import { inside, type Place, pointerOf } from './place.ts';

/** State of reading one document. */
export interface Extraction {
  document: unknown;
  isSwagger2: boolean;
  problems: DocumentProblem[];
  /** How many problems there were of each kind. */
  problemCounts: Map<string, number>;
  /** Pointers of schemas that something refers to and that are not taken in yet. */
  wantedSchemas: Set<string>;
  /** Operations that fields take their choices from. */
  namedOperations: { operationId: string; place: Place | null }[];
}

/** A value of the document with its place; for values behind a reference, the place of the target. */
export interface Found {
  value: unknown;
  place: Place | null;
}

/** References that lead to references: more are a circle, or meant to harm. */
const MAX_HOPS = 50;
/** More of one kind tell nobody anything new. */
const MAX_PROBLEMS_OF_A_KIND = 50;

export function warn(extraction: Extraction, code: string, place: Place | null, message: string): void {
  tell(extraction, { severity: 'warning', code, message, pointer: pointerOf(place), line: null });
}

export function fail(extraction: Extraction, code: string, place: Place | null, message: string): void {
  tell(extraction, documentError(code, message, null, pointerOf(place)));
}

function tell({ problems, problemCounts }: Extraction, problem: DocumentProblem): void {
  const count = (problemCounts.get(problem.code) ?? 0) + 1;
  problemCounts.set(problem.code, count);
  if (count <= MAX_PROBLEMS_OF_A_KIND) problems.push(problem);
}

/**
 * Whether a reference can be used. One that leads nowhere is damage; one that leads out of the document is never
 * fetched, and what it would say stays unknown (HOSTILE 21).
 */
export function checkReference(extraction: Extraction, reference: string, place: Place | null): boolean {
  if (!reference.startsWith('#')) {
    warn(extraction, 'external-reference', place, `References out of the document are not followed: ${shown(reference)}`);
    return false;
  }
  if (atPointer(extraction.document, reference) !== undefined) return true;
  fail(extraction, 'dangling-reference', place, `The reference leads nowhere: ${shown(reference)}`);
  return false;
}

/** What stands at a place, references followed. Null, and a problem told, where they lead nowhere. */
export function resolve(extraction: Extraction, found: Found): Found | null {
  let { value, place } = found;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const reference = member(value, '$ref');
    if (typeof reference !== 'string') return { value, place };
    if (!checkReference(extraction, reference, place)) return null;
    value = atPointer(extraction.document, reference);
    place = placeOf(reference);
  }
  fail(extraction, 'circular-reference', found.place, 'The reference leads back to itself.');
  return null;
}

/** A member of something found, references followed. */
export function resolvedMember(extraction: Extraction, { value, place }: Found, name: string): Found | null {
  const own = member(value, name);
  return own === undefined ? null : resolve(extraction, { value: own, place: inside(place, name) });
}

/** Members of an object, references not followed. */
export function membersOf({ value, place }: Found, name: string): (Found & { name: string })[] {
  const object = member(value, name);
  if (!isObject(object)) return [];
  return Object.entries(object).map(([key, content]) => ({ name: key, value: content, place: inside(place, name, key) }));
}

function placeOf(pointer: string): Place | null {
  const names = pointer.split('/').slice(1);
  return inside(null, ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~').replaceAll('%25', '%')));
}

function shown(reference: string): string {
  return reference.length > 200 ? `${reference.slice(0, 200)}…` : reference;
}
