import { availableReferences, sampleScope, type WorkflowStep } from '@portage/workflow';
import { orderExample } from '@portage/workflow/testing';
import { describe, expect, test } from 'vitest';
import { previewValue } from './preview-value.ts';

const order = (orderExample.steps as WorkflowStep[]).map((step) =>
  step.type === 'Trigger' ? { ...step, payloadSampleJson: '{"id": "A-1", "total": 250, "lines": [{"sku": "ABC"}]}' } : step,
);

function scopeFor(stepId: string) {
  return sampleScope({
    available: availableReferences(order, stepId),
    results: {},
    loopItems: {},
    storedData: {},
    consts: { WorkflowId: 'w1' },
    stepNames: new Set(order.map((step) => step.stepId)),
    now: () => new Date('2026-11-21T04:30:15.123Z'),
  });
}

describe('previewValue', () => {
  const scope = scopeFor('tell');

  test('evaluates like a run', () => {
    expect(previewValue('$Steps["start"].Payload.total', 'expression', scope)).toEqual({ state: 'value', value: 250, isText: false });
    expect(previewValue('Sum ${Steps["start"].Payload.total}', 'expression', scope)).toMatchObject({ value: 'Sum 250' });
    expect(previewValue('{"id": "$Steps["start"].Payload.id", "x": $Steps["start"].Payload.lines}', 'json', scope)).toMatchObject({
      value: '{"id": "A-1", "x": [{"sku":"ABC"}]}',
    });
    expect(previewValue('https://x.example/s?q=$Steps["start"].Payload.lines', 'address', scope)).toMatchObject({
      value: expect.stringContaining('https://x.example/s?q=%5B'),
      isText: true,
    });
    expect(previewValue('${addDays(utcNow(), 1)}', 'formula', scope)).toMatchObject({ value: '2026-11-22T04:30:15.123Z' });
  });

  test('is empty for plain text, and reports that no value is known', () => {
    expect(previewValue('5 dollars', 'expression', scope)).toEqual({ state: 'plain' });
    expect(previewValue('$Steps["price"].Response', 'expression', scope)).toEqual({ state: 'unknown', stepNames: ['price'] });
    expect(previewValue('$Steps["start"].Payload.nothing', 'expression', scope)).toMatchObject({ state: 'value', value: null });
  });

  test('names the problem', () => {
    expect(previewValue('${', 'expression', scope)).toMatchObject({ state: 'error' });
  });
});
