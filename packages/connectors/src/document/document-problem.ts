export type ProblemSeverity = 'error' | 'warning';

/** Something about a document that its author should know. */
export interface DocumentProblem {
  severity: ProblemSeverity;
  /** Stable text, for tests and for grouping. */
  code: string;
  message: string;
  /** JSON pointer of the place, `#/paths/~1pets`; null where the text could not be read that far. */
  pointer: string | null;
  /** Line of the place, counted from 1; null where it is not known. */
  line: number | null;
}

/** One problem as a person reads it (spec API-96). */
export function formatProblem({ message, pointer, line }: DocumentProblem): string {
  const places = [line === null ? null : `line ${line}`, pointer === null || pointer === '#' ? null : pointer];
  const place = places.filter((one) => one !== null).join(', ');
  return place ? `${message} (${place})` : message;
}

export function hasErrors(problems: readonly DocumentProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

export function documentError(code: string, message: string, line: number | null = null, pointer: string | null = null): DocumentProblem {
  return { severity: 'error', code, message, pointer, line };
}
