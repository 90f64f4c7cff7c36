import { expressionSpans, type ReferenceProblem } from '@portage/workflow';

export type MarkLook = 'text' | 'reference' | 'formula' | 'value' | 'error' | 'warning';

export interface MarkPiece {
  start: number;
  text: string;
  look: MarkLook;
}

/** Splits an expression into pieces of one look each. @param problems what to mark; the rest of a marked piece keeps its look */
export function markPieces(text: string, problems: readonly ReferenceProblem[]): MarkPiece[] {
  const pieces: MarkPiece[] = [];
  let at = 0;
  function add(end: number, look: MarkLook) {
    if (end > at) pieces.push({ start: at, text: text.slice(at, end), look });
    at = Math.max(at, end);
  }
  for (const span of expressionSpans(text)) {
    add(span.start, 'text');
    const look = span.kind === 'fault' ? 'text' : span.kind;
    for (const problem of problems) {
      if (problem.start < at || problem.end > span.end) continue;
      add(problem.start, look);
      add(problem.end, problem.severity);
    }
    add(span.end, look);
  }
  add(text.length, 'text');
  return pieces;
}
