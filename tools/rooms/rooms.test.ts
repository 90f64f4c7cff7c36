import { describe, expect, test } from 'vitest';
import { readFolderMap } from './folder-map.ts';
import { findFolderProblems } from './folder-problems.ts';
import { findWorkspaceProblems } from './workspace-problems.ts';

const importing = (path: string, ...imported: string[]) => ({
  path,
  text: imported.map((name) => `import { x } from '${name}';\n`).join(''),
});

describe('imports between workspaces point one way', () => {
  test.each([
    ['mfe-billing/src/x.tsx', '@portage/mfe-workflows'],
    ['mfe-billing/src/x.tsx', '@portage/database'],
    ['mfe-billing/src/x.tsx', '../../mfe-workflows/src/app.tsx'],
    ['shell/src/x.ts', '@portage/edge-api'],
    ['edge-api/src/x.ts', '@portage/ui'],
    ['durable-runs/src/x.ts', '@portage/local/testing'],
    ['durable-runs/src/core/x.ts', '@portage/ui'],
    ['packages/workflow/src/x.ts', '@portage/contracts'],
    ['packages/primitives/src/x.ts', '@portage/workflow'],
    ['packages/workflow/src/x.ts', 'react'],
    ['packages/connectors/src/x.ts', 'cloudflare:workers'],
    ['packages/connectors/src/x.ts', 'node:crypto'],
    ['packages/sync/src/x.ts', '@portage/database'],
    ['packages/sync/src/x.ts', 'node:crypto'],
    ['mfe-playbooks/src/x.ts', '@portage/playbooks'],
    ['packages/playbooks/src/x.ts', '@portage/contracts'],
    ['packages/playbooks/src/x.ts', 'node:crypto'],
    ['packages/registry/src/x.ts', '@portage/contracts'],
    ['packages/registry/src/x.ts', 'node:crypto'],
    ['packages/contracts/src/x.ts', '@portage/database'],
    ['packages/database/src/x.ts', '@portage/edge-api'],
    ['packages/ui/src/x.tsx', '@portage/shell'],
    ['packages/ui/src/x.tsx', '@portage/script-editor/scripts'],
    ['packages/script-editor/src/x.tsx', '@portage/contracts'],
    ['packages/mapping-editor/src/x.tsx', '@portage/contracts'],
    ['packages/ui/src/x.tsx', '@portage/mapping-editor'],
    ['packages/ui/src/x.tsx', '../../../edge-api/src/index.ts'],
    ['packages/area-build/src/x.ts', '@portage/contracts'],
    ['packages/build-output/src/x.ts', '@portage/contracts'],
    ['packages/deploy-client/src/x.ts', '@portage/local/postgres'],
    ['packages/deploy-client/src/x.ts', '../../../tools/deploy/settings.ts'],
    ['local/src/start/x.ts', '../../../tools/build/targets.ts'],
    ['local/src/start/x.ts', '@portage/shell/env'],
    ['shell/src/x.ts', '../../tools/build/targets.ts'],
    ['durable-runs/src/shard/x.ts', '../../../tools/build/targets.ts'],
    ['packages/ui/src/x.tsx', '@portage/area-kit'],
    ['packages/ui/src/x.tsx', '@portage/workflow'],
    ['tools/deploy/x.ts', '@portage/mfe-billing'],
    ['tools/deploy/x.ts', '../../local/src/start/settings.ts'],
    ['e2e/src/x.ts', '@portage/tools'],
    ['e2e/src/x.ts', '../../durable-runs/src/env.ts'],
    ['bench/src/x.ts', '../../edge-api/src/env.ts'],
  ])('%s may not import %s', (path, imported) => {
    expect(findWorkspaceProblems(importing(path, imported))).toHaveLength(1);
  });

  test.each([
    ['mfe-billing/src/x.tsx', '@portage/ui'],
    ['mfe-billing/src/x.tsx', '@portage/area-kit'],
    ['mfe-admin/src/x.tsx', '@portage/script-editor/documents'],
    ['packages/script-editor/src/x.tsx', '@portage/ui'],
    ['mfe-playbooks/src/x.tsx', '@portage/mapping-editor'],
    ['mfe-playbooks/src/x.ts', '@portage/playbooks/wizard'],
    ['packages/mapping-editor/src/x.tsx', '@portage/connectors/schema'],
    ['shell/src/x.ts', '@portage/ui/base'],
    ['shell/src/x.ts', '@portage/area-kit/base'],
    ['tools/deploy/x.ts', '@portage/local/postgres'],
    ['local/src/start/x.ts', '@portage/deploy-client'],
    ['e2e/src/deploy/x.ts', '../../../tools/test-settings/projects.ts'],
    ['shell/src/x.ts', '@portage/registry'],
    ['edge-api/src/x.ts', '@portage/contracts/calls'],
    ['edge-api/src/x.ts', '@portage/registry'],
    ['durable-runs/src/x.ts', '@portage/sandbox'],
    ['durable-runs/src/steps/x.ts', '@portage/workflow'],
    ['edge-api/src/x.test.ts', '@portage/local/testing'],
    ['packages/contracts/src/x.ts', '@portage/workflow'],
    ['packages/workflow/src/x.ts', '@portage/primitives/json'],
    ['durable-runs/src/core/x.ts', '@portage/primitives/durations'],
    ['mfe-billing/src/x.tsx', '@portage/primitives/json'],
  ])('%s may import %s', (path, imported) => {
    expect(findWorkspaceProblems(importing(path, imported))).toEqual([]);
  });
});

