/** Spec EXPR-08..11: what the editor offers and the parser knows. Names follow from the labels. */
export interface FormulaDescription {
  name: string;
  label: string;
  group: 'Dates' | 'Currency' | 'Strings';
  signature: string;
  /** Arguments that must be there, and how many there may be. */
  arity: { min: number; max: number };
}

export const formulas = [
  { name: 'utcNow', label: 'Utc Now', group: 'Dates', signature: 'utcNow()', arity: { min: 0, max: 0 } },
  { name: 'utcToday', label: 'Utc Today', group: 'Dates', signature: 'utcToday()', arity: { min: 0, max: 0 } },
  { name: 'addDays', label: 'Add/Remove Days', group: 'Dates', signature: 'addDays(date, days)', arity: { min: 2, max: 2 } },
  { name: 'addHours', label: 'Add/Remove Hours', group: 'Dates', signature: 'addHours(date, hours)', arity: { min: 2, max: 2 } },
  { name: 'addMinutes', label: 'Add/Remove Minutes', group: 'Dates', signature: 'addMinutes(date, minutes)', arity: { min: 2, max: 2 } },
  { name: 'formatDate', label: 'Format Date', group: 'Dates', signature: 'formatDate(date, format)', arity: { min: 2, max: 2 } },
  { name: 'formatDateIso', label: 'Format Date ISO', group: 'Dates', signature: 'formatDateIso(date)', arity: { min: 1, max: 1 } },
  {
    name: 'formatDateUnixSecs',
    label: 'Format Date Unix Secs',
    group: 'Dates',
    signature: 'formatDateUnixSecs(date)',
    arity: { min: 1, max: 1 },
  },
  {
    name: 'amountFromCents',
    label: 'Amount From Cents',
    group: 'Currency',
    signature: 'amountFromCents(cents)',
    arity: { min: 1, max: 1 },
  },
  { name: 'toLowerCase', label: 'To Lower Case', group: 'Strings', signature: 'toLowerCase(text)', arity: { min: 1, max: 1 } },
  { name: 'toUpperCase', label: 'To Upper Case', group: 'Strings', signature: 'toUpperCase(text)', arity: { min: 1, max: 1 } },
  { name: 'subString', label: 'SubString', group: 'Strings', signature: 'subString(text, start, length)', arity: { min: 2, max: 3 } },
  { name: 'nullIfEmpty', label: 'Null If Empty', group: 'Strings', signature: 'nullIfEmpty(text)', arity: { min: 1, max: 1 } },
] as const satisfies readonly FormulaDescription[];

export type FormulaName = (typeof formulas)[number]['name'];

export const formulaNames: readonly string[] = formulas.map((formula) => formula.name);
