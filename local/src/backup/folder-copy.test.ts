import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { FolderCopy } from './folder-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'portage-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let from: string;
let to: string;
let copy: FolderCopy;
beforeEach(() => {
  from = mkdtempSync(join(folder, 'from-'));
  to = mkdtempSync(join(folder, 'to-'));
  mkdirSync(join(from, 'objects/deep'), { recursive: true });
  mkdirSync(join(from, 'logs'));
  copy = new FolderCopy(from, to, (path) => path !== 'logs');
});

/** Writes a file whose last change was a day ago, or at another time. */
function write(path: string, content: string, changedAt = new Date(Date.now() - 86_400_000)): void {
  writeFileSync(join(from, path), content);
  utimesSync(join(from, path), changedAt, changedAt);
}

const read = (path: string) => readFileSync(join(to, path), 'utf8');

test('copies every wanted file of every folder', () => {
  write('secrets.json', '{}');
  write('objects/deep/a', 'rows');
  write('logs/workers.log', 'line');
  copy.update();
  expect(copy.files()).toEqual([
    { path: 'objects/deep/a', size: 4 },
    { path: 'secrets.json', size: 2 },
  ]);
  expect(read('objects/deep/a')).toBe('rows');
});

test('a symbolic link is refused, because what it leads to would be missing from the backup', () => {
  symlinkSync(to, join(from, 'objects/elsewhere'));
  expect(() => copy.update()).toThrow(`${join(from, 'objects/elsewhere')} is a symbolic link`);
});

test('a later update copies what has changed, appeared or vanished', () => {
  write('objects/changed', 'before');
  write('objects/gone', 'x');
  copy.update();
  write('objects/changed', 'after!', new Date(Date.now() - 3_600_000));
  write('objects/new', 'new');
  rmSync(join(from, 'objects/gone'));
  copy.update();
  expect(copy.files().map(({ path }) => path)).toEqual(['objects/changed', 'objects/new']);
  expect(read('objects/changed')).toBe('after!');
});

test('a later update leaves a file alone that has not changed', () => {
  write('objects/a', 'rows');
  copy.update();
  writeFileSync(join(to, 'objects/a'), 'mark');
  copy.update();
  expect(read('objects/a')).toBe('mark');
});

test('a file written just before it was copied is copied again, even if its size and time stay the same', () => {
  const now = new Date();
  write('objects/a', 'one', now);
  copy.update();
  write('objects/a', 'two', now);
  copy.update();
  expect(read('objects/a')).toBe('two');
});
