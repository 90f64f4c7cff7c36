import { describe, expect, test } from 'vitest';
import type { EditorStep } from '../state/editor-state.ts';
import { addFollowUp, listFollowUps } from './follow-up.ts';
import { neighborOf } from './neighbor-of.ts';

const steps: EditorStep[] = [
  { clientId: '1', stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'each' },
  { clientId: '2', stepId: 'each', type: 'Loop', loopFirstStepId: 'inside', nextStepId: 'last' },
  { clientId: '3', stepId: 'last', type: 'CustomScript', script: '', nextStepId: null },
  { clientId: '4', stepId: 'inside', type: 'CustomScript', script: '', nextStepId: null },
  { clientId: '5', stepId: 'apart', type: 'CustomScript', script: '', nextStepId: null },
];

describe('a step that follows from a value', () => {
  test('is a loop for a list, and a branch for true, false and decisions', () => {
    expect([[1], [], true, false, 'Approved', 'Rejected'].map(listFollowUps)).toEqual([
      ['loop'],
      ['loop'],
      ['branch'],
      ['branch'],
      ['branch'],
      ['branch'],
    ]);
    expect(['approved', 1, null, undefined, {}].map(listFollowUps)).toEqual([[], [], [], [], []]);
  });

  test('comes after the open step and uses the value', () => {
    const settings = { stepId: 'last', keys: ['last', 'Response', 'my items'], value: [1], makeId: () => 'new' };
    const { steps: changed, clientId } = addFollowUp(steps, 'loop', settings);
    const loop = changed.find((step) => step.clientId === clientId);
    expect(loop).toMatchObject({ type: 'Loop', listContextDataEntityName: '$Steps["last"].Response["my items"]' });
    expect(changed.find(({ stepId }) => stepId === 'last')).toMatchObject({ nextStepId: loop?.stepId });
  });

  test.each([
    [true, { operator: 'IsTrue' }],
    ['Rejected', { operator: 'Equals', rightExpression: 'Approved' }],
  ])('branches on %s', (value, condition) => {
    const settings = { stepId: 'last', keys: ['last', 'Response', 'decision'], value, makeId: () => 'new' };
    const { steps: changed } = addFollowUp(steps, 'branch', settings);
    expect(changed.find(({ type }) => type === 'Branch')).toMatchObject({
      conditionGroups: [
        { name: 'Yes', conditions: [{ leftExpression: '$Steps["last"].Response.decision', ...condition }] },
        { name: 'No' },
      ],
    });
  });
});

test('the next step is the next one in reading order, into loops and to unconnected steps', () => {
  const order = ['1', '2', '4', '3', '5'];
  expect(order.map((id) => neighborOf(steps, id, 1))).toEqual(['2', '4', '3', '5', null]);
  expect(order.map((id) => neighborOf(steps, id, -1))).toEqual([null, '1', '2', '4', '3']);
});
