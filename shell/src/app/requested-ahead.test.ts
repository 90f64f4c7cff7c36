import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchAhead, requestAhead } from './requested-ahead.ts';

const URL_OF_LIST = '/api/workflows?pageIndex=0';
const asPerson = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

beforeEach(() => {
  vi.useFakeTimers();
  let count = 0;
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(String(++count))),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const readText = async (init?: RequestInit) => (await fetchAhead(URL_OF_LIST, init)).text();

test('the first caller gets the response that was requested ahead, and the next one a new one', async () => {
  void requestAhead(URL_OF_LIST, asPerson('a'));
  expect([await readText(asPerson('a')), await readText(asPerson('a'))]).toEqual(['1', '2']);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.for([
  ['another person', asPerson('b')],
  ['nobody', {}],
  ['a call that changes something', { ...asPerson('a'), method: 'POST' }],
] as const)('%s doesn’t get it', async ([, init]) => {
  void requestAhead(URL_OF_LIST, asPerson('a'));
  expect(await readText(init)).toBe('2');
});

test('a response that waited for more than ten seconds is out of date', async () => {
  void requestAhead(URL_OF_LIST, asPerson('a'));
  vi.advanceTimersByTime(10_001);
  expect(await readText(asPerson('a'))).toBe('2');
});
