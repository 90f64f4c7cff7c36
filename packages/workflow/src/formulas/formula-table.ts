/** Spec EXPR-08..11: what the editor offers and the parser knows. Names of the first three groups follow from the labels. */
export interface FormulaDescription {
  name: string;
  label: string;
  group: 'Dates' | 'Currency' | 'Strings' | 'Numbers' | 'More';
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
  // Beyond the specification: amounts of money, exact to their last digit.
  { name: 'add', label: 'Add', group: 'Numbers', signature: 'add(amount, more)', arity: { min: 2, max: 20 } },
  { name: 'subtract', label: 'Subtract', group: 'Numbers', signature: 'subtract(amount, less)', arity: { min: 2, max: 20 } },
  { name: 'multiply', label: 'Multiply', group: 'Numbers', signature: 'multiply(amount, by)', arity: { min: 2, max: 2 } },
  { name: 'divide', label: 'Divide', group: 'Numbers', signature: 'divide(amount, by)', arity: { min: 2, max: 2 } },
  { name: 'positive', label: 'Positive Or Null', group: 'Numbers', signature: 'positive(amount)', arity: { min: 1, max: 1 } },
  { name: 'nonZero', label: 'Not Zero Or Null', group: 'Numbers', signature: 'nonZero(amount)', arity: { min: 1, max: 1 } },
  { name: 'sumOf', label: 'Sum Of', group: 'Numbers', signature: 'sumOf(list, "path", "path")', arity: { min: 2, max: 4 } },
  { name: 'having', label: 'Having', group: 'More', signature: 'having(list, "path")', arity: { min: 2, max: 2 } },
  { name: 'ifEqual', label: 'If Equal', group: 'More', signature: 'ifEqual(value, other, then, otherwise)', arity: { min: 3, max: 4 } },
  {
    name: 'firstFilled',
    label: 'First Filled',
    group: 'More',
    signature: 'firstFilled(value, otherwise)',
    arity: { min: 2, max: 10 },
  },
  {
    name: 'joinTexts',
    label: 'Join Texts',
    group: 'More',
    signature: 'joinTexts(separator, text, text)',
    arity: { min: 2, max: 10 },
  },
] as const satisfies readonly FormulaDescription[];

export type FormulaName = (typeof formulas)[number]['name'];

export const formulaNames: readonly string[] = formulas.map((formula) => formula.name);
