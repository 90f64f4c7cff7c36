import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareValues } from '../comparing/condition-operators.ts';
import { type ConditionOperator, conditionOperators } from '../model/values.ts';
import { ExpressionError } from '../values/expression-error.ts';
import type { ExpressionScope } from '../values/scope.ts';
import { evaluateConditionGroup } from './evaluate-condition.ts';

/** left, operator, right, holds */
const table: [unknown, ConditionOperator, unknown, boolean][] = [
  [null, 'Empty', null, true],
  [undefined, 'Empty', null, true],
  ['', 'Empty', null, true],
  [' \n', 'Empty', null, true],
  [[], 'Empty', null, true],
  [{}, 'Empty', null, true],
  [0, 'Empty', null, false],
  [false, 'Empty', null, false],
  ['x', 'Empty', null, false],
  [null, 'NotEmpty', null, false],
  [[0], 'NotEmpty', null, true],
  [0, 'NotEmpty', null, true],

  [250, 'Equals', '250', true],
  [250, 'Equals', '250.0', true],
  ['1e3', 'Equals', 1000, false],
  ['12E5', 'Equals', '1200000', false],
  ['12E5', 'Equals', 1_200_000, false],
  ['1e+21', 'Equals', 1e21, true],
  ['1.10', 'Equals', '1.1', false],
  ['1.10', 'Equals', 1.1, true],
  [' 5', 'Equals', '5', false],
  ['0x10', 'Equals', '16', false],
  ['.5', 'Equals', 0.5, false],
  ['12E5', 'LessThan', '13', true],
  ['90.00', 'LessThan', '100.0', true],
  ['007', 'Equals', '7', false],
  ['12345678901234567890', 'Equals', '12345678901234567891', false],
  ['a', 'Equals', 'A', false],
  [true, 'Equals', 'True', true],
  [false, 'Equals', '', false],
  [null, 'Equals', '', true],
  [null, 'Equals', 0, false],
  ['2026-11-21', 'Equals', '2026-11-21T02:00:00+02:00', true],
  ['2026-02-30', 'Equals', '2026-03-02', false],
  [{ a: 1, b: [2] }, 'Equals', { b: [2], a: 1 }, true],
  [{ a: 1 }, 'Equals', { a: 2 }, false],
  [[1, 2], 'Equals', [2, 1], false],
  [[1, 2], 'Equals', '[1,2]', true],
  [' 250 ', 'Equals', 250, true],
  ['+250', 'Equals', 250, false],
  ['1,000', 'Equals', 1000, false],
  ['0x10', 'Equals', 16, false],
  ['-0', 'Equals', 0, true],
  ['1e400', 'Equals', '1e500', false],
  ['1e400', 'Equals', '1e400', true],
  [true, 'Equals', 1, false],
  ['2026-11-21', 'Equals', 1_795_219_200_000, false],
  ['2026-11-21T00:00:00.000Z', 'Equals', '2026-11-21 00:00', true],
  [[1], 'Equals', ['1'], false],
  [{}, 'Equals', [], false],
  [JSON.parse('{"__proto__": 1}'), 'Equals', {}, false],
  [250, 'NotEquals', '251', true],
  [null, 'NotEquals', 'x', true],

  [9, 'LessThan', '10', true],
  ['9', 'LessThan', '10', true],
  ['b9', 'LessThan', 'b10', false],
  [10, 'LessThan', 10, false],
  [10, 'LessThanOrEqual', '10', true],
  ['-12', 'LessThan', '-2', true],
  ['-2', 'LessThan', 1, true],
  ['2026-12-31T23:30:00-01:00', 'GreaterThan', '2027-01-01', true],
  ['21.11.2026', 'GreaterThan', '3.1.2027', false],
  [true, 'GreaterThan', false, true],
  [null, 'LessThan', 1, false],
  [null, 'LessThanOrEqual', null, false],
  [250, 'GreaterThan', '100', true],
  [-1, 'GreaterThan', '-2', true],
  ['99999999999999999999', 'GreaterThan', '99999999999999999998', true],
  ['9007199254740993', 'GreaterThan', 9007199254740992, true],
  [`1${'0'.repeat(400)}`, 'GreaterThan', '25.5', true],
  ['abc', 'GreaterThan', 'abb', true],
  ['2026-11-21T10:00:00Z', 'GreaterThan', '2026-11-21T11:30:00+02:00', true],
  [[5], 'GreaterThan', 1, false],
  ['', 'GreaterOrEqual', 0, false],
  [5, 'GreaterOrEqual', 5, true],
  ['2026-11-21', 'GreaterOrEqual', '2026-11-22', false],

  ['a big order', 'Contains', 'big', true],
  ['a big order', 'Contains', 'Big', false],
  ['abc', 'Contains', '', false],
  [['a', 'b'], 'Contains', 'b', true],
  [[1, 2], 'Contains', '2', true],
  [['ab'], 'Contains', 'a', false],
  [[{ id: 1 }], 'Contains', { id: 1 }, true],
  [{ id: 1 }, 'Contains', 'id', true],
  [{ id: 1 }, 'Contains', 'toString', false],
  [12345, 'Contains', '34', true],
  [null, 'Contains', 'x', false],
  [null, 'NotContains', 'x', true],
  ['abc', 'NotContains', 'b', false],
  [[], 'NotContains', 'x', true],

  ['order-1', 'StartsWith', 'order', true],
  ['order-1', 'StartsWith', '', false],
  [['a', 'b'], 'StartsWith', 'a', true],
  [123, 'StartsWith', '12', true],
  ['file.json', 'EndsWith', '.json', true],
  [['a', 'b'], 'EndsWith', 'a', false],
  [[], 'EndsWith', null, false],
  [null, 'EndsWith', 'x', false],

  [true, 'IsTrue', null, true],
  ['TRUE', 'IsTrue', null, true],
  [1, 'IsTrue', null, true],
  ['yes', 'IsTrue', null, false],
  [null, 'IsTrue', null, false],
  [false, 'IsFalse', null, true],
  ['False', 'IsFalse', null, true],
  [0, 'IsFalse', null, true],
  [null, 'IsFalse', null, true],
  ['no', 'IsFalse', null, false],
];

