import { describe, expect, test } from 'vitest';
import { type Script, Turns } from './turns.ts';

/** A clock that moves when something waits or a script runs. */
function isolate() {
  let nowMs = 0;
  const turns = new Turns({
    fuelPerTurn: 10_000_000,
    maxWaitingPerOwner: 200,
    pause: async () => undefined,
    wait: async (ms) => {
      nowMs += ms;
    },
    now: () => nowMs,
  });
  return {
    turns,
    /** Runs a script with this much fuel and time. @returns how long it waited */
    async run(script: Script, fuel: number, tookMs: number): Promise<number> {
      const askedMs = nowMs;
      if (turns.mustWait(script)) await turns.take(script);
      const waitedMs = nowMs - askedMs;
      nowMs += tookMs;
      if (turns.spend(script, fuel)) turns.rest(script, tookMs);
      return waitedMs;
    },
  };
}

const heavy = { owner: 'loud', source: 'for (;;) {}' };
const light = { owner: 'quiet', source: 'return 1' };

describe('turns of scripts', () => {
  test('HOSTILE 40: between two heavy scripts of one owner everything else gets more time than they take', async () => {
    const { run } = isolate();
    expect(await run(heavy, 100_000_000, 200)).toBe(0);
    expect(await run(heavy, 100_000_000, 200)).toBeGreaterThanOrEqual(300);
    expect(await run({ ...heavy, source: 'while (true);' }, 100_000_000, 200)).toBeGreaterThanOrEqual(300);
  });

  test('another owner never waits', async () => {
    const { run } = isolate();
    await run(heavy, 100_000_000, 200);
    expect(await run(light, 1_000, 0)).toBe(0);
  });

  test("an owner's light scripts wait at most once, until they're known to be light", async () => {
    const { run } = isolate();
    const own = { ...light, owner: 'loud' };
    await run(heavy, 100_000_000, 200);
    expect(await run(own, 1_000, 0)).toBeGreaterThan(0);
    await run(heavy, 100_000_000, 200);
    expect(await run(own, 1_000, 0)).toBe(0);
    // Until they are heavy themselves.
    await run(own, 100_000_000, 200);
    expect(await run(own, 1_000, 0)).toBeGreaterThan(0);
  });

  test('heavy scripts are forgotten after a while', async () => {
    const { run, turns } = isolate();
    await run(heavy, 100_000_000, 200);
    for (let second = 0; second < 15; second += 1) await run({ owner: `other${second}`, source: '' }, 0, 1_000);
    expect(turns.mustWait({ ...heavy, source: 'new' })).toBe(false);
  });
});
