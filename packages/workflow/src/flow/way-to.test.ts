import { describe, expect, test } from 'vitest';
import { type WorkflowStep, workflowStepsSchema } from '../step-types/workflow-step.ts';
import { wayTo } from './way-to.ts';

const script = (stepId: string, nextStepId: string | null = null) => ({ stepId, type: 'CustomScript', script: 'return 1', nextStepId });

const steps: WorkflowStep[] = workflowStepsSchema.parse([
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'before' },
  { stepId: 'before', type: 'Loop', listContextDataEntityName: '$Data.list', loopFirstStepId: 'inBefore', nextStepId: 'each' },
  script('inBefore'),
  { stepId: 'each', type: 'Loop', listContextDataEntityName: '$Data.list', loopFirstStepId: 'a', nextStepId: 'after' },
  script('a', 'route'),
  {
    stepId: 'route',
    type: 'Branch',
    conditionGroups: [
      { name: 'Yes', conditions: [], nextStepId: 'x' },
      { name: 'No', conditions: [], nextStepId: 'y' },
    ],
  },
  script('x'),
  script('y', 'z'),
  script('z'),
  script('after'),
  script('alone'),
]);

const named = (way: ReturnType<typeof wayTo>) =>
  way && {
    holders: way.holders.map(({ step, group }) => `${step.stepId}.${group}`),
    passed: way.passed.map(({ stepId }) => stepId),
    inside: way.inside.map(({ stepId }) => stepId),
  };

describe('wayTo', () => {
  test('names the loops and groups around a step, what runs before it and the contents of that', () => {
    expect(named(wayTo(steps, 'z'))).toEqual({
      holders: ['each.null', 'route.No'],
      passed: ['start', 'before', 'a', 'y'],
      inside: ['inBefore'],
    });
    expect(named(wayTo(steps, 'after'))).toEqual({
      holders: [],
      passed: ['start', 'before', 'each'],
      inside: ['inBefore', 'a', 'route', 'x', 'y', 'z'],
    });
  });

  test('finds no way to a step that the trigger does not lead to', () => {
    expect(wayTo(steps, 'alone')).toBeNull();
    expect(wayTo(steps, 'nowhere')).toBeNull();
  });
});
