import { parseExactJson } from '@portage/primitives/exact-json';
import { decimalArgument, decimalText } from './decimal.ts';
import type { Formula } from './formula.ts';

/** The group Currency (spec EXPR-09). */
export const currencyFormulas = [
  {
    name: 'amountFromCents',
    label: 'Amount From Cents',
    signature: 'amountFromCents(cents)',
    description: 'Converts cents to an amount with two more decimals.',
    synonyms: 'money price divide convert',
    example: { expression: 'amountFromCents(1234)', result: '12.34' },
    arity: { min: 1, max: 1 },
    firstForm: ['amountFromCents(', '0', ')'],
    givesAmount: true,
    evaluate: ([cents]) => {
      const { units, scale } = decimalArgument(cents);
      return parseExactJson(decimalText({ units, scale: scale + 2 }));
    },
  },
] as const satisfies readonly Formula[];
