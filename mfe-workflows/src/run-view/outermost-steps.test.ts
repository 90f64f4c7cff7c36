import { describe, expect, test } from 'vitest';
import { pageOfStep, stepsTitle } from './outermost-steps.ts';

const steps = Array.from({ length: 20 }, (_, at) => ({ place: `s${at}`, count: 1 }));
const loop = [
  { place: 'each', count: 1 },
  { place: 'each[]/big.Yes/tell', count: 5 },
];

describe('the title of the steps of a run', () => {
  test('is their number if each has its own row', () => {
    expect(stepsTitle(20, steps)).toBe('Steps (20)');
  });

  test('counts those in loops separately, so that it matches the pages below', () => {
    expect(stepsTitle(26, [...steps, ...loop])).toBe('Steps (21, and 5 in loops)');
  });

  test('is the total while the overview is older or newer than the run', () => {
    expect(stepsTitle(30, [...steps, ...loop])).toBe('Steps (30)');
  });
});

describe('the page with a step', () => {
  const groups = [...steps, ...loop, { place: 'each more', count: 1 }, { place: 'route.Yes/tell', count: 1 }];

  test('is that of its row, or of the loop that it ran in', () => {
    expect(
      ['s0', 's19', 'each', 'each[3]/big.Yes/tell', 'each more', 'route.Yes/tell'].map((path) => pageOfStep(path, groups, 20)),
    ).toEqual([1, 1, 2, 2, 2, 2]);
  });

  test('is the first for an unknown step', () => {
    expect([pageOfStep(null, groups, 20), pageOfStep('gone', groups, 20), pageOfStep('s1', [], 20)]).toEqual([1, 1, 1]);
  });
});
