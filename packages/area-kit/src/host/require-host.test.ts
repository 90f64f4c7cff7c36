import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requireHost } from './require-host.ts';

const declared = ['--portage-canvas', '--portage-text'];
const host = Object.fromEntries(
  ['api', 'session', 'queryClient', 'navigate', 'setPageTitle', 'notify', 'guardLeaving', 'openSocket', 'uploadFile', 'streamEvents'].map(
    (name) => [name, () => {}],
  ),
);

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => (declared.includes(name) ? 'red' : '') }));
});
afterEach(() => vi.unstubAllGlobals());

test('a page that has every service and color is accepted, and may have more', () => {
  expect(() => requireHost({ ...host, added: () => {} }, ['var(--portage-canvas)'])).not.toThrow();
});

test('a page of an older shell is refused, naming the services and colors that it lacks', () => {
  const { streamEvents: _, ...older } = host;
  expect(() => requireHost(older, ['var(--portage-text)', 'var(--portage-added)'])).toThrow(
    'it was built for host.streamEvents, --portage-added, which this page doesn’t have',
  );
});
