import { afterEach, expect, test, vi } from 'vitest';
import { BodyTurns, bytesToCome } from './body-turns.ts';

afterEach(() => {
  vi.useRealTimers();
});

const MB = 1_000_000;
const until = async (check: () => boolean) => expect.poll(check, { interval: 5 }).toBe(true);

test('large bodies are processed in order, as many at once as there is room for; small ones don’t wait', async () => {
  const turns = new BodyTurns();
  const ends: (() => void)[] = [];
  const started: number[] = [];
  let most = 0;
  const all = Array.from({ length: 10 }, (_, index) =>
    turns.hold('ann', 10 * MB, async () => {
      started.push(index);
      most = Math.max(most, turns.bytesUnderWay('ann'));
      await new Promise<void>((resolve) => ends.push(resolve));
      return index;
    }),
  );
  expect(await turns.hold('ann', 5_000, async () => 'small')).toBe('small');
  for (let done = 0; done < 10; done += 1) {
    await until(() => ends.length > done);
    expect(started).toHaveLength(done + 1);
    ends[done]?.();
  }
  expect(await Promise.all(all)).toEqual(started);
  expect([most, turns.bytesUnderWay('ann')]).toEqual([10 * MB, 0]);
});

test('with room for none, bodies are still processed, one at a time', async () => {
  const turns = new BodyTurns({ freeBytes: 100, bytesAtOnce: 0 });
  let underWay = 0;
  const most = await Promise.all(
    [101, 5_000, 250].map((bytes) =>
      turns.hold('ann', bytes, async () => {
        underWay += 1;
        await new Promise((resolve) => setTimeout(resolve));
        return underWay--;
      }),
    ),
  );
  expect(most).toEqual([1, 1, 1]);
});

test('after its work, a body’s room stays taken for the share of the time that it is to rest', async () => {
  vi.useFakeTimers();
  const turns = new BodyTurns({ freeBytes: 100, bytesAtOnce: 0, restShare: 2 });
  const work = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000));
  const first = turns.hold('ann', 500, work);
  await vi.advanceTimersByTimeAsync(1_000);
  await first;
  expect(turns.bytesUnderWay('ann')).toBe(500);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(turns.bytesUnderWay('ann')).toBe(500);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns.bytesUnderWay('ann')).toBe(0);
});

test('owners alternate, and only the same owner waits for the rest after a body', async () => {
  vi.useFakeTimers();
  const turns = new BodyTurns({ freeBytes: 100, bytesAtOnce: 0, holdMs: 2_000, restShare: 4 });
  const order: string[] = [];
  const hold = (owner: string) =>
    turns.hold(owner, 500, async () => {
      order.push(owner);
      await new Promise<void>((resolve) => setTimeout(resolve, 500));
    });
  const all = [hold('ann'), hold('ann'), hold('bob')];
  await vi.advanceTimersByTimeAsync(1_500);
  expect(order).toEqual(['ann', 'bob']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(order).toEqual(['ann', 'bob', 'ann']);
  await Promise.all(all);
});

test('several medium-sized bodies are processed at once; a failure frees its room', async () => {
  const turns = new BodyTurns();
  let most = 0;
  const finish: (() => void)[] = [];
  const work = async (index: number) => {
    most = Math.max(most, turns.bytesUnderWay('ann'));
    await new Promise<void>((resolve) => finish.push(resolve));
    if (index % 2 === 0) throw new Error('no');
    return index;
  };
  const all = Promise.allSettled(Array.from({ length: 20 }, (_, index) => turns.hold('ann', 4 * MB, () => work(index))));
  for (let done = 0; done < 20; done += 1) {
    await until(() => finish.length === Math.min(done + 3, 20));
    finish[done]?.();
  }
  const ends = await all;
  expect(ends.map(({ status }) => status)).toEqual(ends.map((_, index) => (index % 2 === 0 ? 'rejected' : 'fulfilled')));
  expect([most, turns.bytesUnderWay('ann')]).toEqual([12 * MB, 0]);
});

test('a slow sender keeps the others waiting only for a while', async () => {
  const turns = new BodyTurns({ holdMs: 40 });
  const { promise, resolve: end } = Promise.withResolvers<string>();
  const slow = turns.hold('ann', 10 * MB, () => promise);
  expect(await turns.hold('ann', 10 * MB, async () => 'next')).toBe('next');
  end('slow');
  expect(await slow).toBe('slow');
  expect(turns.bytesUnderWay('ann')).toBe(0);
});

test('a call that couldn’t poll while the thread was busy keeps its place', async () => {
  vi.useFakeTimers();
  const turns = new BodyTurns({ freeBytes: 100, bytesAtOnce: 0 });
  const work = (index: number) => turns.hold('ann', 500, () => new Promise((resolve) => setTimeout(() => resolve(index), 100)));
  const ended: unknown[] = [];
  for (let index = 0; index < 4; index += 1) {
    void work(index).then((done) => ended.push(done));
    await vi.advanceTimersByTimeAsync(7);
  }
  // The next timer is not the first caller's.
  vi.setSystemTime(Date.now() + 5_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ended).toEqual([0, 1, 2, 3]);
});

test('a call that waits too long is told to retry', async () => {
  const full = new BodyTurns({ waitMs: 30, mostWaiting: 1 });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const first = full.hold('ann', 10 * MB, () => promise);
  const second = full.hold('ann', 10 * MB, async () => 'never started');
  await expect(full.hold('ann', 10 * MB, async () => 'no place to wait')).rejects.toMatchObject({ status: 503, code: 'busy' });
  await expect(second).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
  end();
  await first;
  expect(full.bytesUnderWay('ann')).toBe(0);
});

test('a call without a length counts as the largest', () => {
  const request = (headers: Record<string, string>, body: string | null) =>
    new Request('https://x.example', { method: 'POST', headers, body });
  expect(bytesToCome(request({}, null))).toBe(0);
  expect(bytesToCome(request({ 'content-length': '1234' }, 'x'))).toBe(1_234);
  expect(bytesToCome(request({ 'content-length': '99999999999' }, 'x'))).toBe(10_000_000);
});
