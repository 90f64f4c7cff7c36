import { describe, expect, it } from 'vitest';
import { runLimits } from '../limits.ts';
import { Breath } from './breath.ts';

function shard() {
  let nowMs = 1_000;
  let isFlood = false;
  let lateMs = 0;
  let isStill = false;
  const pauses: number[] = [];
  let nextStarts = new Promise<void>(() => {});
  const breath = new Breath({
    now: () => nowMs,
    isBurst: () => isFlood,
    isFlood: () => isFlood,
    nextStarts: () => nextStarts,
    breathe: async (ms) => {
      pauses.push(ms);
      if (isStill) return new Promise(() => {});
      nowMs += ms + lateMs;
    },
  });
  return {
    breath,
    pauses,
    /** Starts flood in, and keep the thread busy or not. */
    async flood(is: boolean, isBusy = is): Promise<void> {
      isFlood = false;
      lateMs = isBusy ? 10 : 0;
      // The shard notices by its pauses.
      for (let turn = 0; turn < 10 * calm.turns; turn += 1) await this.pausesOf(1, 1);
      isFlood = is;
    },
    /** From now on the clock stands still, and a group of starts comes in. */
    startsComeIn: () => {
      isStill = true;
      nextStarts = Promise.resolve();
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** What the pauses of so many turns were. */
    async pausesOf(turns: number, waitingRuns: number): Promise<number[]> {
      const before = pauses.length;
      for (let turn = 0; turn < turns; turn += 1) {
        breath.turnBegins();
        await breath.turnEnded(0, waitingRuns);
      }
      return pauses.slice(before);
    },
  };
}

const { breath: calm, breathInBurst, breathInFlood, burstBreathMs, floodBreathMs, floodMs, floodRuns } = runLimits;

describe('the pauses between the slices of a shard', () => {
  it('are short and rare while no starts come in', async () => {
    expect(await shard().pausesOf(calm.turns, 0)).toEqual([0]);
  });

  it('leave the thread to the starts of a flood', async () => {
    const it = shard();
    await it.flood(true);
    expect(await it.pausesOf(breathInFlood.turns * 2, 100)).toEqual([floodBreathMs, floodBreathMs]);
    expect(it.breath.isFlooded).toBe(true);
    await it.flood(false);
    expect(await it.pausesOf(calm.turns, 100)).toEqual([0]);
    expect(it.breath.isFlooded).toBe(false);
  });

  it('are taken together by all slices in a flood: what runs between two of them does not grow with their number', async () => {
    const it = shard();
    await it.flood(true);
    await it.pausesOf(breathInFlood.turns - 1, 100);
    const before = it.pauses.length;
    await Promise.all([it.breath.turnEnded(0, 100), it.breath.turnEnded(0, 100), it.breath.turnEnded(0, 100)]);
    expect(it.pauses.slice(before)).toEqual([floodBreathMs]);
  });

  it('are no longer than in a burst while the thread keeps up with the starts', async () => {
    const it = shard();
    await it.flood(true, false);
    expect(await it.pausesOf(breathInBurst.turns, 100)).toEqual([burstBreathMs]);
    expect(it.breath.isFlooded).toBe(false);
  });

  it('end in a burst with the next group of starts, whose commit the runs share; in a flood they do not', async () => {
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

  it('are those of a calm shard once very many runs wait: then a flood slows its senders down, not its runs', async () => {
    const it = shard();
    await it.flood(true);
    expect(await it.pausesOf(calm.turns, floodRuns)).toEqual([0]);
  });

  it('become short again when a flood lasts, until it has ended and its runs have been taken up', async () => {
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
});
