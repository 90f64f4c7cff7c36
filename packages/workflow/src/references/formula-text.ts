import type { FormulaName } from '../formulas/formula-table.ts';
import type { FormulaText } from './insert-reference.ts';

/** How each formula is first written: it works as it stands, and its first argument is what a person changes first. */
const firstForms: Record<FormulaName, [before: string, argument: string, after: string]> = {
  utcNow: ['utcNow()', '', ''],
  utcToday: ['utcToday()', '', ''],
  addDays: ['addDays(', 'utcNow()', ', 1)'],
  addHours: ['addHours(', 'utcNow()', ', 1)'],
  addMinutes: ['addMinutes(', 'utcNow()', ', 1)'],
  formatDate: ['formatDate(', 'utcNow()', ', "yyyy-MM-dd")'],
  formatDateIso: ['formatDateIso(', 'utcNow()', ')'],
  formatDateUnixSecs: ['formatDateUnixSecs(', 'utcNow()', ')'],
  amountFromCents: ['amountFromCents(', '0', ')'],
  toLowerCase: ['toLowerCase(', '""', ')'],
  toUpperCase: ['toUpperCase(', '""', ')'],
  subString: ['subString(', '""', ', 0, 10)'],
  nullIfEmpty: ['nullIfEmpty(', '""', ')'],
  add: ['add(', '0', ', 0)'],
  subtract: ['subtract(', '0', ', 0)'],
  multiply: ['multiply(', '0', ', 1)'],
  divide: ['divide(', '0', ', 1)'],
  positive: ['positive(', '0', ')'],
  nonZero: ['nonZero(', '0', ')'],
  sumOf: ['sumOf(', 'null', ', "price", "quantity")'],
  having: ['having(', 'null', ', "id")'],
  ifEqual: ['ifEqual(', '""', ', "", "")'],
  firstFilled: ['firstFilled(', '""', ', "")'],
  joinTexts: ['joinTexts(" ", ', '""', ', "")'],
};

/** The text that choosing a formula inserts (spec EXPR-11). */
export function formulaText(name: FormulaName): FormulaText {
  const [before, argument, after] = firstForms[name];
  return { text: before + argument + after, argumentStart: before.length, argumentEnd: before.length + argument.length };
}
