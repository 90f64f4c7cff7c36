import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { describe, expect, test } from 'vitest';
import { collectFolders } from '../build/workspaces.ts';
import { affectedBy } from './affected.ts';
import { isArea, readWorkspaces } from './workspace-graph.ts';

const workspaces = readWorkspaces(ROOT);
const AREAS = workspaces.map(({ folder }) => folder).filter(isArea);
const deployed = (...files: string[]) =>
  affectedBy(files, workspaces)
    .filter((one) => one.deploy)
    .map((one) => one.folder);
const tested = (...files: string[]) =>
  affectedBy(files, workspaces)
    .filter((one) => one.test)
    .map((one) => one.folder);

describe('what a change touches', () => {
  test('is one area, the tests that start the whole product and the bundle check, for a page of one area', () => {
    expect(deployed('mfe-billing/src/app.tsx')).toEqual(['mfe-billing']);
    expect(tested('mfe-billing/src/app.tsx')).toEqual(['e2e', 'mfe-billing', 'tools']);
  });

  test('is every area and the shell, for the design system', () => {
    expect(deployed('packages/ui/src/index.ts')).toEqual([...AREAS, 'shell']);
    expect(tested('packages/ui/src/index.ts')).not.toContain('durable-runs');
  });

  test('passes through packages that are built from others', () => {
    const touched = deployed('packages/workflow/src/index.ts');
    expect(touched).toEqual(expect.arrayContaining(['durable-runs', 'edge-api', 'mfe-workflows', 'mfe-billing']));
  });

  test('is the engine and nothing in the browser, for the sandbox', () => {
    expect(deployed('packages/sandbox/src/index.ts')).toEqual(['durable-runs']);
  });

  test.each(['docs/limits.md', 'README.md', 'mfe-billing/README.md', 'docs/guide/pictures/editor.webp', '.ci/run', '.gitignore'])(
    'is nothing, for %s',
    (file) => {
      expect(affectedBy([file], workspaces)).toEqual([]);
    },
  );

  test('is the tests of tools and nothing to deploy, for lint rules', () => {
    expect(deployed('biome.json')).toEqual([]);
  });

  test('is only the tests next to it, for a changed test', () => {
    expect(deployed('packages/ui/src/x/x.test.tsx', 'shell/test/session/y.ts')).toEqual([]);
    expect(tested('packages/ui/src/x/x.test.tsx', 'shell/test/session/y.ts')).toEqual(['packages/ui', 'shell']);
  });

  test('is the tests of workspaces that only test with it, for the local stack', () => {
    expect(deployed('local/src/testing/test-database.ts')).toEqual([]);
    expect(tested('local/src/testing/test-database.ts')).toEqual(
      expect.arrayContaining(['durable-runs', 'edge-api', 'packages/database', 'e2e']),
    );
  });

  test('is everything, for package versions', () => {
    expect(affectedBy(['package-lock.json'], workspaces)).toHaveLength(workspaces.length);
    expect(deployed('package-lock.json')).toEqual([...AREAS, 'shell', 'durable-runs', 'edge-api'].sort());
    expect(affectedBy(['package.json'], workspaces)).toHaveLength(workspaces.length);
    expect(deployed('package.json')).toEqual([]);
  });

  test('is the areas and the shell, for how areas are built', () => {
    expect(deployed('packages/area-build/src/area-config.ts')).toEqual([...AREAS, 'shell']);
    expect(deployed('tools/deploy/main.ts')).toEqual([]);
    expect(tested('tools/deploy/table.ts')).toEqual(['e2e', 'tools']);
    expect(tested('tools/deploy/deploy.test.ts', 'tools/affected/affected.ts')).toEqual(['e2e', 'tools']);
  });
});

test('is all tests and nothing to deploy, for the settings of all tests', () => {
  expect(deployed('tools/test-settings/projects.ts')).toEqual([]);
  expect(tested('tools/test-settings/projects.ts')).toEqual(
    workspaces
      .filter(({ hasTests }) => hasTests)
      .map(({ folder }) => folder)
      .sort(),
  );
});

describe('the graph', () => {
  test('covers at least the build’s hash inputs, so that no version changes unnoticed', () => {
    for (const folder of [...AREAS, 'shell', 'edge-api', 'durable-runs']) {
      for (const part of collectFolders(folder)) expect(deployed(`${part}/src/index.ts`), `${part} goes into ${folder}`).toContain(folder);
    }
  });

  test('has an edge for every import that leaves a workspace', () => {
    const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
    const ownerOf = (file: string) =>
      workspaces.filter(({ folder }) => file.startsWith(`${folder}/`)).sort((a, b) => b.folder.length - a.folder.length)[0];
    const missing = new Set<string>();
    for (const file of files) {
      const owner = ownerOf(file);
      if (!owner) continue;
      for (const [, imported = ''] of readFile(file).matchAll(/^(?:import|export)\b[^'";]*?from '([^']+)'/gm)) {
        const target = imported.startsWith('.')
          ? ownerOf(join(dirname(file), imported))
          : workspaces.find(({ packageName }) => packageName && (imported === packageName || imported.startsWith(`${packageName}/`)));
        if (!target || target === owner) continue;
        const isKnown = [...owner.uses, ...owner.usesInTests].some(
          (folder) => folder === target.folder || folder.startsWith(`${target.folder}/`),
        );
        if (!isKnown) missing.add(`${owner.folder} -> ${target.folder} (${file})`);
      }
    }
    expect([...missing]).toEqual([]);
  });
});

function readFile(file: string): string {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch {
    // Git lists the file, but it was just removed.
    return '';
  }
}
