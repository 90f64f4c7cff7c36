import { extractDocument } from '../openapi/extract-document.ts';
import { ENTITY_WRONG } from '../openapi/extract-entities.ts';
import type { DocumentSummary } from '../openapi/extracted.ts';
import { OTHER_FILES } from '../openapi/extraction.ts';
import { type StoredDocument, storeDocument } from '../stored/store-document.ts';
import { type DocumentLimits, documentLimits } from './document-limits.ts';
import { type DocumentProblem, hasErrors } from './document-problem.ts';
import { linesOf } from './lines-of.ts';
import { type ReadDocument, readDocument } from './read-document.ts';

export type ImportedDocument =
  | { ok: true; summary: DocumentSummary; stored: StoredDocument; warnings: DocumentProblem[] }
  | { ok: false; problems: DocumentProblem[] };

/** Errors that an earlier Portage did not look for. */
const TOLERATED = new Set([OTHER_FILES, ENTITY_WRONG]);

/**
 * From the text of an OpenAPI document to what is stored of it (API-95, API-104): reads, extracts, tells what is wrong
 * with it by pointer and line.
 *
 * @param read what the text says, where it was read already.
 * @param wasStored an earlier Portage imported it, so that workflows may use it: it is read again although it has errors that were not known then.
 * @returns not ok for a document with errors; its problems are then the errors first, the warnings after them.
 */
export function importDocument(
  text: string,
  limits: DocumentLimits = documentLimits,
  read: ReadDocument = readDocument(text, limits),
  { wasStored = false }: { wasStored?: boolean } = {},
): ImportedDocument {
  if (!read.ok) return read;
  const extracted = extractDocument(read.document);
  if (wasStored) for (const problem of extracted.problems) if (TOLERATED.has(problem.code)) problem.severity = 'warning';
  const pointers = extracted.problems.map(({ pointer }) => pointer).filter((pointer) => pointer !== null);
  const lines = linesOf(text, read.format, pointers);
  const problems = extracted.problems.map((problem) => ({ ...problem, line: lines.get(problem.pointer ?? '') ?? null }));
  if (!hasErrors(problems)) return { ok: true, summary: extracted.summary, stored: storeDocument(extracted), warnings: problems };
  const isError = ({ severity }: DocumentProblem) => severity === 'error';
  return { ok: false, problems: [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))] };
}

/** Reads a document that an earlier Portage stored: one that would be refused today stays in use. */
export function readAgain(text: string): ImportedDocument {
  return importDocument(text, documentLimits, undefined, { wasStored: true });
}
