import type { MeteredScope } from '../values/scope.ts';
import type { WorkBudget } from '../work/work-budget.ts';

/** Groups of the value selector, in order. Dates, Currency and Strings contain what the specification names (spec EXPR-08..10). */
export const formulaGroups = ['Dates', 'Currency', 'Strings', 'More dates', 'Text', 'Numbers', 'Lists', 'Conditions', 'Encoding'] as const;
export type FormulaGroup = (typeof formulaGroups)[number];

export interface Formula {
  name: string;
  label: string;
  signature: string;
  /** One line for people: what the formula gives. */
  description: string;
  /** More words that find the formula, separated by blanks. */
  synonyms: string;
  /** A call with the orders of formulas.test.ts as `$Data`, and its result: text as it is, anything else as JSON. */
  example: { expression: string; result: string };
  /** A call in words, from the words of its arguments: "orders where status = open". Without it, a call reads as its first argument. */
  inWords?: (values: readonly string[]) => string;
  arity: { min: number; max: number };
  /** The text inserted when the formula is chosen (spec EXPR-11). It works as it is; the middle is what a person changes first. */
  firstForm: readonly [before: string, argument: string, after: string];
  /** Most formulas give null when their first argument is missing, so that an absent value stays absent. This one doesn't. */
  takesMissing?: true;
  /** Its result is an exact amount as text, which JSON can represent as a number: `{"total": ${sumOf(…)}}`. */
  givesAmount?: true;
  /**
   * A call is charged for the characters and entries of its arguments and its result. Work beyond reading each once charges `work` itself,
   * before or during it.
   *
   * @throws ArgumentFault for an invalid argument, BudgetExceeded.
   */
  evaluate(values: readonly unknown[], work: WorkBudget, scope: MeteredScope): unknown;
}

/** A formula that evaluates only the arguments it needs. */
export interface LazyFormula extends Omit<Formula, 'evaluate'> {
  evaluateLazily(values: readonly (() => unknown)[], work: WorkBudget): unknown;
}
