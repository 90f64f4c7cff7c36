import type { DocumentProblem } from './document-problem.ts';

export type DocumentFormat = 'json' | 'yaml';

/** What a parser made of a text. */
export type ParsedDocument = { ok: true; value: unknown; format: DocumentFormat } | { ok: false; problem: DocumentProblem };
