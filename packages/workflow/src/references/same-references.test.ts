import { expect, test } from 'vitest';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { availableReferences } from './available-references.ts';
import { hasSameReferences } from './same-references.ts';

const start: WorkflowStep = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'send' };
const send: WorkflowStep = { stepId: 'send', type: 'HttpRequest', url: 'https://example.com', nextStepId: 'store' };
const store: WorkflowStep = {
  stepId: 'store',
  type: 'DataStorage',
  dataStorageOperation: 'Create',
  scope: 'Workflow',
  keyValues: [{ key: 'total', valueExpression: '1' }],
};
const steps = [start, send, store];

function withStep(changed: WorkflowStep): WorkflowStep[] {
  return steps.map((step) => (step.stepId === changed.stepId ? changed : step));
}

test('a key in a step’s form doesn’t change what the step refers to', () => {
  const typed = withStep({ ...send, url: 'https://example.com/o' });
  expect(hasSameReferences(steps, typed, 'send')).toBe(true);
  expect(availableReferences(typed, 'send')).toEqual(availableReferences(steps, 'send'));
});

test('another step, another position, and data that is stored change it', () => {
  expect(hasSameReferences(steps, withStep({ ...send, url: '' }), 'store')).toBe(false);
  expect(hasSameReferences(steps, withStep({ ...send, nextStepId: null }), 'send')).toBe(false);
  expect(hasSameReferences(steps, withStep({ ...send, isSwitchedOff: true }), 'send')).toBe(false);
  expect(hasSameReferences(steps, [start, send], 'send')).toBe(false);
  expect(hasSameReferences(steps, withStep({ ...store, keyValues: [{ key: 'sum', valueExpression: '1' }] }), 'store')).toBe(false);
});

test('a condition of a branch doesn’t change what the branch refers to, but a new target of a group does', () => {
  const branch = (leftExpression: string, nextStepId: string | null): WorkflowStep => ({
    stepId: 'check',
    type: 'Branch',
    conditionGroups: [{ name: 'Yes', conditions: [{ leftExpression, operator: 'IsTrue' }], nextStepId }],
  });
  expect(hasSameReferences([start, branch('$Data.x', null)], [start, branch('$Data.y', null)], 'check')).toBe(true);
  expect(hasSameReferences([start, branch('$Data.x', null)], [start, branch('$Data.x', 'start')], 'check')).toBe(false);
});
