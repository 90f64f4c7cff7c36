import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, it } from 'vitest';
import { curlCommand, sampleBodyOf } from './curl-command.ts';

const triggerWith = (payloadSampleJson?: string) =>
  [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', payloadSampleJson }] as WorkflowStep[];

describe('the ready-made call of a webhook', () => {
  it('posts the sample of the trigger', () => {
    expect(sampleBodyOf(triggerWith('{ "total": 180 }'))).toBe('{"total":180}');
  });

  it.each([undefined, '', 'not JSON'])('posts a plain body when the sample is %j', (sample) => {
    expect(sampleBodyOf(triggerWith(sample))).toBe('{"id": 1}');
    expect(sampleBodyOf([])).toBe('{"id": 1}');
  });

  it('closes and opens the quotes again around each quote of the body', () => {
    expect(curlCommand('http://x.test/', `it's`)).toBe(
      "curl -X POST http://x.test/ \\\n  -H 'content-type: application/json' \\\n  -d 'it'\\''s'",
    );
  });
});
