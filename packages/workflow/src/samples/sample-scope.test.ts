import { describe, expect, test } from 'vitest';
import { availableReferences } from '../references/available-references.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { orderExample } from '../testing/index.ts';
import type { StepValues } from '../values/scope.ts';
import { mergeSamples } from './merge-samples.ts';
import { sampleScope } from './sample-scope.ts';

const order = (orderExample.steps as WorkflowStep[]).map((step) =>
  step.type === 'Trigger' ? { ...step, payloadSampleJson: '{"id": "A-1", "total": 250, "lines": [{"sku": "ABC"}]}' } : step,
);

function scopeFor(
  stepId: string,
  results: Record<string, StepValues> = {},
  steps: readonly WorkflowStep[] = order,
  loopItems: Record<string, StepValues> = {},
) {
  return sampleScope({
    available: availableReferences(steps, stepId),
    results,
    loopItems,
    storedData: {},
    consts: { WorkflowId: 'w1' },
    stepNames: new Set(steps.map((step) => step.stepId)),
    now: () => new Date('2026-11-21T04:30:15.123Z'),
  });
}

describe('sampleScope', () => {
  test('uses the trigger’s sample (HOOK-05), the first item of a loop’s collection, and stored values', () => {
    const { steps, data } = scopeFor('price');
    expect(steps.start?.Payload).toMatchObject({ total: 250 });
    expect(steps.each).toEqual({ CurrentItem: { sku: 'ABC' }, CurrentIndex: 0 });
    expect(data).toMatchObject({ lastOrder: 'A-1' });
  });

  test('uses a loop’s known item instead of the first one, only inside the loop', () => {
    const failed = { each: { CurrentItem: { sku: 'XYZ' }, CurrentIndex: 4 } };
    expect(scopeFor('price', {}, order, failed).steps.each).toEqual(failed.each);
    expect(scopeFor('tell', {}, order, failed).steps.each?.CurrentItem).toBeUndefined();
  });

  test('uses one iteration’s sample for a loop’s results, before a run has any', () => {
    const collecting = order.map((step) => (step.type === 'Loop' ? { ...step, resultExpression: '$Steps["each"].CurrentItem.sku' } : step));
    expect(scopeFor('wait', {}, collecting).steps.each).toEqual({ Results: ['ABC'] });
    expect(scopeFor('wait', { each: { Results: ['X', null] } }, collecting).steps.each).toEqual({ Results: ['X', null] });
  });

  test('prefers a result, and completes it from the sample', () => {
    const { steps } = scopeFor('price', { start: { Payload: { total: 9, lines: [] }, Method: 'POST' } });
    expect(steps.start).toEqual({ Payload: { id: 'A-1', total: 9, lines: [{ sku: 'ABC' }] }, Method: 'POST' });
  });

  test('knows what approvals, schedules and calls that don’t wait return before they ran', () => {
    const steps: WorkflowStep[] = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Scheduled', nextStepId: 'ask' },
      { stepId: 'ask', type: 'WaitForApproval', subject: 'Ship?', nextStepId: 'call' },
      { stepId: 'call', type: 'CallWorkflow', workflowId: 'w2', doNotWait: true, nextStepId: 'tell' },
      { stepId: 'tell', type: 'CustomScript', script: 'return 1' },
    ];
    const before = scopeFor('tell', {}, steps).steps;
    expect(before.start?.Payload).toEqual({ scheduledAt: expect.any(String) });
    expect(before.ask?.Response).toMatchObject({ decision: 'Approved', by: expect.any(String), comment: '', at: expect.any(String) });
    expect(before.call?.Response).toEqual({ runId: '' });
    const expired = { Response: { decision: 'Expired', by: null, comment: '', at: '2026-02-01T00:00:00.000Z' } };
    expect(scopeFor('tell', { ask: expired }, steps).steps.ask).toEqual(expired);
  });

  test('ignores a sample that is not JSON', () => {
    const broken = order.map((step) => (step.type === 'Trigger' ? { ...step, payloadSampleJson: '{"id": ' } : step));
    expect(scopeFor('price', {}, broken).steps.start).toBeUndefined();
  });

  test('HOSTILE 9: sample keys named like object internals stay plain keys', () => {
    const merged = mergeSamples(JSON.parse('{"__proto__": {"a": 1}}'), JSON.parse('{"b": 2, "__proto__": {"c": 3}}')) as object;
    expect(Object.keys(merged)).toEqual(expect.arrayContaining(['b', '__proto__']));
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});
