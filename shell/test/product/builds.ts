import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areaConfig } from '@portage/area-build';
import { consumedModules } from '@portage/area-build/shared-modules';
import { createRsbuild, loadConfig, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';

const shellRoot = join(import.meta.dirname, '../..');
const fixtureRoot = join(import.meta.dirname, 'fixture-area');

export interface AreaBuild {
  area: string;
  version: string;
  renderFails?: boolean;
  /** Its first rendering never ends. */
  hangs?: boolean;
  /** Requires a different React from the shell's. */
  reactVersion?: string;
}

/** The shell as deployed, or (development) with hot reload in React. */
export async function buildShell(outDir: string, mode: 'production' | 'development' = 'production'): Promise<void> {
  const { content } = await loadConfig({ cwd: shellRoot });
  await build(mode, () => mergeRsbuildConfig(content, { root: shellRoot, mode, output: { distPath: { root: outDir } } }));
}

/** One version of the fixture area, at `<areasDir>/<area>/<version>/`. */
export async function buildArea(
  areasDir: string,
  { area, version, renderFails = false, hangs = false, reactVersion }: AreaBuild,
): Promise<void> {
  await build('production', () =>
    mergeRsbuildConfig(areaConfig({ area, version, root: fixtureRoot }), {
      mode: 'production',
      source: { define: { FIXTURE: JSON.stringify({ area, version, renderFails, hangs }) } },
      output: { distPath: { root: join(areasDir, area, version) } },
    }),
  );
  if (reactVersion) askForReact(join(areasDir, area, version), reactVersion);
}

/** Imitates a build against another React: in the manifest and in the entry's requests to the share scope. */
function askForReact(folder: string, range: string): void {
  const { react } = consumedModules(import.meta.filename);
  const installed = react?.requiredVersion ?? '';
  for (const file of ['mf-manifest.json', 'remoteEntry.js']) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!text.includes(installed)) throw new Error(`${file} asks for no React ${installed}`);
    writeFileSync(join(folder, file), text.replaceAll(installed, range));
  }
}

async function build(mode: 'production' | 'development', configure: () => RsbuildConfig): Promise<void> {
  // React's packages choose their build by it, whatever the bundler's mode, and so do the areas' configurations.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = mode;
  try {
    const rsbuildConfig = configure();
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

/** A folder that is deleted after the test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'portage-federation-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A copy of the fixture's source that a test may change. It is inside the workspace, so that imports resolve as usual. */
export function copyFixture(): { path: string; remove(): void } {
  const path = mkdtempSync(join(import.meta.dirname, '.fixture-copy-'));
  cpSync(fixtureRoot, path, { recursive: true });
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
