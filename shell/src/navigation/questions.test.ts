import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Questions } from './questions.ts';

const question = { text: 'Leave?', confirm: 'Leave', cancel: 'Stay' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a question that has become moot closes, and the person continues', async () => {
  const questions = new Questions();
  let hasUnsavedWork = true;
  const answer = questions.ask(question, () => !hasUnsavedWork);
  vi.advanceTimersByTime(1_000);
  expect(questions.getCurrent()?.text).toBe('Leave?');
  hasUnsavedWork = false;
  vi.advanceTimersByTime(200);
  expect(questions.getCurrent()).toBeNull();
  await expect(answer).resolves.toBe(true);
});

test('an answered question is not checked again, so a later one stays open', async () => {
  const questions = new Questions();
  let isMoot = false;
  const answer = questions.ask(question, () => isMoot);
  questions.getCurrent()?.answer(false);
  await expect(answer).resolves.toBe(false);
  void questions.ask({ ...question, text: 'Another' });
  isMoot = true;
  vi.advanceTimersByTime(1_000);
  expect(questions.getCurrent()?.text).toBe('Another');
});
