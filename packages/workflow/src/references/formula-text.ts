import { type FormulaName, findFormula } from '../formulas/formula-table.ts';
import type { FormulaText } from './insert-reference.ts';

/** The text inserted when a formula is chosen (spec EXPR-11). */
export function formulaText(name: FormulaName): FormulaText {
  const [before, argument, after] = findFormula(name)?.firstForm ?? ['', '', ''];
  return { text: before + argument + after, argumentStart: before.length, argumentEnd: before.length + argument.length };
}
