import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileCacheOf } from './compile-cache.mjs';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'portage-compile-cache-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

test('code compiled for one lock file stays, and is removed with the next lock file', () => {
  const first = compileCacheOf(parent, 'a'.repeat(64));
  writeFileSync(join(first, 'compiled'), '');
  expect(compileCacheOf(parent, 'a'.repeat(64))).toBe(first);
  expect(existsSync(join(first, 'compiled'))).toBe(true);

  const second = compileCacheOf(parent, 'b'.repeat(64));
  expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([second]);
});

test('what Node stored before each lock file had a folder is also removed', () => {
  mkdirSync(join(parent, 'v24.0.0-x64-0000-0', 'nested'), { recursive: true });
  const folder = compileCacheOf(parent, 'c'.repeat(64));
  expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([folder]);
});
