import type { MeteredScope } from '../expressions/scope.ts';
import type { WorkBudget } from '../work/work-budget.ts';

/** Groups of the value selector, in its order. Dates, Currency and Strings hold what the specification names (spec EXPR-08..10). */
export const formulaGroups = ['Dates', 'Currency', 'Strings', 'More dates', 'Text', 'Numbers', 'Lists', 'Conditions', 'Encoding'] as const;
export type FormulaGroup = (typeof formulaGroups)[number];

/** Everything that Portage knows of one formula. */
export interface Formula {
  name: string;
  label: string;
  group: FormulaGroup;
  signature: string;
  /** Arguments that must be there, and how many there may be. */
  arity: { min: number; max: number };
  /** The text that choosing the formula inserts (spec EXPR-11). It works as it stands; the middle is what a person changes first. */
  firstForm: readonly [before: string, argument: string, after: string];
  /** A formula gives null when its first argument is missing, so that an absent value stays absent. This one does not. */
  takesMissing?: true;
  /** Its result is an exact amount as text, which JSON can hold as a number: `{"total": ${sumOf(…)}}`. */
  givesAmount?: true;
  /**
   * A call is charged for the characters and entries of its arguments and of its result. What takes longer than to read each once
   * charges `work` by itself, before or while it works.
   *
   * @throws ArgumentFault when an argument does not fit, BudgetExceeded.
   */
  evaluate(values: readonly unknown[], work: WorkBudget, scope: MeteredScope): unknown;
}

/** A formula that works out only the arguments it needs. */
export interface LazyFormula extends Omit<Formula, 'evaluate'> {
  evaluateLazily(values: readonly (() => unknown)[], work: WorkBudget): unknown;
}
