import { isSameJson } from '@portage/primitives/json';
import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { findTriggerType, startingSteps, stepsToStore } from './workflow-steps.ts';

function idMaker() {
  let count = 0;
  return () => `id-${++count}`;
}

describe('stepsToStore', () => {
  const script: WorkflowStep = { stepId: 'calc', type: 'CustomScript', script: 'return 1' };

  test('gives every step its own id', () => {
    expect(stepsToStore([...startingSteps('Manual', new Date(0)), script], [], idMaker()).map(({ clientId }) => clientId)).toEqual([
      'id-1',
      'id-2',
    ]);
  });

  test('changes nothing if the same steps come again without their ids', () => {
    const stored = stepsToStore([...startingSteps('Manual', new Date(0)), script], [], idMaker());
    expect(
      isSameJson(
        stepsToStore([...startingSteps('Manual', new Date(0)), script], stored, () => 'new'),
        stored,
      ),
    ).toBe(true);
  });

  test('doesn’t pass an id on to a second step when a step was renamed', () => {
    const stored = stepsToStore([script], [], idMaker());
    const renamed = { ...script, clientId: 'id-1', stepId: 'sum' };
    const added: WorkflowStep = { stepId: 'calc', type: 'CustomScript', script: 'return 2' };
    expect(stepsToStore([renamed, added], stored, () => 'new').map(({ clientId }) => clientId)).toEqual(['id-1', 'new']);
  });
});

describe('isSameJson', () => {
  test('ignores key order and absent values', () => {
    expect(isSameJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
    expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  });

  test.each([
    [{ a: 1 }, { a: 2 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    [{ a: null }, {}],
    ['1', 1],
  ])('distinguishes %j from %j', (left, right) => {
    expect(isSameJson(left, right)).toBe(false);
  });
});

test('reads the trigger type from the trigger step, wherever it is', () => {
  expect(findTriggerType([{ stepId: 'x', type: 'CustomScript', script: '' }, ...startingSteps('Webhook', new Date(0))])).toBe('Webhook');
  expect(findTriggerType([])).toBeNull();
});
