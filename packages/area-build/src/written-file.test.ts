import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rspack } from '@rsbuild/core';
import { afterEach, expect, test } from 'vitest';
import { writtenFileRule } from './written-file.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Watches a folder with one module, and stores the result of each build. */
async function watch(patienceMs: number) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'portage-watch-')));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, 'source.js');
  writeFileSync(source, 'globalThis.text = "first";');
  const compiler = rspack({
    context: folder,
    mode: 'development',
    devtool: false,
    entry: source,
    output: { path: join(folder, 'built') },
    module: { rules: [writtenFileRule(patienceMs)] },
  });
  const built: string[] = [];
  const watching = compiler.watch({ aggregateTimeout: 0 }, () => {
    built.push(/text = "(.*)"/.exec(readFileSync(join(folder, 'built/main.js'), 'utf8'))?.[1] ?? '');
  });
  cleanups.push(() => new Promise<void>((resolve) => watching?.close(() => compiler.close(() => resolve()))));
  await expect.poll(() => built).toContain('first');
  return { source, built };
}

test('doesn’t build a file that an editor has emptied but not yet written', async () => {
  const { source, built } = await watch(60_000);
  writeFileSync(source, '');
  // An impatient build would read the empty file now.
  await sleep(300);
  writeFileSync(source, 'globalThis.text = "second";');
  await expect.poll(() => built).toContain('second');
  expect(built).not.toContain('');
});

test('builds a file that stays empty', async () => {
  const { source, built } = await watch(50);
  writeFileSync(source, '');
  await expect.poll(() => built).toContain('');
});
