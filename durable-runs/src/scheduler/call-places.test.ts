import { describe, expect, test } from 'vitest';
import { CallSlots } from './call-places.ts';

function createSlots(most = 4, mostOfGroup = 2) {
  return new CallSlots({ most, mostOfGroup });
}

describe('assigning call slots', () => {
  test('limits one group to its share while others continue', () => {
    const all = createSlots();
    expect([1, 2, 3].map((run) => all.take(run, 'slow'))).toEqual([true, true, false]);
    expect([4, 5].map((run) => all.take(run, 'fast'))).toEqual([true, true]);
    expect(all.take(6, 'third')).toBe(false);
  });

  test('gives slots in order, and groups take turns', () => {
    const all = createSlots(2, 2);
    for (const run of [1, 2]) all.take(run, 'a');
    for (const run of [3, 4, 5]) all.wait(run, 'a');
    all.wait(6, 'b');
    expect(all.next()).toBeNull();
    const order = [1, 2, 3, 6].map((run) => {
      all.leave(run);
      return all.next();
    });
    expect(order).toEqual([3, 6, 4, 5]);
    expect(all.waitingCount).toBe(0);
  });

  test('lets no run overtake waiting runs of the same group', () => {
    const all = createSlots(1, 1);
    all.take(1, 'a');
    all.wait(2, 'a');
    all.leave(1);
    expect(all.take(3, 'a')).toBe(false);
    expect(all.next()).toBe(2);
    // It already has its slot.
    expect(all.take(2, 'a')).toBe(true);
  });

  test('skips a run that leaves while it waits', () => {
    const all = createSlots(1, 1);
    all.take(1, 'a');
    for (const run of [2, 3]) all.wait(run, 'a');
    all.leave(2);
    all.leave(1);
    expect(all.next()).toBe(3);
    all.leave(3);
    expect([all.next(), all.hasWaiting('a'), all.take(4, 'b')]).toEqual([null, false, true]);
  });
});
