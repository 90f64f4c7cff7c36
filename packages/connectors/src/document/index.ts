/** The text of an OpenAPI document, from reading to storing. */

export { type DocumentProblem, formatProblem, hasErrors, type ProblemSeverity } from '../extracted/document-problem.ts';
export { decodeDocument } from './decode-document.ts';
export type { DocumentFormat } from './document-format.ts';
export { type DocumentLimits, documentLimits } from './document-limits.ts';
export { type ImportedDocument, importBytes, importDocument, readAgain } from './import-document.ts';
export { type ReadableDocument, type ReadDocument, readDocument } from './read-document.ts';
