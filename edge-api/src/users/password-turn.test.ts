import { expect, test } from 'vitest';
import { PasswordTurns } from './password-turn.ts';

/** Time that moves only when the code under test waits or hashes. */
function heldClock() {
  let nowMs = 1_000_000;
  const waiting: { atMs: number; resume: () => void }[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    now: () => nowMs,
    wait: (ms: number) => new Promise<void>((resume) => waiting.push({ atMs: nowMs + ms, resume })),
    jump: (ms: number) => {
      nowMs += ms;
    },
    /** Runs until nobody waits anymore. */
    async run() {
      for (await settle(); waiting.length > 0; await settle()) {
        waiting.sort((a, b) => a.atMs - b.atMs);
        const next = waiting.shift();
        nowMs = Math.max(nowMs, next?.atMs ?? 0);
        next?.resume();
      }
    },
  };
}

/** Runs `count` simultaneous hashes of `hashMs` each. */
async function burst(count: number, hashMs: number) {
  const clock = heldClock();
  const turns = new PasswordTurns(clock);
  const startedAtMs = clock.now();
  const spans: { fromMs: number; toMs: number }[] = [];
  const hash = async () => {
    const fromMs = clock.now();
    clock.jump(hashMs);
    spans.push({ fromMs, toMs: clock.now() });
  };
  const outcomes = Promise.allSettled(Array.from({ length: count }, () => turns.take(hash)));
  await clock.run();
  return { outcomes: await outcomes, spans, startedAtMs, clock, turns };
}

test.each([20, 140, 700])('hashes of %i ms leave two thirds of the time to other calls', async (hashMs) => {
  const { spans } = await burst(8, hashMs);
  expect(spans.length).toBeGreaterThanOrEqual(4);
  // The first hash still uses the guess, later ones the measured time.
  spans.slice(1).forEach(({ fromMs }, index) => {
    const before = spans[index];
    expect(fromMs - (before?.toMs ?? 0)).toBeGreaterThanOrEqual(hashMs * 2);
  });
});

test('a person who would wait too long is refused, with a time to retry', async () => {
  const { outcomes, spans, startedAtMs } = await burst(80, 140);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(30);
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'busy', headers: { 'retry-after': '5' } } });
  expect((spans.at(-1)?.fromMs ?? 0) - startedAtMs).toBeLessThanOrEqual(15_500);
});

test('a hash that fails, or whose caller left, doesn’t hold others up for long', async () => {
  const clock = heldClock();
  const turns = new PasswordTurns(clock);
  void turns.take(() => new Promise(() => undefined));
  await clock.run();
  const askedAtMs = clock.now();
  const next = turns.take(async () => clock.now());
  await clock.run();
  expect((await next) - askedAtMs).toBeLessThanOrEqual(2_000);

  const failing = turns.take(() => Promise.reject(new Error('no'))).catch(String);
  await clock.run();
  expect(await failing).toBe('Error: no');
});

test('HOSTILE 38: four addresses that queue eight hashes each let a fifth in after one hash each', async () => {
  const clock = heldClock();
  const turns = new PasswordTurns(clock);
  const order: string[] = [];
  const asking = (place: string, account: string) =>
    turns.take(async () => void order.push(place), { place, account }).catch(() => undefined);
  const flood = Array.from({ length: 32 }, (_, index) => asking(`flood-${index % 4}`, `nobody-${index}`));
  const quiet = asking('quiet', 'ada');
  await clock.run();
  await Promise.all([...flood, quiet]);
  expect(order.indexOf('quiet')).toBeGreaterThanOrEqual(0);
  expect(order.indexOf('quiet')).toBeLessThanOrEqual(4);
});

test('HOSTILE 38: a script at one account waits behind the other accounts of its address', async () => {
  const clock = heldClock();
  const turns = new PasswordTurns(clock);
  const order: string[] = [];
  const asking = (account: string) => turns.take(async () => void order.push(account), { place: 'office', account });
  const all = [...Array.from({ length: 6 }, () => asking('guessed')), asking('ada'), asking('grace')];
  await clock.run();
  await Promise.all(all);
  expect(order.slice(0, 3).sort()).toEqual(['ada', 'grace', 'guessed']);
});

test('no call waits for the old time after the clock is set back', async () => {
  const { clock, turns } = await burst(20, 500);
  clock.jump(-3_600_000);
  const askedAtMs = clock.now();
  const next = turns.take(async () => clock.now());
  await clock.run();
  expect((await next) - askedAtMs).toBeLessThan(100);
});
