import { expect, test } from 'vitest';
import { timeRatio } from '../../../../tools/test-settings/time-ratio.ts';
import { toFile } from './file-value.ts';

test.each([
  (times: number) => `${'A'.repeat(times * 20)}!`,
  (times: number) => `data:${';'.repeat(times)}`,
  (times: number) => `{${' '.repeat(times * 10)}`,
])('HOSTILE: takes linear time for a long text that is almost a file', (textOf) => {
  const [short, long] = [textOf(50_000), textOf(400_000)];
  expect(
    timeRatio(
      () => toFile(long),
      () => toFile(short),
    ),
  ).toBeLessThan(32);
});
