import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = () => new Error('too late');

test('work that is done in time gives its value or its error, and leaves no timer', async () => {
  expect(await inTime(Promise.resolve(7), 1_000, late)).toBe(7);
  await expect(inTime(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that takes longer is given up at the limit', async () => {
  let end = 'none';
  void inTime(new Promise(() => {}), 1_000, late).catch((error: Error) => {
    end = error.message;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(end).toBe('none');
  await vi.advanceTimersByTimeAsync(1);
  expect(end).toBe('too late');
});

test('a result that arrived while the thread was held up counts, although the time is up', async () => {
  vi.useRealTimers();
  const { promise, resolve } = Promise.withResolvers<string>();
  const result = inTime(promise, 80, late);
  const port = new MessageChannel();
  port.port1.onmessage = () => {
    port.port1.close();
    resolve('arrived');
  };
  port.port2.postMessage('a result');
  const heldUntilMs = performance.now() + 200;
  while (performance.now() < heldUntilMs);
  expect(await result).toBe('arrived');
});
