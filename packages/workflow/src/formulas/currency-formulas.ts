import { parseExactJson } from '@portage/primitives/exact-json';
import { decimalArgument, decimalText } from './decimal.ts';
import type { Formula } from './formula.ts';

/** The group Currency (spec EXPR-09). */
export const currencyFormulas = [
  {
    name: 'amountFromCents',
    label: 'Amount From Cents',
    signature: 'amountFromCents(cents)',
    arity: { min: 1, max: 1 },
    firstForm: ['amountFromCents(', '0', ')'],
    givesAmount: true,
    evaluate: ([cents]) => {
      const { units, scale } = decimalArgument(cents);
      return parseExactJson(decimalText({ units, scale: scale + 2 }));
    },
  },
] as const satisfies readonly Formula[];
