import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isUnit, readProjects } from './tools/test-settings/folder-projects.ts';
import { unit } from './tools/test-settings/projects.ts';

const folders = globSync('{*,packages/*}/vitest.config.ts', { cwd: import.meta.dirname, exclude: ['node_modules'] })
  .map(dirname)
  .sort();

async function readUnitFiles(folder: string): Promise<string[]> {
  const projects = await readProjects(folder);
  return projects.filter(isUnit).flatMap(({ test }) => (test?.include ?? []).map((files) => join(folder, files)));
}

/** The tests of pure code of all folders in one project, which loads what they share once: `npm run test:unit`. */
// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({ test: { ...unit, include: (await Promise.all(folders.map(readUnitFiles))).flat() } });
