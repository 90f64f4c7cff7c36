import { expect, test } from 'vitest';
import { axisMarks } from './bar-scale.ts';

test('marks the axis with round whole numbers up to at least the highest bar', () => {
  expect(axisMarks(0)).toEqual([0, 1]);
  expect(axisMarks(3)).toEqual([0, 1, 2, 3]);
  expect(axisMarks(80)).toEqual([0, 20, 40, 60, 80]);
  expect(axisMarks(1755)).toEqual([0, 500, 1000, 1500, 2000]);
  for (const highest of [1, 7, 13, 99, 101, 12_345]) expect(axisMarks(highest).at(-1)).toBeGreaterThanOrEqual(highest);
});
