import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { readDeployment, readRegistry, saysSomewhere } from './deployed.ts';
import { copyWorkTree, type WorkTreeCopy } from './work-tree-copy.ts';

describe('two teams that deploy at once', () => {
  let stack: Stack;
  let env: Record<string, string>;
  const copies: WorkTreeCopy[] = [];
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    stack = await startStack({ dataDir, port: await freePort() });
    cleanups.push(() => stack.stop());
    copies.push(copyWorkTree(), copyWorkTree());
    for (const copy of copies) cleanups.push(() => copy.remove());
    env = { PORTAGE_URL: stack.baseUrl, PORTAGE_DATA_DIR: dataDir };
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  /** Starts both teams' deploys at the same moment, without a look at their sources, which takes longest. */
  const deployBoth = (...workspaces: [string, string]) =>
    Promise.all(workspaces.map((name, at) => (copies[at] as WorkTreeCopy).npm(env, 'run', 'deploy', '-w', name, '--', '--anyway')));

  test('lose nothing of two areas', async () => {
    const before = await readRegistry(stack);
    copies[0]?.change('mfe-billing/src/gift-cards/gift-card-list-page.tsx', 'No gift cards yet', 'No cards of the first team yet');
    copies[1]?.change('mfe-playbooks/src/app.tsx', 'createArea({', "createArea({ ...(document.title === 'second team' ? {} : null),");
    const ends = await deployBoth('mfe-billing', 'mfe-playbooks');
    for (const { code, output } of ends) expect(code, output).toBe(0);
    const after = await readRegistry(stack);
    expect(after.billing?.version).not.toBe(before.billing?.version);
    expect(after.playbooks?.version).not.toBe(before.playbooks?.version);
    expect({ ...after, billing: null, playbooks: null }).toEqual({ ...before, billing: null, playbooks: null });
    expect(await saysSomewhere(stack, after.billing as never, 'No cards of the first team yet')).toBe(true);
    expect(await saysSomewhere(stack, after.playbooks as never, 'second team')).toBe(true);
  });

  test('lose nothing of one area: one version is live, the other is the one it replaced, and the history has both', async () => {
    const before = await readDeployment(stack, 'billing');
    copies[0]?.change('mfe-billing/src/gift-cards/gift-card-list-page.tsx', 'No cards of the first team yet', 'No cards of here yet');
    copies[1]?.change('mfe-billing/src/gift-cards/gift-card-list-page.tsx', 'No gift cards yet', 'No cards of there yet');
    const ends = await deployBoth('mfe-billing', 'mfe-billing');
    for (const { code, output } of ends) expect(code, output).toBe(0);
    const after = await readDeployment(stack, 'billing');
    expect(after.revision).toBe(before.revision + 2);
    const [last, first] = after.history.filter(({ action }) => action === 'Deployed');
    expect(last).toMatchObject({ version: after.live, fromVersion: after.previous });
    expect(first).toMatchObject({ version: after.previous, fromVersion: before.live });
    const versions = ends.map(({ output }) => /mfe-billing (\w{12}) is live/.exec(output)?.[1]);
    expect([after.live, after.previous].sort()).toEqual(versions.sort());
    // Both are complete: the other one can be made live at once.
    expect(await copies[0]?.npm(env, 'run', 'rollback', '-w', 'mfe-billing')).toMatchObject({ code: 0 });
    expect((await readRegistry(stack)).billing?.version).toBe(after.previous);
  });

  test('deploy the very same version: its bytes are the same in any folder, it exists once, and both learn that it is live', async () => {
    for (const copy of copies) {
      copy.write('mfe-billing/src/the-same.ts', "export const theSame = 'the same in both trees';\n");
      const page = 'mfe-billing/src/gift-cards/gift-card-list-page.tsx';
      copy.change(page, copy === copies[0] ? 'No cards of here yet' : 'No cards of there yet', 'No cards of both yet');
    }
    copies[1]?.change('mfe-playbooks/src/app.tsx', "createArea({ ...(document.title === 'second team' ? {} : null),", 'createArea({');
    const ends = await deployBoth('mfe-billing', 'mfe-billing');
    for (const { code, output } of ends) expect(code, output).toBe(0);
    const { live, versions, history } = await readDeployment(stack, 'billing');
    for (const { output } of ends) expect(output).toContain(`mfe-billing ${live} is live`);
    expect(versions.filter(({ version }) => version === live)).toHaveLength(1);
    expect(history.filter(({ action, version }) => action === 'Deployed' && version === live)).toHaveLength(1);
    expect(await saysSomewhere(stack, (await readRegistry(stack)).billing as never, 'No cards of both yet')).toBe(true);
    const [first, second] = copies.map(({ root }) => filesIn(join(root, 'mfe-billing/dist', String(live))));
    expect(first).toEqual(second);
  });
});

/** The hash of each file below a folder, by its path. */
function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}
