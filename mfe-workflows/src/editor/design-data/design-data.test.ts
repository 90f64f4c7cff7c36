import { describe, expect, test, vi } from 'vitest';
import { type Brief, createBriefStore } from '../state/brief-store.ts';
import { keepRun, readStoredRun } from './kept-run.ts';

const brief = (clientId: string): Brief => ({ clientId, stepInstanceId: '1', status: 'Succeeded', text: `${clientId} gave` });

describe('the data on cards', () => {
  test('is read once for all cards that come into view together; a step that didn’t run is not requested again', async () => {
    vi.useFakeTimers();
    const asked: string[][] = [];
    const store = createBriefStore(async (ids) => {
      asked.push(ids);
      return ids.filter((id) => id !== 'c').map(brief);
    });
    for (const id of ['a', 'b', 'c', 'a']) store.want(id);
    await vi.runAllTimersAsync();
    for (const id of ['a', 'c', 'd']) store.want(id);
    await vi.runAllTimersAsync();
    expect(asked).toEqual([['a', 'b', 'c'], ['d']]);
    expect([store.get('a')?.text, store.get('c'), store.get('e')]).toEqual(['a gave', null, undefined]);
    vi.useRealTimers();
  });

  test('is requested again by itself after a failure, and on request once that has failed several times', async () => {
    vi.useFakeTimers();
    let failures = 2;
    const store = createBriefStore(async (ids) => {
      failures -= 1;
      if (failures >= 0) throw new Error('away');
      return ids.map(brief);
    });
    store.want('a');
    await vi.runAllTimersAsync();
    expect([store.get('a')?.text, store.getFailure()]).toEqual(['a gave', null]);

    failures = 3;
    store.want('b');
    await vi.runAllTimersAsync();
    expect([store.get('b'), store.getFailure()]).toEqual([undefined, { error: new Error('away') }]);
    store.retry();
    expect(store.getFailure()).toBeNull();
    await vi.runAllTimersAsync();
    expect([store.get('b')?.text, store.getFailure()]).toEqual(['b gave', null]);
    vi.useRealTimers();
  });
});

describe('the run that a person works with', () => {
  test('is stored per person and workflow, for a month', () => {
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    } as Storage;
    keepRun(storage, 'u', 'w', 'run-1', 0);
    expect(readStoredRun(storage, 'u', 'w', 1_000)).toBe('run-1');
    expect(readStoredRun(storage, 'other', 'w', 1_000)).toBeNull();
    expect(readStoredRun(storage, 'u', 'w', 31 * 86_400_000)).toBeNull();
    keepRun(storage, 'u', 'w', null, 0);
    expect(readStoredRun(storage, 'u', 'w', 0)).toBeNull();
  });
});
