import type { ConditionGroup } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { conditionWords } from './condition-words.ts';

describe('conditionWords', () => {
  test('says what a group without conditions leaves to the others', () => {
    expect(conditionWords({ name: 'No', conditions: [] }, true)).toBe('otherwise');
    expect(conditionWords({ name: 'Yes' }, false)).toBe('always, which means the options after it are never reached');
  });

  test.each<[string, ConditionGroup]>([
    ['by script', { name: 'x', useScript: true, script: 'return true', conditions: [] }],
    [
      'total > 100 and x is true',
      {
        name: 'x',
        conditions: [
          { leftExpression: '$Steps["start"].Payload.total', operator: 'GreaterThan', rightExpression: '100' },
          { leftExpression: '$Data.x', operator: 'IsTrue' },
        ],
      },
    ],
    [
      '? is true or x = “”',
      {
        name: 'x',
        logicalOperator: 'Or',
        conditions: [
          { leftExpression: ' ', operator: 'IsTrue' },
          { leftExpression: 'x', operator: 'Equals', rightExpression: '' },
        ],
      },
    ],
  ])('says "%s"', (words, group) => {
    expect(conditionWords(group, true)).toBe(words);
  });
});