describe('imports between folders follow the map', () => {
  const README =
    '# App\n\n```\napp.ts       the entry\npages/, lists/  what people see\n  parts/     of pages\nstore/       what is stored\n```\n';
  const all = ['pages/a.ts', 'lists/parts/a.ts', 'lists/more/a.ts', 'store/a.ts'];
  const find = (...files: ReturnType<typeof importing>[]) => {
    const readme = README;
    const others = all.map((path) => importing(`app/src/${path}`));
    return findFolderProblems({ name: 'app', readme, files: [...others, ...files], hasFolder: () => false });
  };

  test('a map lists folders from the top down, and folders of a folder below it', () => {
    expect(readFolderMap(README)).toEqual(['pages', 'lists', 'lists/parts', 'store']);
    expect(readFolderMap('```\nnpm start\n```\n')).toBeNull();
  });

  test('a folder imports what the map lists further down, and nothing further up', () => {
    expect(find(importing('app/src/pages/b.ts', '../lists/b.ts', '../store/a.ts'))).toEqual(['app/README.md: the map lacks lists/more/']);
    expect(find(importing('app/src/store/b.ts', '../pages/a.ts'))).toContain(
      'app/src/store/b.ts imports pages/a.ts: the map in app/README.md has pages/ above store/',
    );
  });

  test('tests may import from anywhere', () => {
    expect(find(importing('app/src/store/b.test.ts', '../pages/a.ts'))).toEqual(['app/README.md: the map lacks lists/more/']);
  });

  test('the map can’t list a folder that doesn’t exist', () => {
    const files = [importing('app/src/pages/a.ts'), importing('app/src/lists/a.ts')];
    const problems = findFolderProblems({ name: 'app', readme: README, files, hasFolder: () => false });
    expect(problems).toEqual(['lists/parts', 'store'].map((folder) => `app/README.md: the map lists ${folder}/, which does not exist`));
  });

  test('folders without a map do not import each other in circles', () => {
    const files = [
      importing('app/src/pages/one/a.ts', '../two/a.ts'),
      importing('app/src/pages/two/a.ts', '../three/a.ts'),
      importing('app/src/pages/three/a.ts', '../one/a.ts'),
    ];
    const readme = '```\npages/\n```\n';
    const problems = findFolderProblems({ name: 'app', readme, files, hasFolder: () => false });
    expect(problems).toEqual([expect.stringContaining('pages/one/a.ts imports pages/two/a.ts')]);
  });
});
