import { ApiError } from '@portage/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNotify, createToastQueue } from './toast-queue.ts';

describe('toasts', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('show an error’s message for people', () => {
    const queue = createToastQueue();
    const notify = createNotify(queue);
    notify.error(
      new ApiError(409, { errors: [{ userMessage: 'The workflow is not active', message: 'inactive' }] }, 'The workflow is not active'),
    );
    notify.error(undefined);
    notify.error('User was not deleted');
    expect(queue.getToasts().map((toast) => toast.text)).toEqual([
      'The workflow is not active',
      'An error has occured.',
      'User was not deleted',
    ]);
  });

  test('disappear by themselves, errors later', () => {
    const queue = createToastQueue();
    queue.add('success', 'Saved');
    queue.add('danger', 'Failed');
    vi.advanceTimersByTime(5_000);
    expect(queue.getToasts().map((toast) => toast.text)).toEqual(['Failed']);
    vi.advanceTimersByTime(7_000);
    expect(queue.getToasts()).toEqual([]);
  });

  test('wait while a person reads', () => {
    const queue = createToastQueue();
    queue.add('success', 'Saved');
    vi.advanceTimersByTime(4_000);
    queue.pause();
    vi.advanceTimersByTime(60_000);
    expect(queue.getToasts()).toHaveLength(1);
    queue.resume();
    vi.advanceTimersByTime(1_000);
    expect(queue.getToasts()).toEqual([]);
  });

  test('with an offer stay four times as long, and using the offer removes them', async () => {
    const queue = createToastQueue();
    const undone: string[] = [];
    const offer = (about: string) => ({ label: 'Undo', about, onAction: () => undone.push(about) });
    createNotify(queue).success('Workflow deleted.', offer('“A”'));
    createNotify(queue).success('Workflow deleted.', offer('“B”'));
    vi.advanceTimersByTime(19_000);
    expect(queue.getToasts().map(({ action }) => action?.about)).toEqual(['“A”', '“B”']);
    const [first] = queue.getToasts();
    await queue.act(first?.id ?? 0);
    await queue.act(first?.id ?? 0);
    expect(undone).toEqual(['“A”']);
    vi.advanceTimersByTime(1_000);
    expect(queue.getToasts()).toEqual([]);
  });

  test('explain why an offer failed', async () => {
    const queue = createToastQueue();
    queue.add('success', 'Folder deleted.', {
      label: 'Undo',
      about: '“A”',
      onAction: () =>
        Promise.reject(new ApiError(409, { errors: [{ userMessage: 'The name is taken', message: 'taken' }] }, 'The name is taken')),
    });
    await queue.act(queue.getToasts()[0]?.id ?? 0);
    expect(queue.getToasts()).toMatchObject([{ tone: 'danger', text: 'The name is taken' }]);
  });

  test('make room by dropping those without an offer first', () => {
    const queue = createToastQueue();
    queue.add('success', 'Folder deleted.', { label: 'Undo', about: '“A”', onAction: () => undefined });
    for (let index = 0; index < 9; index++) queue.add('info', `Number ${index}`);
    expect(queue.getToasts().map(({ text }) => text)).toEqual(['Folder deleted.', 'Number 5', 'Number 6', 'Number 7', 'Number 8']);
  });

  test('of a success are removed when a later failure invalidates it', () => {
    const queue = createToastQueue();
    const notify = createNotify(queue);
    const takeAway = notify.success('Uploaded');
    notify.success('Saved');
    takeAway();
    takeAway();
    expect(queue.getToasts().map(({ text }) => text)).toEqual(['Saved']);
  });

  test('do not pile up: each text once, at most five', () => {
    const queue = createToastQueue();
    for (let index = 0; index < 9; index++) queue.add('info', 'Again');
    expect(queue.getToasts()).toHaveLength(1);
    for (let index = 0; index < 9; index++) queue.add('info', `Number ${index}`);
    expect(queue.getToasts().map((toast) => toast.text)).toEqual(['Number 4', 'Number 5', 'Number 6', 'Number 7', 'Number 8']);
  });
});
