import { DAY_MS } from '@portage/primitives/durations';
import { expect, test } from 'vitest';
import { parseStepDataRetentionMs } from './step-data-days.ts';

test('the setting is a number of days, and an invalid one deletes nothing early', () => {
  expect(parseStepDataRetentionMs('0.5')).toBe(DAY_MS / 2);
  for (const days of [undefined, '', '0', '-3', 'seven', 'NaN', 'Infinity']) expect(parseStepDataRetentionMs(days)).toBe(30 * DAY_MS);
});
