export type ProblemSeverity = 'error' | 'warning';

/** Something about a document that its author should know. */
export interface DocumentProblem {
  severity: ProblemSeverity;
  /** Stable, for tests and grouping. */
  code: string;
  message: string;
  /** JSON pointer of the position, `#/paths/~1pets`; null if the text couldn't be read that far. */
  pointer: string | null;
  /** Counted from 1; null if unknown. */
  line: number | null;
}

/** A problem as people read it (spec API-96). */
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
