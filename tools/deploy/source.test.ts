import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSource, requireNotOlder, type Source } from '@portage/deploy-client/area';
import { afterAll, expect, test, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'portage-source-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

test('a checkout says its commit, branch and changes, and a pipeline names itself', () => {
  expect(readSource(folder, {})).toBeNull();
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, 'a.txt'), 'a');
  git('add', '.');
  git('commit', '--quiet', '--message=First');
  const commit = git('rev-parse', 'HEAD');
  expect(readSource(folder, {})).toMatchObject({ commit, branch: 'main', isDirty: false, pipeline: null });

  writeFileSync(join(folder, 'a.txt'), 'b');
  const github = {
    GITHUB_REF_NAME: 'checkout-copy',
    GITHUB_RUN_ID: '7',
    GITHUB_SERVER_URL: 'https://git.example',
    GITHUB_REPOSITORY: 'a/b',
  };
  expect(readSource(folder, github)).toMatchObject({
    commit,
    branch: 'checkout-copy',
    isDirty: true,
    pipeline: 'https://git.example/a/b/actions/runs/7',
  });
  mkdirSync(join(folder, 'copy'));
  expect(readSource(join(folder, 'copy'), {})).toBeNull();
});

const source = (commit: string, committedAt: string): Source => ({
  commit: commit.repeat(40),
  committedAt,
  branch: 'main',
  isDirty: false,
  pipeline: null,
});
const [older, newer] = [source('a', '2026-11-29T10:00:00Z'), source('b', '2026-11-30T10:00:00Z')];

test('older code over newer is asked about, and refused where nobody can be asked', async () => {
  await expect(requireNotOlder('mfe-billing', newer, older, null)).rejects.toThrow(
    /^People have mfe-billing from bbbbbbb of main, which is newer than this checkout: aaaaaaa of main\. .*--older$/,
  );
  const ask = vi.fn(async () => false);
  await expect(requireNotOlder('mfe-billing', newer, older, ask)).rejects.toThrow(/Nothing was changed/);
  ask.mockResolvedValue(true);
  await requireNotOlder('mfe-billing', newer, older, ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('newer code, the same commit and unknown sources need no question', async () => {
  for (const [live, own] of [
    [older, newer],
    [newer, newer],
    [null, older],
    [newer, null],
  ] as const) {
    await requireNotOlder('mfe-billing', live, own, null);
  }
});
