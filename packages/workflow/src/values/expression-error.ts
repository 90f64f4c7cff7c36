import { BudgetExceeded } from '../work/work-budget.ts';

/** An expression that can't be read or evaluated. The message is for the person who wrote it. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly code = 'expression';
  /** Position in the expression's text, in UTF-16 units from 0. */
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

/** An expression whose values are too large to process at once. `ifError` doesn't catch it. */
export class TooMuchWork extends ExpressionError {}

/**
 * Names what was running when a budget was exceeded.
 *
 * @param name of a formula, or of other work on the values
 * @returns the error to throw: TooMuchWork instead of BudgetExceeded, any other cause itself
 */
export function nameWork(cause: unknown, name: string, position: number): unknown {
  if (!(cause instanceof BudgetExceeded)) return cause;
  return new TooMuchWork(`${name} is too slow with values this large. ${WAY_OUT}`, position);
}

const WAY_OUT = 'Pass in less data, or use a script.';

/** The message when an expression takes too many steps (spec EXPR-06). */
export const RECURSION_FOUND = 'Recursion found';

export const expressionLimits = {
  /** Spec EXPR-06: parts, members, calls and arguments of one text. */
  parseSteps: 3_000,
  /** Nested calls and computed members. */
  depth: 64,
  /** Characters that one evaluation may produce. */
  resultLength: 12_000_000,
} as const;
