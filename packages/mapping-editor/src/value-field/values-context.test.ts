import type { WorkflowStep } from '@portage/workflow';
import { expect, test } from 'vitest';
import { makeValues, type StepSamples, type ValuesCache } from './values-context.ts';

const run: StepSamples = { runId: 'r1', values: { start: { Payload: { total: 12 } } }, origins: { start: 'run' }, isReading: () => false };
const stored = {};

function workflow(url: string, startName = 'start'): WorkflowStep[] {
  return [
    { stepId: startName, type: 'Trigger', triggerType: 'Manual', nextStepId: 'send' },
    { stepId: 'send', type: 'HttpRequest', url },
  ];
}

test('keys in a step’s form leave what the step can read as it was, so that nothing made from it is made again', () => {
  const cache: ValuesCache = new Map();
  const before = makeValues({ steps: workflow('h') }, run, stored, cache);
  const [available, scope] = [before.availableOf('send'), before.scopeOf('send')];
  const [start] = before.steps;
  for (const url of ['ht', 'htt']) {
    const steps = workflow(url).map((step) => (step.stepId === 'start' && start ? start : step));
    const now = makeValues({ steps }, run, stored, cache);
    expect(now.availableOf('send')).toBe(available);
    expect(now.scopeOf('send')).toBe(scope);
  }
  expect(scope.steps.start).toEqual({ Payload: { total: 12 } });
});

test('a changed earlier step, other results and other stored data are read at once', () => {
  const cache: ValuesCache = new Map();
  const scope = makeValues({ steps: workflow('h') }, run, stored, cache).scopeOf('send');
  expect(makeValues({ steps: workflow('h', 'begin') }, run, stored, cache).availableOf('send').steps[0]?.step.stepId).toBe('begin');
  const steps = workflow('h');
  const later = { ...run, values: { start: { Payload: { total: 13 } } } };
  expect(makeValues({ steps }, later, stored, cache).scopeOf('send').steps.start).toEqual({ Payload: { total: 13 } });
  expect(makeValues({ steps }, later, { rate: 2 }, cache).scopeOf('send').data.rate).toBe(2);
  expect(scope.data.rate).toBeUndefined();
});
