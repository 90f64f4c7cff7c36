/** An expression that cannot be read or evaluated. The message is fit for the person who wrote it. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly code = 'expression';
  /** Where in the expression's text, counted in UTF-16 units from 0. */
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

/** The message when an expression takes too many steps (spec EXPR-06). */
export const RECURSION_FOUND = 'Recursion found';

/** Bounds of one expression. */
export const expressionLimits = {
  /** Spec EXPR-06: parts, members, calls and arguments of one text. */
  parseSteps: 3_000,
  /** Calls and computed members inside one another. */
  depth: 64,
  /** Characters that one evaluation may make. */
  resultLength: 12_000_000,
} as const;
