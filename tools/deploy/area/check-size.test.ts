import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CACHE, ROOT } from '@portage/build-output';
import { type Bundle, checkSize, computeBundleSize, readBundle, readManifest } from '@portage/deploy-client';
import { AREA_NAMES, AREAS } from '@portage/registry';
import { describe, expect, test } from 'vitest';
import { mainTargets } from '../../build/targets.ts';
import { toDeployedArea } from '../deployable.ts';

const areas = AREA_NAMES.map((area) => ({ area, output: mainTargets().find(({ name }) => name === `area ${area}`)?.output ?? '' }));

describe('the budget of each area', () => {
  test('exists for every area’s folder: the registry names all of them', () => {
    const folders = readdirSync(ROOT).filter((name) => name.startsWith('mfe-'));
    expect(folders.toSorted()).toEqual(AREA_NAMES.map((area) => `mfe-${area}`));
  });

  test.each(areas)('$area, as built, stays within its own budget', async ({ area, output }) => {
    const version = basename(dirname(output));
    // The build already compressed it.
    const folder = join(CACHE, 'site', 'mfe', area, version);
    expect(existsSync(folder), `${area} ${version} is not built: npm run build`).toBe(true);
    const bundle = await readBundle(area, version, folder);
    const size = computeBundleSize(bundle, readManifest(bundle));
    expect(size.firstBytes).toBeGreaterThan(20_000);
    expect(size.totalBytes).toBeGreaterThanOrEqual(size.firstBytes);
    checkSize(toDeployedArea(area), size);
  });

  test('counts what a browser transfers: the compressed form if there is one, and no file twice', () => {
    const file = (path: string, bytes: number) => ({ path, content: Buffer.alloc(bytes), sha256: '' });
    const files = [file('a.js', 9_000), file('a.js.br', 3_000), file('b.png', 500), file('late.js', 100)];
    const bundle: Bundle = { area: 'billing', version: 'v1', files };
    expect(computeBundleSize(bundle, { name: '', shared: {}, firstFiles: ['a.js', 'b.png'] })).toEqual({
      firstBytes: 3_500,
      totalBytes: 3_600,
    });
  });

  test('stops an area that is too heavy at first load or in total; each area has its own default', () => {
    const small = { ...toDeployedArea('billing'), budget: { firstKb: 10, totalKb: 20 } };
    expect(() => checkSize(small, { firstBytes: 10_000, totalBytes: 20_000 })).not.toThrow();
    expect(() => checkSize(small, { firstBytes: 10_001, totalBytes: 20_000 })).toThrow(/10\.0 KB before its first page/);
    expect(() => checkSize(small, { firstBytes: 10_000, totalBytes: 20_100 })).toThrow(
      /20\.1 KB in all \(brotli\), and its budget is 20\.0 KB/,
    );
    const { totalKb } = AREAS.billing.budget;
    expect(() => checkSize(toDeployedArea('billing'), { firstBytes: 1, totalBytes: (totalKb + 1) * 1000 })).toThrow(
      /packages\/registry\/src\/areas\.ts/,
    );
  });
});
