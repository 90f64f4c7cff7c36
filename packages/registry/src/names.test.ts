import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileKey, findContentType, findDeploymentKind, isFilePath, isVersion } from './names.ts';

test.each([
  'mf-manifest.json',
  'remoteEntry.js',
  'remoteEntry.js.br',
  'static/js/async/lib-router.35a2500646.js',
  'static/font/codicon.ttf',
])('%s is a valid file of an area', (path) => {
  expect(isFilePath(path)).toBe(true);
});

test.each([
  '',
  '/a.js',
  'a//b.js',
  '../a.js',
  'a/../b.js',
  '.a.js',
  'a/.b.js',
  'a.js/',
  'a',
  'a.exe',
  'a.br',
  'a.constructor',
  'a\\b.js',
  'a b.js',
  'ä.js',
  'a.js\n',
])('HOSTILE 35: %j is not', (path) => {
  expect(isFilePath(path)).toBe(false);
});

test('HOSTILE 35: no accepted text leads out of its version or the files that versions share', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(shared\/)?[\w./\\%~@-]{0,30}(\.js)?$/), (path) => {
      if (!isFilePath(path)) return;
      const { pathname } = new URL(`/${fileKey('admin', 'v1', path)}`, 'https://portage.example');
      expect(pathname).toBe(path.startsWith('shared/') ? `/mfe/admin/${path}` : `/mfe/admin/v1/${path}`);
    }),
    { numRuns: 5_000 },
  );
});

test('a compressed file has the type of its uncompressed file', () => {
  expect(findContentType('a.css.br')).toBe(findContentType('a.css'));
  expect(findContentType('a.toString')).toBeNull();
});

test('unknown names and versions are recognized', () => {
  expect([findDeploymentKind('workflows'), findDeploymentKind('shell'), findDeploymentKind('constructor'), findDeploymentKind('')]).toEqual(
    ['area', 'worker', null, null],
  );
  expect(['a1', 'shared', '__proto__', 'a-b', 'a.b', '', 'a'.repeat(65)].map((version) => isVersion('area', version))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(['3f1c-9a', '1.2.3', '-x', '../x'].map((version) => isVersion('worker', version))).toEqual([true, true, false, false]);
});
