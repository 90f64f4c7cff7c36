import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../build/workspace-root.ts';

/** What lint says of a file that does not exist, at that place, with one import. */
function lint(place: string, imported: string) {
  const { status, stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'biome'),
    ['lint', '--colors=off', `--stdin-file-path=${place}`],
    { cwd: ROOT, input: `import { thing } from '${imported}';\nconsole.log(thing);\n`, encoding: 'utf8' },
  );
  return { status, isRefused: `${stdout}${stderr}`.includes('noRestrictedImports') };
}

describe('imports point one way', () => {
  it.each([
    ['mfe-billing/src/x.tsx', '@portage/mfe-workflows'],
    ['mfe-billing/src/x.tsx', '@portage/database'],
    ['mfe-billing/src/x.tsx', '../../mfe-workflows/src/app.tsx'],
    ['shell/src/x.ts', '@portage/edge-api'],
    ['edge-api/src/x.ts', '@portage/ui'],
    ['durable-runs/src/x.ts', '@portage/local/testing'],
    ['packages/workflow/src/x.ts', '@portage/contracts'],
    ['packages/workflow/src/x.ts', 'react'],
    ['packages/connectors/src/x.ts', 'cloudflare:workers'],
    ['packages/connectors/src/x.ts', 'node:crypto'],
    ['packages/contracts/src/x.ts', '@portage/database'],
    ['packages/database/src/x.ts', '@portage/edge-api'],
    ['packages/ui/src/x.tsx', '@portage/shell'],
    ['packages/ui/src/x.tsx', '../../../edge-api/src/index.ts'],
  ])('%s may not import %s', (place, imported) => {
    expect(lint(place, imported)).toEqual({ status: 1, isRefused: true });
  });

  it.each([
    ['mfe-billing/src/x.tsx', '@portage/ui'],
    ['shell/src/x.ts', '@portage/ui/base'],
    ['edge-api/src/x.ts', '@portage/contracts/calls'],
    ['durable-runs/src/x.ts', '@portage/sandbox'],
    ['edge-api/src/x.test.ts', '@portage/local/testing'],
    ['packages/contracts/src/x.ts', '@portage/workflow'],
  ])('%s may import %s', (place, imported) => {
    expect(lint(place, imported)).toMatchObject({ isRefused: false });
  });
});
