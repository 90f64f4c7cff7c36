import { calendarFormulas } from './calendar-formulas.ts';
import { conditionFormulas } from './condition-formulas.ts';
import { currencyFormulas } from './currency-formulas.ts';
import { dateFormulas } from './date-formulas.ts';
import { encodingFormulas } from './encoding-formulas.ts';
import { type Formula, type FormulaGroup, formulaGroups, type LazyFormula } from './formula.ts';
import { listFormulas } from './list-formulas.ts';
import { numberFormulas } from './number-formulas.ts';
import { stringFormulas } from './string-formulas.ts';
import { textFormulas } from './text-formulas.ts';

const groups = {
  Dates: dateFormulas,
  Currency: currencyFormulas,
  Strings: stringFormulas,
  'More dates': calendarFormulas,
  Text: textFormulas,
  Numbers: numberFormulas,
  Lists: listFormulas,
  Conditions: conditionFormulas,
  Encoding: encodingFormulas,
} as const satisfies Record<FormulaGroup, readonly (Formula | LazyFormula)[]>;

export type FormulaName = (typeof groups)[FormulaGroup][number]['name'];
export type NamedFormula = (Formula | LazyFormula) & { name: FormulaName; group: FormulaGroup };

/** What the editor offers, the parser knows and runs evaluate (spec EXPR-08..11). A formula is one entry in one of these files. */
export const formulas: readonly NamedFormula[] = formulaGroups.flatMap((group) => groups[group].map((formula) => ({ ...formula, group })));

export const formulaNames: readonly string[] = formulas.map((formula) => formula.name);

const byName = new Map<string, NamedFormula>(formulas.map((formula) => [formula.name, formula]));

export function findFormula(name: string): NamedFormula | undefined {
  return byName.get(name);
}

/** The formulas whose label, signature, description or synonyms contain every word, in any order and case. */
export function findFormulas(words: string): NamedFormula[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return formulas.filter(({ label, signature, description, synonyms }) => {
    const readable = `${label} ${signature} ${description} ${synonyms}`.toLowerCase();
    return wanted.every((word) => readable.includes(word));
  });
}
