import { expect, test } from 'vitest';
import { compareSets, describeSetPart } from './compare-sets.ts';
import { compareVersions } from './compare-versions.ts';

const part = (name: string, live: string, canary: { version: string; percent: number } | null = null) => ({ name, live, canary });

test('two sets differ in the parts whose live version or canary differs', () => {
  const from = [part('admin', 'a1'), part('billing', 'b1'), part('shell', 's1')];
  const to = [part('admin', 'a1'), part('billing', 'b1', { version: 'b2', percent: 10 }), part('workflows', 'w1')];
  expect(compareSets(from, to)).toEqual([
    { name: 'billing', from: from[1], to: to[1] },
    { name: 'shell', from: from[2], to: null },
    { name: 'workflows', from: null, to: to[2] },
  ]);
  expect(compareSets(to, structuredClone(to))).toEqual([]);
  expect(describeSetPart(to[1] ?? null)).toBe('b1 (canary b2 for 10 %)');
});

test('two versions name their commits, and what was not committed', () => {
  const version = { sizeBrotliBytes: 1, contractVersion: '7', shared: {}, files: [] };
  const source = { commit: 'a1b2c3d4'.repeat(5), branch: 'main', isDirty: false };
  expect(compareVersions(version, { ...version, source: { ...source, isDirty: true } })).toEqual([
    'Commit: none → a1b2c3d of main, with uncommitted changes',
  ]);
  expect(compareVersions({ ...version, source }, { ...version, source: { ...source } })).toEqual([]);
});

test('two versions differ in size, contract, packages and files', () => {
  const version = { sizeBrotliBytes: 88_100, contractVersion: '7', shared: { react: '^19.0.0', old: '^1.0.0' }, files: [] };
  const file = (path: string, sha256: string) => ({ path, sha256 });
  const from = { ...version, files: [file('a.js', '1'), file('a.js.br', '2'), file('b.js', '3')] };
  const to = {
    ...version,
    sizeBrotliBytes: 90_000,
    shared: { react: '^19.1.0', fresh: '^2.0.0' },
    files: [file('a.js', '9'), file('a.js.br', '8'), file('c.js', '7')],
  };
  expect(compareVersions(from, to)).toEqual([
    'Size: 88.1 KB → 90.0 KB',
    'fresh: none → ^2.0.0',
    'old: ^1.0.0 → none',
    'react: ^19.0.0 → ^19.1.0',
    'Files: 1 added, 1 removed, 1 changed',
  ]);
  expect(compareVersions(from, { ...from })).toEqual([]);
});
