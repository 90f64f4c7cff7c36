import { equalValues, isEmptyValue, isTrueValue } from '../comparing/compare-values.ts';
import { compareValues } from '../comparing/condition-operators.ts';
import { ExpressionError, TooMuchWork } from '../values/expression-error.ts';
import type { Formula, LazyFormula } from './formula.ts';
import { isBlank } from './formula-arguments.ts';

/** These formulas compare like the conditions of a branch. */
export const conditionFormulas = [
  {
    name: 'if',
    label: 'If',
    signature: 'if(condition, then, otherwise)',
    arity: { min: 2, max: 3 },
    firstForm: ['if(', 'true', ', "yes", "no")'],
    takesMissing: true,
    evaluateLazily: ([condition, then, otherwise], work) => (isTrueValue(condition?.(), work) ? then?.() : (otherwise?.() ?? null)),
  },
  {
    name: 'ifEqual',
    label: 'If Equal',
    signature: 'ifEqual(value, other, then, otherwise)',
    arity: { min: 3, max: 4 },
    firstForm: ['ifEqual(', '""', ', "", "")'],
    takesMissing: true,
    evaluate: ([value, other, then, otherwise], work) => (equalValues(value, other, work) ? then : (otherwise ?? null)),
  },
  {
    name: 'ifError',
    label: 'If Error',
    signature: 'ifError(value, otherwise)',
    arity: { min: 2, max: 2 },
    firstForm: ['ifError(', 'null', ', "")'],
    takesMissing: true,
    evaluateLazily: ([value, otherwise]) => {
      try {
        return value?.();
      } catch (error) {
        if (error instanceof ExpressionError && !(error instanceof TooMuchWork)) return otherwise?.();
        throw error;
      }
    },
  },
  {
    name: 'firstFilled',
    label: 'First Filled',
    signature: 'firstFilled(value, otherwise)',
    arity: { min: 2, max: 10 },
    firstForm: ['firstFilled(', '""', ', "")'],
    takesMissing: true,
    evaluate: (values) => values.find((value) => !isBlank(value)) ?? null,
  },
  {
    name: 'isEmpty',
    label: 'Is Empty',
    signature: 'isEmpty(value)',
    arity: { min: 1, max: 1 },
    firstForm: ['isEmpty(', 'null', ')'],
    takesMissing: true,
    evaluate: ([value], work) => isEmptyValue(value, work),
  },
  {
    name: 'equals',
    label: 'Equals',
    signature: 'equals(value, other)',
    arity: { min: 2, max: 2 },
    firstForm: ['equals(', '""', ', "")'],
    takesMissing: true,
    evaluate: ([value, other], work) => equalValues(value, other, work),
  },
  {
    name: 'greaterThan',
    label: 'Greater Than',
    signature: 'greaterThan(value, other)',
    arity: { min: 2, max: 2 },
    firstForm: ['greaterThan(', '0', ', 0)'],
    takesMissing: true,
    evaluate: ([value, other], work) => compareValues(value, 'GreaterThan', other, work),
  },
  {
    name: 'lessThan',
    label: 'Less Than',
    signature: 'lessThan(value, other)',
    arity: { min: 2, max: 2 },
    firstForm: ['lessThan(', '0', ', 0)'],
    takesMissing: true,
    evaluate: ([value, other], work) => compareValues(value, 'LessThan', other, work),
  },
  {
    name: 'and',
    label: 'And',
    signature: 'and(condition, condition)',
    arity: { min: 2, max: 20 },
    firstForm: ['and(', 'true', ', true)'],
    takesMissing: true,
    evaluateLazily: (conditions, work) => conditions.every((condition) => isTrueValue(condition(), work)),
  },
  {
    name: 'or',
    label: 'Or',
    signature: 'or(condition, condition)',
    arity: { min: 2, max: 20 },
    firstForm: ['or(', 'true', ', false)'],
    takesMissing: true,
    evaluateLazily: (conditions, work) => conditions.some((condition) => isTrueValue(condition(), work)),
  },
  {
    name: 'not',
    label: 'Not',
    signature: 'not(condition)',
    arity: { min: 1, max: 1 },
    firstForm: ['not(', 'true', ')'],
    takesMissing: true,
    evaluate: ([condition], work) => !isTrueValue(condition, work),
  },
] as const satisfies readonly (Formula | LazyFormula)[];
