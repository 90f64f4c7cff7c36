import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { AREA_NAMES } from '@portage/registry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockWithWorkspace } from './edits.ts';
import { makeArea } from './new-area.ts';

const READ = ['packages/registry/src/areas.ts', 'shell/src/services/menu.ts', 'package-lock.json', 'mfe-billing'];
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portage-new-area-'));
  for (const path of READ) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(ROOT, path), join(root, path), { recursive: true, filter: (from) => !/node_modules|dist/.test(from) });
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('writes the workspace and adds one line to each table, also for a second area', async () => {
  makeArea(root, { name: 'reports', label: 'All Reports' });
  makeArea(root, { name: 'zoo', label: 'Zoo' });
  expect(JSON.parse(read('mfe-reports/package.json'))).toMatchObject({
    name: '@portage/mfe-reports',
    scripts: { deploy: expect.stringContaining('mfe-reports') },
  });
  // Others would be reported as unused.
  expect(Object.keys(JSON.parse(read('mfe-reports/package.json')).dependencies)).toEqual([
    '@portage/area-build',
    '@portage/area-kit',
    '@portage/ui',
    'react',
    'react-dom',
    'react-router',
  ]);
  expect(read('mfe-reports/src/reports-page.tsx')).toContain('title="All Reports"');
  expect(read('mfe-reports/rsbuild.config.ts')).toContain("area: 'reports'");
  for (const file of ['README.md', 'src/app.tsx', 'src/routes.tsx', 'src/routes.test.tsx']) {
    expect(read(`mfe-reports/${file}`)).not.toMatch(/billing|gift/i);
  }
  const { AREAS } = (await import(join(root, 'packages/registry/src/areas.ts'))) as { AREAS: Record<string, object> };
  expect(Object.keys(AREAS)).toEqual([...AREA_NAMES, 'reports', 'zoo'].sort());
  expect(AREAS.reports).toMatchObject({ prefixes: ['/reports'], firstPage: '/reports' });
  const menu = read('shell/src/services/menu.ts');
  expect(menu).toContain(
    "  { label: 'All Reports', path: '/reports', icon: 'page' },\n  { label: 'Zoo', path: '/zoo', icon: 'page' },\n];",
  );
  expect(JSON.parse(read('package-lock.json')).packages['node_modules/@portage/mfe-reports']).toEqual({
    resolved: 'mfe-reports',
    link: true,
  });
});

test('leaves the rest of the lock file as npm wrote it', () => {
  const text = read('package-lock.json');
  const lock = JSON.parse(text) as { packages: Record<string, never> };
  const billing = lock.packages['mfe-billing'];
  if (!billing) throw new Error('The lock file knows no mfe-billing.');
  expect(lockWithWorkspace(text, 'mfe-billing', billing)).toBe(text);
});

test.each([
  ['billing', /is taken/],
  ['api', /is taken/],
  ['shell', /is taken/],
  ['stats', /is taken/],
  ['', /lower-case letters/],
  ['Reports', /lower-case letters/],
  ['../x', /lower-case letters/],
  ['a-b', /lower-case letters/],
])('refuses the name "%s" and writes nothing', (name, says) => {
  const before = READ.filter((path) => path !== 'mfe-billing').map(read);
  expect(() => makeArea(root, { name, label: 'X' })).toThrow(says);
  expect(READ.filter((path) => path !== 'mfe-billing').map(read)).toEqual(before);
  if (/^[a-z]+$/.test(name) && name !== 'billing') expect(existsSync(join(root, `mfe-${name}`))).toBe(false);
});

test.each(["It's", 'a<b', '', '{x}'])('refuses the label "%s", which can’t appear in a page unchanged', (label) => {
  expect(() => makeArea(root, { name: 'reports', label })).toThrow(/label/);
});
