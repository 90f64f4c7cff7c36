import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { helpPathAt } from './help-place.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The addresses in an area's routes. */
function readRoutes(area: string): string[] {
  const text = readFileSync(join(ROOT, area, 'src/routes.tsx'), 'utf8');
  return [...text.matchAll(/path="(\/[^"]*)"/g)].map(([, path = '']) => path.replaceAll(/:\w+/g, 'x'));
}

const areas = ['mfe-admin', 'mfe-billing', 'mfe-connectors', 'mfe-playbooks', 'mfe-workflows'];
const account = ['', '/password', '/sessions', '/alerts', '/api-keys', '/quota'].map((section) => `/account${section}`);
const pages = [...areas.flatMap(readRoutes), ...account];
/** Addresses that the guide doesn't cover. */
const WITHOUT = ['/gift-cards', '/gift-cards/x', '/admin', '/admin/audit', '/admin/deployments'];

test('the question mark of every page leads to a matching page of the guide, and to an existing anchor', () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => helpPathAt(page) === '/help').toSorted()).toEqual(WITHOUT.toSorted());
  for (const page of pages) {
    const [, name = '', anchor] = /^\/help\/?([^#]*)#?(.*)$/.exec(helpPathAt(page)) ?? [];
    const file = join(ROOT, `docs/guide/${name || 'README'}.md`);
    expect([page, existsSync(file)]).toEqual([page, true]);
    const anchors = [...readFileSync(file, 'utf8').matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    if (anchor) expect([page, anchors.includes(anchor)]).toEqual([page, true]);
  }
});

test('a longer address is matched before its prefix, and only whole segments count', () => {
  expect(helpPathAt('/run-history/alerts')).toBe('/help/alerts');
  expect(helpPathAt('/run-history/approvals')).toBe('/help/steps#wait-for-approval');
  expect(helpPathAt('/run-history/')).toBe('/help/runs');
  expect(helpPathAt('/workflows/1/edit')).toBe('/help/steps');
  expect(helpPathAt('/billing-of-others')).toBe('/help');
  expect(helpPathAt('/help/runs')).toBe('/help');
});
