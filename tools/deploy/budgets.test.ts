import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AREA_NAMES } from '@portage/registry';
import { describe, expect, it } from 'vitest';
import { mainTargets } from '../build/targets.ts';
import { CACHE } from '../build/workspace-root.ts';
import { type Bundle, readBundle } from './area/bundle.ts';
import { checkSize, sizeOf } from './area/check-size.ts';
import { readManifest } from './area/manifest.ts';
import { BUDGETS } from './budgets.ts';

const areas = mainTargets().flatMap(({ name, output }) => (name.startsWith('area ') ? [{ area: name.slice('area '.length), output }] : []));

describe('the budget of each area', () => {
  it('is written down for all of them, and for nothing else', () => {
    expect(Object.keys(BUDGETS).sort()).toEqual([...AREA_NAMES].sort());
    expect(areas.map(({ area }) => area)).toEqual([...AREA_NAMES].sort());
  });

  it.each(areas)('$area, as it is built, keeps to its own', async ({ area, output }) => {
    const version = basename(dirname(output));
    // Compressed already, by the build.
    const folder = join(CACHE, 'site', 'mfe', area, version);
    expect(existsSync(folder), `${area} ${version} is not built: npm run build`).toBe(true);
    const bundle = await readBundle(area, version, folder);
    const size = sizeOf(bundle, readManifest(bundle));
    expect(size.firstBytes).toBeGreaterThan(20_000);
    expect(size.totalBytes).toBeGreaterThanOrEqual(size.firstBytes);
    checkSize(area, size);
  });

  it('counts what a browser transfers: the compressed form where there is one, and no file twice', () => {
    const file = (path: string, bytes: number) => ({ path, content: Buffer.alloc(bytes), sha256: '' });
    const files = [file('a.js', 9_000), file('a.js.br', 3_000), file('b.png', 500), file('late.js', 100)];
    const bundle: Bundle = { area: 'billing', version: 'v1', files };
    expect(sizeOf(bundle, { name: '', shared: {}, firstFiles: ['a.js', 'b.png'] })).toEqual({ firstBytes: 3_500, totalBytes: 3_600 });
  });

  it('stops an area that weighs more, first or in all, and one without a budget', () => {
    const budget = { firstKb: 10, totalKb: 20 };
    expect(() => checkSize('x', { firstBytes: 10_000, totalBytes: 20_000 }, budget)).not.toThrow();
    expect(() => checkSize('x', { firstBytes: 10_001, totalBytes: 20_000 }, budget)).toThrow(/10\.0 KB before its first page/);
    expect(() => checkSize('x', { firstBytes: 10_000, totalBytes: 20_100 }, budget)).toThrow(
      /20\.1 KB in all \(brotli\), and its budget is 20\.0 KB/,
    );
    expect(() => checkSize('unknown', { firstBytes: 1, totalBytes: 1 })).toThrow(/no size budget/);
  });
});
