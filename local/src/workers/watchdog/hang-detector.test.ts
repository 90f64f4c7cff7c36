import { describe, expect, test } from 'vitest';
import { HangDetector, hangLimits, type ProcessSample } from './hang-detector.ts';

const process = { pid: 1, state: 'R', cpuMs: 0, isTraced: false };

/** A process that has responded once, then samples of it. @returns how many samples until it counts as hanging; null: never */
function samplesUntilHang(make: (at: number) => Partial<ProcessSample>, { most = 1_000, respondsEvery = 0, hasResponded = true } = {}) {
  const detector = new HangDetector();
  detector.sample(process);
  if (hasResponded) detector.responded();
  for (let at = 1; at <= most; at += 1) {
    if (detector.sample({ ...process, ...make(at) })) return at;
    if (respondsEvery > 0 && at % respondsEvery === 0) detector.responded();
  }
  return null;
}

describe('a process that doesn’t respond', () => {
  test('hangs once it has used up its patience in processor time', () => {
    expect(samplesUntilHang((at) => ({ cpuMs: at * 1_000 }))).toBe(hangLimits.cpuMs / 1_000);
  });

  test('gets more patience while it starts', () => {
    expect(samplesUntilHang((at) => ({ cpuMs: at * 1_000 }), { hasResponded: false })).toBe(hangLimits.startingCpuMs / 1_000);
  });

  test('isn’t blamed for a busy machine that gives it little processor time', () => {
    expect(samplesUntilHang((at) => ({ cpuMs: at * 10 }), { most: hangLimits.cpuMs / 10 - 1 })).toBeNull();
  });

  test('doesn’t hang as long as it responds now and then', () => {
    expect(samplesUntilHang((at) => ({ cpuMs: at * 1_000 }), { respondsEvery: 10 })).toBeNull();
  });

  test('hangs when it is stopped, or waits without doing anything', () => {
    expect(samplesUntilHang(() => ({ state: 'T' }))).toBe(hangLimits.stoppedSamples);
    expect(samplesUntilHang(() => ({ state: 'S' }))).toBe(hangLimits.idleSamples);
  });

  test('doesn’t hang while it waits for a disk, or for its turn on the processor', () => {
    expect(samplesUntilHang(() => ({ state: 'D' }))).toBeNull();
    expect(samplesUntilHang(() => ({ state: 'R' }))).toBeNull();
  });

  test('doesn’t hang in a debugger', () => {
    expect(samplesUntilHang((at) => ({ state: 't', cpuMs: at * 1_000 }))).toBeNull();
    expect(samplesUntilHang((at) => ({ cpuMs: at * 1_000, isTraced: true }))).toBeNull();
  });

  test('starts over with each process', () => {
    expect(samplesUntilHang((at) => ({ pid: at, cpuMs: 10_000 }))).toBeNull();
  });
});
