import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRsbuild, type Rspack } from '@rsbuild/core';
import { expect, test } from 'vitest';
import { areaConfig } from './area-config.ts';

test('two builds of the same sources are identical: no id depends on the order in which modules are read', () => {
  const { tools } = areaConfig({ area: 'billing', root: import.meta.dirname, version: 'v1' });
  const config: Rspack.Configuration = { plugins: [], output: {}, optimization: { minimize: true } };
  const change = tools?.rspack as unknown as (config: Rspack.Configuration) => void;
  change(config);
  // Rspack's default, compact-hashed, numbers colliding ids in the order in which they arrive.
  expect(config.optimization).toEqual({ minimize: true, moduleIds: 'deterministic', chunkIds: 'deterministic' });
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
