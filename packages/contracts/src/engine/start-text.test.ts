import { expect, test } from 'vitest';
import { toOwnerId } from '../users/owner-id.ts';
import type { StartRunRequest, StartRunResult } from './start-run.ts';
import { startOfText, startResultOfText, startResultText, startText } from './start-text.ts';

const request: StartRunRequest = {
  runId: 'run',
  ownerUserId: toOwnerId('6f9619ff-8b86-4011-b42d-00c04fc964ff'),
  workflowId: 'workflow',
  versionId: 'version',
  triggerType: 'Webhook',
  triggerJson: '{"type":"Webhook",\n"payload":"a\\n\u2028b"}',
  startedByHand: false,
  isTest: true,
  quota: { steps: 5 } as never,
  deduplicationKey: 'w:line\nbreak',
};

test('a start survives its encoding as text, with line breaks in every part', () => {
  expect(startOfText(startText(request))).toEqual(request);
  const version = { versionId: 'version', name: 'two\nlines' } as never;
  expect(startOfText(startText({ ...request, version }))).toEqual({ ...request, version });
});

test('every result of a start survives its encoding as text', () => {
  const results: StartRunResult[] = [
    { outcome: 'accepted', runId: '0123-abc' },
    { outcome: 'duplicate', runId: '0123-abc' },
    { outcome: 'versionNeeded' },
    { outcome: 'shardClosed' },
    { outcome: 'refused', message: 'Too large.' },
  ];
  expect(results.map((result) => startResultOfText(startResultText(result)))).toEqual(results);
});
