import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRsbuild, loadConfig, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import { areaConfig } from '../../../tools/area-build/area-config.ts';

const shellRoot = join(import.meta.dirname, '../..');
const fixtureRoot = join(import.meta.dirname, 'fixture-area');

export interface AreaBuild {
  area: string;
  version: string;
  renderFails?: boolean;
}

/** The shell as it is deployed, or (development) with hot reload in React. */
export async function buildShell(outDir: string, mode: 'production' | 'development' = 'production'): Promise<void> {
  const { content } = await loadConfig({ cwd: shellRoot });
  await build(mergeRsbuildConfig(content, { root: shellRoot, mode, output: { distPath: { root: outDir } } }));
}

/** One version of the fixture area, at `<areasDir>/<area>/<version>/`. */
export async function buildArea(areasDir: string, { area, version, renderFails = false }: AreaBuild): Promise<void> {
  await build(
    mergeRsbuildConfig(areaConfig({ area, version, root: fixtureRoot, developmentPort: 0 }), {
      mode: 'production',
      source: { define: { FIXTURE: JSON.stringify({ area, version, renderFails }) } },
      output: { distPath: { root: join(areasDir, area, version) } },
    }),
  );
}

async function build(rsbuildConfig: RsbuildConfig): Promise<void> {
  // React's packages choose their build by it, whatever the bundler's mode.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = rsbuildConfig.mode ?? 'production';
  try {
    const rsbuild = await createRsbuild({
      cwd: rsbuildConfig.root ?? shellRoot,
      callerName: 'rsbuild',
      rsbuildConfig: { ...rsbuildConfig, logLevel: 'error' },
    });
    await (await rsbuild.build()).close();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** A folder that goes away with the test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'portage-federation-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A copy of the fixture's source that a test may change. It lies in the workspace, so that imports resolve as usual. */
export function copyFixture(): { path: string; remove(): void } {
  const path = mkdtempSync(join(import.meta.dirname, '.fixture-copy-'));
  cpSync(fixtureRoot, path, { recursive: true });
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
