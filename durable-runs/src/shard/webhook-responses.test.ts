import { expect, test } from 'vitest';
import type { ActiveRun } from '../active-run/active-run.ts';
import { WebhookResponses } from './webhook-responses.ts';

const ended = (runId: string) =>
  ({
    row: { runId, status: 'Succeeded' },
    state: { status: 'Succeeded' },
    values: { ordinals: new Map(), steps: {} },
    program: { steps: new Map() },
  }) as unknown as ActiveRun;

test('all callers of a run get the same response, even one that asks after the end', async () => {
  const responses = new WebhookResponses();
  responses.expect('a', 30_000, 0);
  const waiting = [responses.wait('a', 30_000), responses.wait('a', 30_000)];
  responses.onSaved(ended('a'));
  const result = { kind: 'ended', status: 'Succeeded', response: null };
  expect(await Promise.all([...waiting, responses.wait('a', 30_000)])).toEqual([result, result, result]);
});

test('a caller gets `waits` past the deadline, and for a run without a waiting caller', async () => {
  const responses = new WebhookResponses();
  responses.expect('a', 30_000, 0);
  expect(await responses.wait('a', 1)).toEqual({ kind: 'waits' });
  expect(await responses.wait('b', 30_000)).toEqual({ kind: 'waits' });
});

test('HOSTILE 45: the number of responses held open is limited, and the oldest make room past their deadline', () => {
  const responses = new WebhookResponses();
  const ids = Array.from({ length: 2_001 }, (_, at) => `run${at}`);
  expect(ids.map((id) => responses.expect(id, 10_000, 0)).filter((isExpected) => !isExpected)).toHaveLength(1);
  expect(responses.expect('late', 10_000, 14_000)).toBe(false);
  expect(responses.expect('late', 10_000, 15_001)).toBe(true);
  expect(responses.isExpected('run0')).toBe(false);
});
