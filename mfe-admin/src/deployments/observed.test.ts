import { expect, test } from 'vitest';
import { compareMounts, describeLoads, describeShared, describeTimes, type Observed } from './observed.ts';

const seen = (loads: number, p50Ms: number): Observed => ({ loads, failures: 0, load: null, mount: { p50Ms, p95Ms: 1_480 }, shared: [] });

test('a version’s loads, failures and times are said in words', () => {
  expect(describeLoads({ ...seen(1_234, 120), failures: 2 })).toBe('1,234 loads, 2 failures');
  expect(describeLoads(seen(1, 120))).toBe('1 load');
  expect(describeTimes(seen(1, 120).mount)).toBe('half within 120 ms, 95 % within 1.5 s');
  expect(describeTimes(null)).toBeNull();
});

test.each([
  [120, 100, '20 % slower than the version before'],
  [50, 100, '50 % faster than the version before'],
  [105, 100, 'as fast as the version before'],
])('a mount of %d ms after one of %d ms is %s', (now, before, words) => {
  expect(compareMounts(seen(20, now), seen(20, before))).toBe(words);
});

test('too few loads, or none, are not compared', () => {
  expect(compareMounts(seen(19, 900), seen(500, 100))).toBeNull();
  expect(compareMounts(seen(500, 900), seen(19, 100))).toBeNull();
  expect(compareMounts(seen(500, 900), null)).toBeNull();
});

test('a shared package says whose copy it is and why; a copy that only some loads got says how many', () => {
  const react = { package: 'react', version: '19.3.1', from: 'shell', loads: 10 } as const;
  expect(describeShared(react, '^19.3.0', 10)).toBe('react: the shell’s 19.3.1, because a page has one copy and ^19.3.0 is asked for');
  expect(describeShared({ ...react, from: 'area' }, '^20.0.0', 12)).toBe(
    'react: the area’s own 19.3.1, because the shell has none that fits ^20.0.0 (10 loads)',
  );
});
