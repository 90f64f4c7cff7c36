import { MINUTE_MS } from '@portage/primitives/durations';
import { expect, test } from 'vitest';
import { database } from '../../../test/rows.ts';
import { countAttempt, forgetAttempts, uncountAttempt } from './rate-limits.ts';

// Far in the future, out of reach of tests that delete expired rows.
const at = (minute: number) => new Date(Date.UTC(2100, 0, 1, 0, minute));

test('simultaneous attempts are all counted', async () => {
  const key = crypto.randomUUID();
  const counts = await Promise.all(Array.from({ length: 20 }, () => countAttempt(database(), key, MINUTE_MS, at(0))));
  expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test('an expired window starts again, and attempts don’t extend it', async () => {
  const key = crypto.randomUUID();
  const count = (minute: number) => countAttempt(database(), key, 10 * MINUTE_MS, at(minute));
  expect(await count(0)).toEqual({ count: 1, windowEndsAt: at(10) });
  expect(await count(9)).toEqual({ count: 2, windowEndsAt: at(10) });
  expect(await count(10)).toEqual({ count: 1, windowEndsAt: at(20) });
  await forgetAttempts(database(), key);
  expect(await count(11)).toEqual({ count: 1, windowEndsAt: at(21) });
});

test('an attempt that is taken back makes room for one more, never for two', async () => {
  const key = crypto.randomUUID();
  const count = async () => (await countAttempt(database(), key, MINUTE_MS, at(0))).count;
  await uncountAttempt(database(), key);
  expect([await count(), await count()]).toEqual([1, 2]);
  await uncountAttempt(database(), key);
  expect(await count()).toBe(2);
  for (let time = 0; time < 3; time += 1) await uncountAttempt(database(), key);
  expect(await count()).toBe(1);
});
