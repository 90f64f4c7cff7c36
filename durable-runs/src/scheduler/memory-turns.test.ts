import { describe, expect, test } from 'vitest';
import { MemoryTurns } from './memory-turns.ts';

const seen = { held: [] as number[], waits: 0 };
const observer = {
  onHeld(bytes: number) {
    seen.held.push(bytes);
  },
  onMemoryWait() {
    seen.waits += 1;
  },
};

function turns(): MemoryTurns {
  Object.assign(seen, { held: [], waits: 0 });
  return new MemoryTurns({ smallBytes: 10, mostBytes: 100, mostGrownBytes: 130 }, observer);
}

describe('turns of large runs in memory', () => {
  test('large runs are admitted while there is room, and the others in order', () => {
    const memory = turns();
    expect([1, 2, 3, 4].map((runKey) => memory.take(runKey, 50))).toEqual([true, true, false, false]);
    expect(memory.next()).toBeNull();
    memory.leave(1);
    expect(memory.next()).toBe(3);
    expect(memory.next()).toBeNull();
    memory.leave(2);
    expect(memory.next()).toBe(4);
    expect(memory.waitingCount).toBe(0);
    expect(memory.heldBytes).toBe(100);
    expect(seen).toEqual({ held: [50, 100, 100, 100], waits: 2 });
  });

  test('small runs never wait, and a large run does not overtake waiting runs', () => {
    const memory = turns();
    memory.take(1, 90);
    expect(memory.take(2, 60)).toBe(false);
    expect(memory.take(3, 10)).toBe(true);
    memory.leave(1);
    expect(memory.take(4, 11)).toBe(false);
    expect(memory.next()).toBe(2);
    expect(memory.next()).toBe(4);
  });

  test('a run larger than all the room is admitted alone', () => {
    const memory = turns();
    memory.take(1, 20);
    expect(memory.take(2, 500)).toBe(false);
    expect(memory.next()).toBeNull();
    memory.leave(1);
    expect(memory.next()).toBe(2);
    expect(memory.take(3, 20)).toBe(false);
  });

  test('a run that leaves makes room, even in the queue, and leaves nothing behind', () => {
    const memory = turns();
    memory.take(1, 90);
    memory.take(2, 90);
    memory.take(3, 20);
    memory.leave(2);
    memory.leave(1);
    expect(memory.isWaiting(2)).toBe(false);
    expect(memory.next()).toBe(3);
    memory.leave(3);
    expect([memory.heldBytes, memory.waitingCount, memory.next()]).toEqual([0, 0, null]);
  });

  test('a run that has grown gives way beyond the second limit, and the only large run only for its own sake', () => {
    const memory = turns();
    memory.take(1, 50);
    memory.take(2, 5);
    memory.note(2, 70);
    expect(memory.mayStay(2, 70)).toBe(true);
    memory.note(2, 90);
    expect(memory.heldBytes).toBe(140);
    expect(memory.mayStay(2, 90)).toBe(false);
    memory.leave(1);
    expect(memory.mayStay(2, 90)).toBe(true);
    memory.note(2, 131);
    expect(memory.mayStay(2, 131)).toBe(false);
  });

  test('a run’s expected size stays reserved until it leaves, but frees nothing', () => {
    const memory = turns();
    memory.take(1, 200);
    memory.note(1, 0);
    expect(memory.heldBytes).toBe(200);
    expect(memory.mayStay(1, 40)).toBe(true);
  });
});
