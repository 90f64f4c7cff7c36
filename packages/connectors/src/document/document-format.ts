import type { DocumentProblem } from '../extracted/document-problem.ts';

export type DocumentFormat = 'json' | 'yaml';

/** A text that strict parsers refuse, corrected so that they accept it. */
export interface MendedText {
  /** Has the same line numbers. */
  text: string;
  warning: DocumentProblem;
}

export type ParsedDocument =
  | {
      ok: true;
      value: unknown;
      format: DocumentFormat;
      mended?: MendedText;
      /** The number of names in the text, for JSON. */
      names?: number;
    }
  | { ok: false; problem: DocumentProblem };
