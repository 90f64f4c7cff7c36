import { describe, expect, test } from 'vitest';
import { StartGroup } from './start-group.ts';

function group() {
  let nowMs = 1_000;
  let turns = 0;
  const turnEnds: (() => void)[] = [];
  const starts = new StartGroup(
    () => {
      turns += 1;
      return new Promise((resolve) => turnEnds.push(resolve));
    },
    () => nowMs,
  );
  return {
    starts,
    turns: () => turns,
    endTurn: () => turnEnds.shift()?.(),
    /** Ends turns until the group has nothing more to wait for. */
    async endTurns(group: Promise<unknown>): Promise<void> {
      let isOver = false;
      void group.then(() => {
        isOver = true;
      });
      while (!isOver) {
        turnEnds.shift()?.();
        await Promise.resolve();
      }
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

/** Adds starts one by one until one of them waits for others. */
async function untilTried({ starts, turns }: ReturnType<typeof group>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const joined = starts.join();
    if (turns() > 0) return Promise.resolve().then(() => joined);
    await joined;
  }
  throw new Error('No start ever waited for others');
}

describe('starts that arrive together', () => {
  test('do not wait while they arrive one by one, except now and then', async () => {
    const it = group();
    await it.starts.join();
    await it.starts.join();
    expect(it.turns()).toBe(0);
    const tried = untilTried(it);
    await it.endTurns(tried);
    expect(it.starts.isBurst).toBe(false);
    const turns = it.turns();
    await it.starts.join();
    expect(it.turns()).toBe(turns);
  });

  test('are a burst for a moment after a group of several, and a whole group continues at once', async () => {
    const it = group();
    const first = untilTried(it);
    while (it.turns() === 0) await Promise.resolve();
    const second = it.starts.join();
    const third = it.starts.join();
    expect(it.starts.isBurst).toBe(true);
    await it.endTurns(Promise.all([first, second, third]));
    expect(it.starts.isBurst).toBe(true);
    it.pass(19);
    expect(it.starts.isBurst).toBe(true);
    it.pass(1);
    expect(it.starts.isBurst).toBe(false);
  });

  test('wait for each other for two turns, so that a start in the second turn joins them', async () => {
    const it = group();
    const joined = [untilTried(it)];
    while (it.turns() === 0) await Promise.resolve();
    it.endTurn();
    for (let steps = 0; steps < 50 && it.turns() < 2; steps += 1) await Promise.resolve();
    joined.push(it.starts.join());
    it.endTurn();
    await Promise.all(joined);
    expect(it.turns()).toBe(2);
  });

  test('wait for others for half a second after a group of several, even after one that stayed alone', async () => {
    const it = group();
    const first = untilTried(it);
    while (it.turns() === 0) await Promise.resolve();
    await it.endTurns(Promise.all([first, it.starts.join()]));
    it.pass(499);
    await it.endTurns(it.starts.join());
    const turns = it.turns();
    await it.endTurns(it.starts.join());
    expect(it.turns()).toBeGreaterThan(turns);
    it.pass(500);
    const after = it.turns();
    await it.starts.join();
    expect(it.turns()).toBe(after);
  });

  test('wait for a limited number of turns, however many keep arriving', async () => {
    const it = group();
    const first = untilTried(it);
    while (it.turns() === 0) await Promise.resolve();
    let isOver = false;
    void first.then(() => {
      isOver = true;
    });
    for (let steps = 0; steps < 200 && !isOver; steps += 1) {
      void it.starts.join();
      it.endTurn();
      await Promise.resolve();
    }
    expect(isOver).toBe(true);
    expect(it.turns()).toBeLessThan(20);
  });

  test('are waited for until the next group is complete, including its last member', async () => {
    const it = group();
    const first = untilTried(it);
    while (it.turns() === 0) await Promise.resolve();
    const order: string[] = [];
    const said = (what: string) => () => void order.push(what);
    const waited = it.starts.nextGroup().then(said('next'));
    const joined = [first, it.starts.join()].map((start) => start.then(said('start')));
    expect(order).toEqual([]);
    await it.endTurns(Promise.all([waited, ...joined]));
    expect(order.toSorted()).toEqual(['next', 'start', 'start']);
    let isOver = false;
    void it.starts.nextGroup().then(() => {
      isOver = true;
    });
    for (let steps = 0; steps < 50; steps += 1) await Promise.resolve();
    expect(isOver).toBe(false);
    await it.endTurns(it.starts.join());
    await Promise.resolve();
    expect(isOver).toBe(true);
  });

  test('are a flood while a hundred of them arrive within half a second', async () => {
    const it = group();
    const start = (count: number): void => {
      for (let at = 0; at < count; at += 1) it.starts.noteStart();
    };
    start(50);
    expect(it.starts.isFlood).toBe(false);
    it.pass(250);
    start(49);
    expect(it.starts.isFlood).toBe(false);
    start(1);
    expect(it.starts.isFlood).toBe(true);
    it.pass(250);
    expect(it.starts.isFlood).toBe(false);
    start(50);
    expect(it.starts.isFlood).toBe(true);
    it.pass(500);
    expect(it.starts.isFlood).toBe(false);
  });
});
