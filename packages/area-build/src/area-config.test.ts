import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createRsbuild, type RsbuildConfig, type Rspack } from '@rsbuild/core';
import { expect, test, vi } from 'vitest';
import { areaConfig } from './area-config.ts';

test('two builds of the same sources are identical: no id depends on the order in which modules are read', () => {
  const { tools } = areaConfig({ area: 'billing', root: import.meta.dirname, version: 'v1' });
  const config: Rspack.Configuration = { plugins: [], output: {}, optimization: { minimize: true } };
  const change = tools?.rspack as unknown as (config: Rspack.Configuration) => void;
  change(config);
  // Rspack's default, compact-hashed, numbers colliding ids in the order in which they arrive.
  expect(config.optimization).toEqual({ minimize: true, moduleIds: 'deterministic', chunkIds: 'deterministic' });
});

test('versions of the same code have the same files, except for manifest and entry', async () => {
  const root = mkdtempSync(join(import.meta.dirname, '.area-'));
  vi.stubEnv('NODE_ENV', 'production');
  try {
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src/app.tsx'), "import './x.module.css'; export const later = () => import('./later.ts');");
    writeFileSync(join(root, 'src/later.ts'), "export const later = 'later';");
    writeFileSync(join(root, 'src/x.module.css'), `.a { background: url('./a.woff2') }`);
    writeFileSync(join(root, 'src/a.woff2'), 'x'.repeat(20_000));
    const read = async (version: string) => {
      const rsbuildConfig: RsbuildConfig = { ...areaConfig({ area: 'billing', root, version }), mode: 'production', logLevel: 'silent' };
      const rsbuild = await createRsbuild({ cwd: root, callerName: 'test', rsbuildConfig });
      await (await rsbuild.build()).close();
      const folder = join(root, 'dist', version);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      return new Map(
        files.map((file) => [relative(folder, join(file.parentPath, file.name)), readFileSync(join(file.parentPath, file.name), 'utf8')]),
      );
    };
    const [one, two] = [await read('v1'), await read('v2')];
    expect([...two.keys()].sort()).toEqual([...one.keys()].sort());
    const differing = [...one.keys()].filter((file) => one.get(file) !== two.get(file));
    expect(differing.sort()).toEqual(['mf-manifest.json', 'mf-stats.json', 'remoteEntry.js']);
    expect([...one.keys()].filter((file) => file.startsWith('shared/')).map((file) => file.replace(/\.\w{10}(?=\.)/, ''))).toEqual(
      expect.arrayContaining([
        'shared/js/async/__federation_expose_app.js',
        'shared/css/async/__federation_expose_app.css',
        'shared/font/a.woff2',
      ]),
    );
    const manifest = JSON.parse(two.get('mf-manifest.json') ?? '');
    expect(manifest.metaData.publicPath).toBe('/mfe/billing/v2/');
    expect(manifest.exposes[0].assets.js.sync[0]).toMatch(/^\.\.\/shared\/js\/async\//);
  } finally {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true, force: true });
  }
});

/** Builds an area of these files below `src`. @returns what the build complained about */
async function buildProblems(files: Record<string, string>): Promise<string> {
  // Inside the workspace, so that imports resolve as usual.
  const root = mkdtempSync(join(import.meta.dirname, '.area-'));
  try {
    mkdirSync(join(root, 'src'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'src', name), text);
    const rsbuild = await createRsbuild({
      cwd: root,
      callerName: 'test',
      rsbuildConfig: { ...areaConfig({ area: 'billing', root, version: 'v1' }), mode: 'production', logLevel: 'silent' },
    });
    let problems = '';
    rsbuild.onAfterBuild(({ stats }) => {
      problems = JSON.stringify(stats?.toJson({ all: false, errors: true }).errors);
    });
    await rsbuild.build().then(
      ({ close }) => close(),
      (error: unknown) => {
        problems += String(error);
      },
    );
    return problems;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const app = (styles: string) => `import * as styles from '${styles}'; export const bootstrap = styles;`;

test('refuses a style sheet that would apply to every area, and says what to do', async () => {
  expect(await buildProblems({ 'app.tsx': app('./x.css'), 'x.css': 'h1 { color: red }' })).toMatch(
    /x\.css would style every area of the page.*rename it to x\.module\.css/,
  );
});

test('accepts a CSS module, but no selector without a class of it', async () => {
  expect(await buildProblems({ 'app.tsx': app('./x.module.css'), 'x.module.css': '.title h1 { color: red }' })).toBe('[]');
  expect(await buildProblems({ 'app.tsx': app('./x.module.css'), 'x.module.css': 'h1 { color: red }' })).toMatch(/h1.*is not pure/);
});