describe('conditions', () => {
  test.each(table)('%j %s %j is %s', (left, operator, right, holds) => {
    expect(compareValues(left, operator, right)).toBe(holds);
  });

  test('HOSTILE 16: numbers of a million digits and payloads nested 50,000 deep are compared at once and without an error', () => {
    const digits = '9'.repeat(1_000_000);
    expect(compareValues(`${digits}1`, 'GreaterThan', `${digits}0`)).toBe(true);
    expect(compareValues(`-${digits}1`, 'LessThan', `-${digits}0`)).toBe(true);
    const deep = (bottom: unknown) => {
      let value = bottom;
      for (let level = 0; level < 50_000; level += 1) value = [value];
      return value;
    };
    expect(compareValues(deep(1), 'Equals', deep(1))).toBe(true);
    expect(compareValues(deep(1), 'Equals', deep(2))).toBe(false);
  });

  test('whole numbers of any length are ordered numerically', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (left, right) => {
        expect(compareValues(String(left), 'LessThan', String(right))).toBe(left < right);
        expect(compareValues(String(left), 'Equals', String(right))).toBe(left === right);
      }),
    );
  });

  test('has rows for all fourteen operators', () => {
    expect(new Set(table.map(([, operator]) => operator))).toEqual(new Set(conditionOperators));
  });

  test('an operator and its opposite never agree, and ordering is antisymmetric', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(compareValues(left, 'Equals', right)).toBe(!compareValues(left, 'NotEquals', right));
        expect(compareValues(left, 'Equals', right)).toBe(compareValues(right, 'Equals', left));
        expect(compareValues(left, 'Contains', right)).toBe(!compareValues(left, 'NotContains', right));
        expect(compareValues(left, 'Empty', null)).toBe(!compareValues(left, 'NotEmpty', null));
        if (compareValues(left, 'LessThan', right)) expect(compareValues(right, 'LessThan', left)).toBe(false);
        expect(compareValues(left, 'LessThan', right)).toBe(compareValues(right, 'GreaterThan', left));
      }),
    );
  });
});

describe('evaluateConditionGroup', () => {
  const scope: ExpressionScope = { steps: { start: { Payload: { total: 250 } } }, data: {}, consts: {}, now: () => new Date(0) };
  const big = { leftExpression: '$Steps["start"].Payload.total', operator: 'GreaterThan', rightExpression: '100' } as const;
  const small = { ...big, operator: 'LessThan' } as const;
  const broken = { ...big, leftExpression: '$Steps["nowhere"].Payload' } as const;

  test('chooses the group from docs/workflow-format.md', () => {
    expect(evaluateConditionGroup({ logicalOperator: 'And', conditions: [big] }, scope)).toBe(true);
  });

  test('a group without conditions holds', () => {
    expect(evaluateConditionGroup({}, scope)).toBe(true);
    expect(evaluateConditionGroup({ logicalOperator: 'Or', conditions: [] }, scope)).toBe(true);
  });

  test('And needs all and is the default; Or needs one', () => {
    expect(evaluateConditionGroup({ conditions: [big, small] }, scope)).toBe(false);
    expect(evaluateConditionGroup({ logicalOperator: 'And', conditions: [big, small] }, scope)).toBe(false);
    expect(evaluateConditionGroup({ logicalOperator: 'Or', conditions: [small, big] }, scope)).toBe(true);
    expect(evaluateConditionGroup({ logicalOperator: 'Or', conditions: [small, small] }, scope)).toBe(false);
  });

  test('stops as soon as the result is known', () => {
    expect(evaluateConditionGroup({ logicalOperator: 'Or', conditions: [big, broken] }, scope)).toBe(true);
    expect(evaluateConditionGroup({ logicalOperator: 'And', conditions: [small, broken] }, scope)).toBe(false);
    expect(() => evaluateConditionGroup({ conditions: [big, broken] }, scope)).toThrow(ExpressionError);
  });

  test('a unary operator needs no right side', () => {
    const condition = { leftExpression: '$Steps["start"].Payload.gone', operator: 'Empty' } as const;
    expect(evaluateConditionGroup({ conditions: [condition] }, scope)).toBe(true);
    const leftOver = { ...condition, rightExpression: '${not an expression' };
    expect(evaluateConditionGroup({ conditions: [leftOver] }, scope)).toBe(true);
  });
});

describe('a number written by the author', () => {
  const holds = (value: unknown, operator: ConditionOperator, rightExpression: string) =>
    evaluateConditionGroup({ conditions: [{ leftExpression: '$Data.value', operator, rightExpression }] }, {
      steps: {},
      data: { value },
      consts: {},
      now: () => new Date(0),
    } as ExpressionScope);

  test.each([
    ['100.00', 'Equals', '100', true],
    ['100', 'Equals', ' 100.0 ', true],
    [100, 'Equals', '100', true],
    ['0100', 'Equals', '100', false],
    ['12E5', 'Equals', '1200000', false],
    ['12345678901234567890', 'Equals', '12345678901234567891', false],
    ['90.00', 'GreaterThan', '100', false],
  ] as const)('%j %s %s is %s', (value, operator, written, expected) => {
    expect(holds(value, operator, written)).toBe(expected);
  });
});
