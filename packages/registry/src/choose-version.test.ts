import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AREA_NAMES } from './areas.ts';
import { canaryBucket, chooseVersion } from './choose-version.ts';
import type { PublishedArea } from './published-registry.ts';

const version = (name: string) => ({
  version: name,
  entry: `/mfe/workflows/${name}/mf-manifest.json`,
  integrity: { manifest: 'sha256-a', remoteEntry: 'sha256-b' },
});
const withCanary = (percent: number): PublishedArea => ({ ...version('old'), canary: { ...version('new'), percent } });

/** Ids like those of accounts, the same in every run (SplitMix32). */
function userIds(count: number, seed: number): string[] {
  let state = seed;
  const next = () => {
    state = (state + 0x9e_37_79_b9) | 0;
    let value = Math.imul(state ^ (state >>> 16), 0x21_f0_aa_ad);
    value = Math.imul(value ^ (value >>> 15), 0x73_5a_2d_97);
    return ((value ^ (value >>> 15)) >>> 0).toString(16).padStart(8, '0');
  };
  return Array.from({ length: count }, () => {
    const hex = `${next()}${next()}${next()}${next()}`;
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  });
}

const computeShare = (area: string, ids: readonly string[], percent: number) =>
  (100 * ids.filter((id) => chooseVersion(area, withCanary(percent), id).version === 'new').length) / ids.length;

test.each([1, 5, 10, 25, 50, 75, 90, 99])('of 1,000 people %i percent get the canary, within 2 points', (percent) => {
  expect(Math.abs(computeShare('workflows', userIds(1_000, 7), percent) - percent)).toBeLessThanOrEqual(2);
});

test.each(AREA_NAMES)('among 100,000 people every percent of %s is distributed evenly', (area) => {
  const ids = userIds(100_000, 11);
  for (const percent of [1, 10, 37, 50, 90]) expect(Math.abs(computeShare(area, ids, percent) - percent)).toBeLessThan(0.5);
});

test('sequential ids are distributed just as evenly', () => {
  const ids = Array.from({ length: 100_000 }, (_, index) => `user-${index}`);
  for (const percent of [10, 50, 90]) expect(Math.abs(computeShare('admin', ids, percent) - percent)).toBeLessThan(0.5);
});

test('a person always has the same version, keeps the canary while its share grows, and areas distribute independently', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 98 }), (id, percent) => {
      const chosen = chooseVersion('workflows', withCanary(percent), id).version;
      expect(chooseVersion('workflows', withCanary(percent), id).version).toBe(chosen);
      if (chosen === 'new') expect(chooseVersion('workflows', withCanary(percent + 1), id).version).toBe('new');
    }),
  );
  const ids = userIds(10_000, 3);
  const both = ids.filter((id) => canaryBucket('workflows', id) < 50 && canaryBucket('admin', id) < 50).length;
  expect(Math.abs(both / 100 - 25)).toBeLessThan(2);
});

test('no one who is not signed in gets a canary, and without one everyone gets the live version', () => {
  expect(chooseVersion('workflows', withCanary(99), null).version).toBe('old');
  expect(chooseVersion('workflows', version('old'), 'somebody').version).toBe('old');
});
