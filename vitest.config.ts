import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';

/** The tests of pure code of all folders in one process, which loads what they share once: `npm run test:unit`. */
const configs = globSync('{*,packages/*}/vitest.config.ts', { cwd: import.meta.dirname, exclude: ['node_modules'] }).sort();

async function unitProjects(file: string): Promise<TestProjectInlineConfiguration[]> {
  const folder = dirname(file);
  const { default: config } = (await import(join(import.meta.dirname, file))) as { default: ViteUserConfig };
  const projects = (config.test?.projects ?? [config]) as TestProjectInlineConfiguration[];
  return projects
    .filter(({ test }) => test?.name === 'unit')
    .map(({ test }) => ({ root: join(import.meta.dirname, folder), test: { ...test, name: folder } }));
}

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({ test: { projects: (await Promise.all(configs.map(unitProjects))).flat() } });
