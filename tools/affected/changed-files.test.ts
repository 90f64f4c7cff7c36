import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedFiles } from './changed-files.ts';

const root = mkdtempSync(join(tmpdir(), 'portage-affected-'));
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root });
const write = (file: string, text = file) => writeFileSync(join(root, file), text);
const commit = (message: string) => {
  git('add', '-A');
  git('commit', '-qm', message);
};
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(() => {
  git('init', '-q', '-b', 'main');
  for (const file of ['kept', 'renamed from', 'changed']) write(file);
  write('.gitignore', 'ignored\n');
  commit('first');
  git('checkout', '-qb', 'work');
  renameSync(join(root, 'renamed from'), join(root, 'renamed to'));
  commit('work');
  git('checkout', '-q', 'main');
  write('elsewhere');
  commit('meanwhile');
  git('checkout', '-q', 'work');
  write('changed', 'anew');
  write('new');
  write('ignored');
});

test('lists what a branch changed since it left another, committed or not, and leaves out the other’s later changes', () => {
  expect(changedFiles('main', root)).toEqual(['changed', 'new', 'renamed from', 'renamed to']);
});

test('lists only uncommitted changes since HEAD', () => {
  expect(changedFiles('HEAD', root)).toEqual(['changed', 'new']);
});

test('passes on git’s message about an unknown name', () => {
  expect(() => changedFiles('nothing-of-that-name', root)).toThrow(/nothing-of-that-name/);
  expect(() => changedFiles('--output=/tmp/x', root)).toThrow();
});
