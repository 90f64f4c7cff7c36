import type { DocumentProblem } from './document-problem.ts';

export type DocumentFormat = 'json' | 'yaml';

/** A text that strict parsers refuse, as they would read it. */
export interface MendedText {
  /** With the same lines. */
  text: string;
  warning: DocumentProblem;
}

/** What a parser made of a text. */
export type ParsedDocument =
  | { ok: true; value: unknown; format: DocumentFormat; mended?: MendedText /** Names that the text has, of JSON. */; names?: number }
  | { ok: false; problem: DocumentProblem };
