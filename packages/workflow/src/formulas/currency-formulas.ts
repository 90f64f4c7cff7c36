import type { Formula } from './formula.ts';
import { numberArgument } from './formula-arguments.ts';

/** The group Currency (spec EXPR-09). */
export const currencyFormulas = [
  {
    name: 'amountFromCents',
    label: 'Amount From Cents',
    group: 'Currency',
    signature: 'amountFromCents(cents)',
    arity: { min: 1, max: 1 },
    firstForm: ['amountFromCents(', '0', ')'],
    evaluate: ([cents]) => numberArgument(cents) / 100,
  },
] as const satisfies readonly Formula[];
