import { describe, expect, it } from 'vitest';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { samplePayloadOf } from './sample-payload.ts';

const withSample = (payloadSampleJson?: string) =>
  [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', ...(payloadSampleJson === undefined ? {} : { payloadSampleJson }) },
  ] as WorkflowStep[];

describe('the sample of a trigger', () => {
  it('is a value once it is JSON', () => {
    expect(samplePayloadOf(withSample(' {"lines": [1]} '))).toEqual({ lines: [1] });
    expect(samplePayloadOf(withSample('0'))).toBe(0);
  });

  it.each([undefined, '', '   ', '{"lines": '])('is nothing when it is %j', (sample) => {
    expect(samplePayloadOf(withSample(sample))).toBeUndefined();
  });

  it('is nothing without a trigger', () => {
    expect(samplePayloadOf([])).toBeUndefined();
  });
});
