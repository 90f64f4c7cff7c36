import { type FormulaName, findFormula } from '../formulas/formula-table.ts';

/** A formula's text with the range of the argument that the person fills in first. */
export interface FormulaText {
  text: string;
  argumentStart: number;
  argumentEnd: number;
}

/** The text inserted when a formula is chosen (spec EXPR-11). @param wrapped its first argument, if there is one already */
export function formulaText(name: FormulaName, wrapped?: string): FormulaText {
  const [before, first, after] = findFormula(name)?.firstForm ?? ['', '', ''];
  const argument = first === '' ? first : (wrapped ?? first);
  return { text: before + argument + after, argumentStart: before.length, argumentEnd: before.length + argument.length };
}

/** A formula with a reference as its first argument: `${count(Data.orders)}`. */
export function wrapInFormula(name: FormulaName, reference: string): string {
  return `\${${formulaText(name, reference).text}}`;
}
