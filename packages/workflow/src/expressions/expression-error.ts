import { BudgetExceeded } from '../work/work-budget.ts';

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

/** An expression whose values are too large to work with them at once. `ifError` does not catch it. */
export class TooMuchWork extends ExpressionError {}

/**
 * Names what was at work where a budget is exceeded.
 *
 * @param name of a formula, or of what else works with the values
 * @throws TooMuchWork
 */
export function namingWork<Result>(name: string, position: number, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof BudgetExceeded) throw new TooMuchWork(`${name} needs too much work with values this large. ${WAY_OUT}`, position);
    throw cause;
  }
}

const WAY_OUT = 'Pass on less of them, or use a script.';

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
