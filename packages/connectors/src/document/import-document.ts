import { type DocumentProblem, hasErrors } from '../extracted/document-problem.ts';
import type { DocumentSummary } from '../extracted/extracted.ts';
import { extractDocument } from '../openapi/extract-document.ts';
import { ENTITY_WRONG } from '../openapi/extract-entities.ts';
import { OTHER_FILES } from '../openapi/extraction.ts';
import { type StoredDocument, storeDocument } from '../stored/store-document.ts';
import { decodeDocument } from './decode-document.ts';
import { type DocumentLimits, documentLimits } from './document-limits.ts';
import { lineAt } from './line-at.ts';
import { findLines } from './lines-of.ts';
import { type ReadDocument, readDocument } from './read-document.ts';

export type ImportedDocument =
  | { ok: true; summary: DocumentSummary; stored: StoredDocument; warnings: DocumentProblem[] }
  | { ok: false; problems: DocumentProblem[] };

/** Errors that earlier versions of Portage didn't look for. */
const TOLERATED = new Set([OTHER_FILES, ENTITY_WRONG]);

/**
 * Turns the text of an OpenAPI document into its stored form (API-95, API-104): reads it, extracts it and reports problems by
 * pointer and line.
 *
 * @param read the parsed text, if the caller has it.
 * @param wasStored an earlier Portage imported it, so workflows may use it: it's accepted even with errors that were not known
 * then.
 * @returns not ok for a document with errors; its problems then list the errors first and the warnings after them.
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
  const lines = findLines(read.mended?.text ?? text, read.format, pointers);
  const problems = [
    ...(read.mended ? [read.mended.warning] : []),
    ...(read.doubled ? [read.doubled] : []),
    ...(text.includes('\ufffd') ? [damagedText(text)] : []),
    ...extracted.problems.map((problem) => ({ ...problem, line: lines.get(problem.pointer ?? '') ?? null })),
  ];
  if (!hasErrors(problems)) return { ok: true, summary: extracted.summary, stored: storeDocument(extracted), warnings: problems };
  const isError = ({ severity }: DocumentProblem) => severity === 'error';
  return { ok: false, problems: [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))] };
}

/** Reports the replacement character, which programs write for bytes they can't decode. */
function damagedText(text: string): DocumentProblem {
  const message = 'The document has characters (\ufffd) that some program could not read: it was saved in the wrong encoding before.';
  return { severity: 'warning', code: 'text-damaged', message, pointer: null, line: lineAt(text, text.indexOf('\ufffd')) };
}

/** Imports a document from its bytes. Refuses an uncertain encoding, which would store damaged letters. */
export function importBytes(bytes: Uint8Array, contentType: string | null): ImportedDocument {
  const { text, problem } = decodeDocument(bytes, contentType);
  return problem ? { ok: false, problems: [problem] } : importDocument(text);
}

/** Reads a document that an earlier Portage stored. It stays in use even if it would be refused today. */
export function readAgain(bytes: Uint8Array, contentType: string | null): ImportedDocument {
  return importDocument(decodeDocument(bytes, contentType).text, documentLimits, undefined, { wasStored: true });
}
