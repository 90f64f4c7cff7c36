/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { evaluateExpression } from '../expressions/evaluate-expression.ts';
import { formulas } from './formula-table.ts';

/** The rows of the guide's tables of formulas: signature, label, example, result. */
const rows = readFileSync(new URL('../../../../docs/guide/expressions.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => /^\| `([a-zA-Z0-9]+\(.*?\))` \| ([^|]+) \| `(.+?)` \| (.+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, signature = '', label = '', example = '', result = '']) => ({ signature, label, example, result }));

const scope = {
  steps: {},
  data: { last: 'Lovelace', text: '{', people: [{ name: 'Ann' }, { name: 'Bea' }], type: 'Tip', count: 10, total: 250, name: 'Ann' },
  consts: {},
  now: () => new Date('2026-11-21T04:30:15.123Z'),
};
/** Examples whose result is text that can be compared: `value`, perhaps "the number `value`". */
const exact = rows.flatMap(({ example, result }) => {
  const value = /^(?:the (?:number|text|list) )?`([^`…]*)`/.exec(result)?.[1];
  return value === undefined || value === 'otherwise' || /^`true` (?:or|when)/.test(result) ? [] : [{ example, value }];
});

describe('the guide', () => {
  test('lists each formula with its signature and label', () => {
    expect(rows.map(({ signature, label }) => `${signature}: ${label}`).sort()).toEqual(
      formulas.map(({ signature, label }) => `${signature}: ${label}`).sort(),
    );
  });

  test.each(exact)('says what $example gives: $value', ({ example, value }) => {
    const found = evaluateExpression(`\${${example}}`, scope);
    const text = typeof found === 'string' ? found : JSON.stringify(found);
    expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(value.replaceAll(', "', ',"'));
  });
});
