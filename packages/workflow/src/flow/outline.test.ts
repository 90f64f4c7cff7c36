import { describe, expect, test } from 'vitest';
import { workflowStepsSchema } from '../step-types/workflow-step.ts';
import example from '../testing/design-example.json' with { type: 'json' };
import { findTrigger, indexSteps } from './index-steps.ts';
import { flattenOutline, outlineSteps } from './outline.ts';

const steps = workflowStepsSchema.parse(example.steps);

describe('outlineSteps', () => {
  test('shows the workflow of docs/workflow-format.md in reading order', () => {
    const { chain, unreached } = outlineSteps(steps);
    expect(flattenOutline(chain).map(({ step, depth }) => `${'-'.repeat(depth)}${step.stepId}`)).toEqual([
      'start',
      'each',
      '-price',
      'route',
      '-tell',
      'wait',
      'keep',
      'end',
    ]);
    expect(chain.find(({ step }) => step.stepId === 'route')?.groups?.map(({ name }) => name)).toEqual(['Yes', 'No']);
    expect(unreached).toEqual([]);
  });

  test('stops at a repeated step and lists separately what the trigger does not lead to', () => {
    const circle = workflowStepsSchema.parse([
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'a' },
      { stepId: 'a', type: 'EndStep', nextStepId: 'b' },
      { stepId: 'b', type: 'EndStep', nextStepId: 'a' },
      { stepId: 'lost', type: 'EndStep', nextStepId: 'gone' },
    ]);
    const { chain, unreached } = outlineSteps(circle);
    expect(chain.map(({ step }) => step.stepId)).toEqual(['start', 'a', 'b']);
    expect(unreached.map(({ stepId }) => stepId)).toEqual(['lost']);
  });

  test('reaches nothing in a workflow without a trigger', () => {
    expect(outlineSteps(steps.slice(1))).toMatchObject({ chain: [], unreached: { length: steps.length - 1 } });
    expect(findTrigger(steps.slice(1))).toBeNull();
  });
});

describe('indexSteps', () => {
  test('finds steps by name, the first of two, and none by inherited names', () => {
    const index = indexSteps([...steps, ...steps]);
    expect(index.get('tell')).toBe(steps.find(({ stepId }) => stepId === 'tell'));
    expect(index.get('toString')).toBeUndefined();
  });
});
