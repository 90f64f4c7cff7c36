import { workLimits } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { runLimits } from '../limits.ts';
import { Breath } from './breath.ts';
import { BusyShards } from './busy-shards.ts';

const NOTHING = { sliceFuel: 0, sliceWork: 0 };

function shard(shards = new BusyShards(runLimits.busyForMs)) {
  let nowMs = 1_000;
  let isFlood = false;
  let lateMs = 0;
  let isStill = false;
  const pauses: number[] = [];
  let nextStarts = new Promise<void>(() => {});
  const breath = new Breath(
    {
      now: () => nowMs,
      isBurst: () => isFlood,
      isFlood: () => isFlood,
      nextStarts: () => nextStarts,
      breathe: async (ms) => {
        pauses.push(ms);
        if (isStill) return new Promise(() => {});
        nowMs += ms + lateMs;
      },
    },
    shards,
  );
  return {
    breath,
    pauses,
    /** Floods the shard with starts, which keep the thread busy or not. */
    async flood(is: boolean, isBusy = is): Promise<void> {
      isFlood = false;
      lateMs = isBusy ? 10 : 0;
      // The shard notices from its pauses.
      for (let turn = 0; turn < 10 * calm.turns; turn += 1) await this.pausesOf(1, 1);
      isFlood = is;
    },
    /** From now on the clock stands still. A group of starts comes in. */
    startsComeIn: () => {
      isStill = true;
      nextStarts = Promise.resolve();
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    async pausesOf(turns: number, waitingRuns: number): Promise<number[]> {
      const before = pauses.length;
      for (let turn = 0; turn < turns; turn += 1) {
        breath.turnBegins();
        await breath.turnEnded(NOTHING, waitingRuns);
      }
      return pauses.slice(before);
    },
  };
}

const { breath: calm, breathInBurst, breathInFlood, burstBreathMs, floodBreathMs, floodMs, floodRuns } = runLimits;

describe('the pauses between the slices of a shard', () => {
  test('are short and rare while no starts come in', async () => {
    expect(await shard().pausesOf(calm.turns, 0)).toEqual([0]);
  });

  test('leave the thread to the starts of a flood', async () => {
    const it = shard();
    await it.flood(true);
    expect(await it.pausesOf(breathInFlood.turns * 2, 100)).toEqual([floodBreathMs, floodBreathMs]);
    expect(it.breath.isFlooded).toBe(true);
    await it.flood(false);
    expect(await it.pausesOf(calm.turns, 100)).toEqual([0]);
    expect(it.breath.isFlooded).toBe(false);
  });

  test('are shared by all slices in a flood: the work between two pauses does not grow with the number of slices', async () => {
    const it = shard();
    await it.flood(true);
    await it.pausesOf(breathInFlood.turns - 1, 100);
    const before = it.pauses.length;
    await Promise.all([it.breath.turnEnded(NOTHING, 100), it.breath.turnEnded(NOTHING, 100), it.breath.turnEnded(NOTHING, 100)]);
    expect(it.pauses.slice(before)).toEqual([floodBreathMs]);
  });

  test('are no longer than in a burst while the thread keeps up with the starts', async () => {
    const it = shard();
    await it.flood(true, false);
    expect(await it.pausesOf(breathInBurst.turns, 100)).toEqual([burstBreathMs]);
    expect(it.breath.isFlooded).toBe(false);
  });

  test('end at the next group of starts in a burst, so that runs share its commit, but not in a flood', async () => {
    const burst = shard();
    await burst.flood(true, false);
    burst.startsComeIn();
    expect(await burst.pausesOf(breathInBurst.turns, 100)).toEqual([burstBreathMs]);

    const flood = shard();
    await flood.flood(true);
    flood.startsComeIn();
    let isOver = false;
    void flood.pausesOf(breathInFlood.turns, 100).then(() => {
      isOver = true;
    });
    for (let steps = 0; steps < 200; steps += 1) await Promise.resolve();
    expect(isOver).toBe(false);
  });

  test('are a calm shard’s once very many runs wait, so that a flood slows its senders and not its runs', async () => {
    const it = shard();
    await it.flood(true);
    expect(await it.pausesOf(calm.turns, floodRuns)).toEqual([0]);
  });

  test('become short again when a flood lasts, until it has ended and its runs have been started', async () => {
    const it = shard();
    await it.flood(true);
    expect(await it.pausesOf(breathInFlood.turns, 3_000)).toEqual([floodBreathMs]);
    it.pass(floodMs);
    expect(await it.pausesOf(calm.turns, 3_000)).toEqual([0]);
    await it.flood(false);
    await it.pausesOf(calm.turns, 3_000);
    await it.flood(true);
    expect(await it.pausesOf(calm.turns, 3_000)).toEqual([0]);
    await it.flood(false);
    await it.pausesOf(calm.turns, 0);
    await it.flood(true);
    expect(await it.pausesOf(breathInFlood.turns, 3_000)).toEqual([floodBreathMs]);
  });

  /** How many turns with this much work each fit before the shard pauses, and how long the pause is. */
  async function untilPause({ breath, pauses }: ReturnType<typeof shard>, sliceWork: number): Promise<{ turns: number; pauseMs: number }> {
    for (let turns = 1; ; turns += 1) {
      breath.turnBegins();
      await breath.turnEnded({ sliceFuel: 0, sliceWork }, 0);
      if (pauses.length > 0) return { turns, pauseMs: pauses.pop() ?? 0 };
    }
  }
  const ms = (count: number) => count * workLimits.unitsPerMs;

  test('depend on the work done, because the clock stands still during it', async () => {
    expect(await untilPause(shard(), ms(1))).toEqual({ turns: calm.ms, pauseMs: 0 });
    expect(await untilPause(shard(), ms(4))).toEqual({ turns: calm.ms / 4, pauseMs: 0 });
  });

  test('HOSTILE 46: last half as long as expressions that used more than a turn', async () => {
    expect(await untilPause(shard(), ms(50))).toEqual({ turns: 1, pauseMs: 25 });
  });

  test('HOSTILE 40: are frequent enough that several busy shards block their isolate’s thread no longer than one shard', async () => {
    const shards = new BusyShards(runLimits.busyForMs);
    const four = Array.from({ length: 4 }, () => shard(shards));
    for (const one of four) await untilPause(one, ms(1));
    for (const one of four) expect(await untilPause(one, ms(1))).toEqual({ turns: calm.ms / 4, pauseMs: 0 });
    const [first] = four as [ReturnType<typeof shard>];
    first.pass(2 * runLimits.busyForMs);
    expect(await untilPause(first, ms(1))).toEqual({ turns: calm.ms, pauseMs: 0 });
  });
});
