import { dataLimits } from '@portage/contracts';
import { defaultLimits } from '@portage/sandbox';
import { expressionLimits } from '@portage/workflow';
import { expect, test } from 'vitest';

test('everything a webhook accepts fits the later limits, and the sandbox has the documented ones', () => {
  const { webhookBodyBytes, requestBytes, valueBytes, scriptInputBytes, scriptOutputBytes, scriptMemoryBytes } = dataLimits;
  for (const limit of [requestBytes, valueBytes, scriptInputBytes, expressionLimits.resultLength]) {
    expect(limit).toBeGreaterThan(webhookBodyBytes);
  }
  expect(defaultLimits).toMatchObject({ inputBytes: scriptInputBytes, outputBytes: scriptOutputBytes, memoryBytes: scriptMemoryBytes });
});
