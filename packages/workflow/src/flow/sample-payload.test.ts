import { describe, expect, test } from 'vitest';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { readSamplePayload } from './sample-payload.ts';

const withSample = (payloadSampleJson?: string) =>
  [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', ...(payloadSampleJson === undefined ? {} : { payloadSampleJson }) },
  ] as WorkflowStep[];

describe('the payload sample of a trigger', () => {
  test('is a value if it is JSON', () => {
    expect(readSamplePayload(withSample(' {"lines": [1]} '))).toEqual({ lines: [1] });
    expect(readSamplePayload(withSample('0'))).toBe(0);
  });

  test.each([undefined, '', '   ', '{"lines": '])('is undefined for %j', (sample) => {
    expect(readSamplePayload(withSample(sample))).toBeUndefined();
  });

  test('is undefined without a trigger', () => {
    expect(readSamplePayload([])).toBeUndefined();
  });
});
