import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { afterAll, describe, expect, test } from 'vitest';

/** A tree that contains only this repository's lint rules. */
const tree = mkdtempSync(join(tmpdir(), 'portage-lint-'));
const configurations = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'biome.json', '**/biome.json'], {
  cwd: ROOT,
  encoding: 'utf8',
});
for (const configuration of configurations.trim().split('\n')) {
  mkdirSync(dirname(join(tree, configuration)), { recursive: true });
  copyFileSync(join(ROOT, configuration), join(tree, configuration));
}
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Whether lint refuses a file in this place with one import. */
function isRefused(place: string, imported: string): boolean {
  const file = join(tree, place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `import { thing } from '${imported}';\n\nconsole.log(thing);\n`);
  const args = ['lint', '--vcs-enabled=false', '--colors=off', '--only=style/noRestrictedImports', place];
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules', '.bin', 'biome'), args, { cwd: tree, encoding: 'utf8' });
  rmSync(file);
  const output = `${stdout}${stderr}`;
  // Any result other than "clean" or "this rule" would make the test meaningless.
  if (status !== 0 && !output.includes('noRestrictedImports')) throw new Error(output);
  return status !== 0;
}

describe('imports point one way', () => {
  test.each([
    ['mfe-billing/src/x.tsx', '@portage/mfe-workflows'],
    ['mfe-billing/src/x.tsx', '@portage/database'],
    ['mfe-billing/src/x.tsx', '../../mfe-workflows/src/app.tsx'],
    ['shell/src/x.ts', '@portage/edge-api'],
    ['edge-api/src/x.ts', '@portage/ui'],
    ['durable-runs/src/x.ts', '@portage/local/testing'],
    ['durable-runs/src/core/x.ts', '../storage/run-store.ts'],
    ['durable-runs/src/core/x.ts', '@portage/ui'],
    ['durable-runs/src/connection/x.ts', '../shard/run-engine.ts'],
    ['durable-runs/src/connection/x.ts', '../steps/registry.ts'],
    ['durable-runs/src/storage/x.ts', '../shard/active-run.ts'],
    ['durable-runs/src/http/x.ts', '../shard/active-run.ts'],
    ['durable-runs/src/views/x.ts', '../shard/active-run.ts'],
    ['durable-runs/src/shard/x.ts', '../views/run-reader.ts'],
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
    ['packages/area-build/src/x.ts', '@portage/registry'],
    ['packages/build-output/src/x.ts', '@portage/contracts'],
    ['packages/deploy-client/src/x.ts', '@portage/local/postgres'],
    ['packages/deploy-client/src/x.ts', '../../../tools/deploy/settings.ts'],
    ['local/src/start/x.ts', '../../../tools/build/targets.ts'],
    ['local/src/start/x.ts', '@portage/shell/area-loader'],
    ['shell/src/x.ts', '../../tools/build/targets.ts'],
    ['durable-runs/src/shard/x.ts', '../../../tools/build/targets.ts'],
    ['packages/ui/src/x.tsx', '@portage/area-kit'],
    ['packages/ui/src/x.tsx', '@portage/workflow'],
    ['tools/deploy/x.ts', '@portage/mfe-billing'],
    ['tools/deploy/x.ts', '../../local/src/start/settings.ts'],
    ['e2e/src/x.ts', '@portage/tools'],
    ['e2e/src/x.ts', '../../durable-runs/src/env.ts'],
    ['bench/src/x.ts', '../../edge-api/src/env.ts'],
  ])('%s may not import %s', (place, imported) => {
    expect(isRefused(place, imported)).toBe(true);
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
    ['durable-runs/src/steps/x.ts', '../connection/lease.ts'],
    ['durable-runs/src/steps/x.ts', '@portage/workflow'],
    ['durable-runs/src/run-shard.ts', '../views/run-reader.ts'],
    ['edge-api/src/x.test.ts', '@portage/local/testing'],
    ['packages/contracts/src/x.ts', '@portage/workflow'],
    ['packages/workflow/src/x.ts', '@portage/primitives/json'],
    ['durable-runs/src/core/x.ts', '@portage/primitives/durations'],
    ['mfe-billing/src/x.tsx', '@portage/primitives/json'],
  ])('%s may import %s', (place, imported) => {
    expect(isRefused(place, imported)).toBe(false);
  });
});
