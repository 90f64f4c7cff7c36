import { describe, expect, test } from 'vitest';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { orderExample } from '../testing/index.ts';
import { referenceProblems } from '../validation/reference-problems.ts';
import { atTurnEnd, availableReferences } from './available-references.ts';

const order = orderExample.steps as WorkflowStep[];

const described = (steps: readonly WorkflowStep[], stepId: string) =>
  availableReferences(steps, stepId).steps.map(({ step, isCertain, values }) => `${isCertain ? '' : '?'}${step.stepId}.${values[0]}`);

describe('availableReferences', () => {
  test('gives the chain before a step, and marks results of earlier loops and branches as uncertain', () => {
    expect(described(order, 'start')).toEqual([]);
    expect(described(order, 'each')).toEqual(['start.Payload']);
    expect(described(order, 'route')).toEqual(['start.Payload', '?price.Response']);
    expect(described(order, 'wait')).toEqual(['start.Payload', '?price.Response', 'route.Response', '?tell.Response']);
  });

  test('gives the current item of the loop around a step', () => {
    expect(described(order, 'price')).toEqual(['start.Payload', 'each.CurrentItem']);
  });

  test('gives the steps inside a loop at the end of an iteration, and its results after it', () => {
    const collecting = order.map((step) => (step.type === 'Loop' ? { ...step, resultExpression: '$Steps["price"].Response' } : step));
    expect(described(collecting, atTurnEnd('each'))).toEqual(['start.Payload', 'each.CurrentItem', 'price.Response']);
    expect(described(collecting, 'wait')).toEqual(['start.Payload', 'each.Results', '?price.Response', 'route.Response', '?tell.Response']);
    expect(described(collecting, 'price')).toEqual(['start.Payload', 'each.CurrentItem']);
  });

  test('gives nothing from another group of the same branch', () => {
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'fork' },
      {
        stepId: 'fork',
        type: 'Branch',
        conditionGroups: [
          { name: 'A', nextStepId: 'a' },
          { name: 'B', nextStepId: 'b' },
        ],
      },
      { stepId: 'a', type: 'CustomScript', script: '' },
      { stepId: 'b', type: 'CustomScript', script: '' },
    ] as WorkflowStep[];
    expect(described(steps, 'b')).toEqual(['start.Payload', 'fork.Response']);
  });

  test('gives the trigger to a step that is not placed yet', () => {
    expect(described(order, 'no such step')).toEqual(['start.Payload']);
  });

  test('gives data stored by an earlier step as certain, and data that outlives the run as possible', () => {
    expect(availableReferences(order, 'end').data).toMatchObject([{ key: 'lastOrder', writtenBy: ['keep'], isCertain: true }]);
    expect(availableReferences(order, 'each').data).toMatchObject([{ key: 'lastOrder', writtenBy: ['keep'], isCertain: false }]);
    const ofRun = order.map((step) => (step.type === 'DataStorage' ? { ...step, scope: 'CurrentRun' as const } : step));
    expect(availableReferences(ofRun, 'each').data).toEqual([]);
  });

  test('terminates with circles and steps that lead nowhere', () => {
    const circle = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'a' },
      { stepId: 'a', type: 'CustomScript', script: '', nextStepId: 'start' },
    ] as WorkflowStep[];
    expect(described(circle, 'a')).toEqual(['start.Payload']);
  });
});

describe('referenceProblems', () => {
  const problems = (text: string, stepId: string, steps: readonly WorkflowStep[] = order) =>
    referenceProblems(text, new Set(steps.map((step) => step.stepId)), availableReferences(steps, stepId)).map(
      ({ start, end, severity, message }) => `${severity} ${text.slice(start, end)}: ${message}`,
    );

  test('accepts references that exist', () => {
    expect(problems('$Steps["start"].Payload.total and ${addDays(Data.lastOrder, 1)} for 5$', 'wait')).toEqual([]);
  });

  test('marks exactly the wrong reference, even inside formulas', () => {
    expect(problems('a ${addDays(Steps["strat"].Payload.day, 1)} b', 'wait')).toEqual([
      'error Steps["strat"].Payload.day: There is no step "strat"',
    ]);
    expect(problems('$Steps["start"].Body', 'wait')[0]).toMatch(/^error \$Steps\["start"\]\.Body: A step has no "Body"/);
  });

  test('marks what has no value yet with a warning', () => {
    expect(problems('$Steps["tell"].Response', 'price')).toEqual([
      'warning $Steps["tell"].Response: "tell" has not run when this step starts',
    ]);
    expect(problems('$Data.nothing', 'wait')).toEqual(['warning $Data.nothing: No step stores data under "nothing"']);
    expect(problems('$Steps["each"].CurrentItem', 'wait')).toEqual([
      'warning $Steps["each"].CurrentItem: "each" has not run when this step starts',
    ]);
    expect(problems('$Steps["start"].Response', 'wait')).toEqual([
      'warning $Steps["start"].Response: "start" has no Response: it has Payload, Headers, Query, Method, RawBody',
    ]);
  });

  test('accepts a step that may have run in the previous iteration', () => {
    const steps = order.map((step) => (step.stepId === 'price' ? { ...step, nextStepId: 'after' } : step));
    steps.push({ stepId: 'after', type: 'CustomScript', script: '' } as WorkflowStep);
    expect(problems('$Steps["after"].Response', 'price', steps)).toEqual([]);
  });

  test('continues after what it cannot read', () => {
    expect(problems('$Step["x"] and $Steps["strat"].Payload and ${', 'wait').map((line) => line.slice(0, 24))).toEqual([
      'error $Step: Unknown nam',
      'error $Steps["strat"].Pa',
      'error ${: The ${ is not ',
    ]);
  });
});
