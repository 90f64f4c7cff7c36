import type { WorkflowStep } from '@portage/workflow';
import { expect, test } from 'vitest';
import { endingAfter } from './ending-after.ts';

const step = (stepId: string, more: object, nextStepId: string | null = null) => ({ stepId, nextStepId, ...more }) as WorkflowStep;

/** An End step in a branch of a loop, and another in a loop of that branch. */
const steps = (endStepScope: string) => [
  step('start', { type: 'Trigger', triggerType: 'Manual' }, 'each'),
  step('each', { type: 'Loop', loopFirstStepId: 'choose' }, 'after'),
  step('choose', { type: 'Branch', conditionGroups: [{ name: 'A', conditions: [], nextStepId: 'inner' }] }),
  step('inner', { type: 'Loop', loopFirstStepId: 'endInner' }, 'end'),
  step('endInner', { type: 'EndStep', endStepScope }),
  step('end', { type: 'EndStep', endStepScope }),
  step('after', { type: 'CustomScript' }),
];
const scopesAfter = (endStepScope: string, last: string) =>
  endingAfter(steps(endStepScope), last)
    .filter(({ type }) => type === 'EndStep')
    .map((end) => (end as { endStepScope?: string }).endStepScope);

test.each(['Loop', 'LoopIteration'])(
  'an End step inside the last step ends the run if it would continue a surrounding loop: %s',
  (scope) => {
    expect(scopesAfter(scope, 'choose')).toEqual([scope, 'Workflow']);
  },
);

test('an End step that stays inside the last step, or is outside of it, is unchanged', () => {
  expect(scopesAfter('Loop', 'each')).toEqual(['Loop', 'Loop']);
  expect(scopesAfter('Loop', 'inner')).toEqual(['Loop', 'Loop']);
  expect(scopesAfter('Loop', 'end')).toEqual(['Loop', 'Loop']);
});
