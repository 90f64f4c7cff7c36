import { expect, test } from 'vitest';
import type { ActiveRun } from './active-run.ts';
import { RunResponses } from './run-answers.ts';

const ended = (runId: string) =>
  ({
    row: { runId, status: 'Succeeded' },
    values: { ordinals: new Map(), steps: {} },
    program: { steps: new Map() },
  }) as unknown as ActiveRun;

test('all callers of a run get the same response, even one that asks after the end', async () => {
  const answers = new RunResponses();
  answers.expect('a', 30_000, 0);
  const waiting = [answers.wait('a', 30_000), answers.wait('a', 30_000)];
  answers.onSaved(ended('a'));
  const answer = { kind: 'ended', status: 'Succeeded', response: null };
  expect(await Promise.all([...waiting, answers.wait('a', 30_000)])).toEqual([answer, answer, answer]);
});

test('a caller gets `waits` past the deadline, and for a run without a waiting caller', async () => {
  const answers = new RunResponses();
  answers.expect('a', 30_000, 0);
  expect(await answers.wait('a', 1)).toEqual({ kind: 'waits' });
  expect(await answers.wait('b', 30_000)).toEqual({ kind: 'waits' });
});

test('HOSTILE 45: the number of responses held open is limited, and the oldest make room past their deadline', () => {
  const answers = new RunResponses();
  const ids = Array.from({ length: 2_001 }, (_, at) => `run${at}`);
  expect(ids.map((id) => answers.expect(id, 10_000, 0)).filter((isExpected) => !isExpected)).toHaveLength(1);
  expect(answers.expect('late', 10_000, 14_000)).toBe(false);
  expect(answers.expect('late', 10_000, 15_001)).toBe(true);
  expect(answers.isExpected('run0')).toBe(false);
});
