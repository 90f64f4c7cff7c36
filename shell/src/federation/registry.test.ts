import { expect, test, vi } from 'vitest';
import { AreaRegistry, readVersions } from './registry.ts';

const origin = 'https://portage.example';
const entryOf = (area: string, version: string) => `/mfe/${area}/${version}/mf-manifest.json`;

test('HOSTILE 35: entries that do not lie on the page’s own origin, under their own area and version, are left out', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const bad = {
    a: { version: 'v1', entry: 'https://evil.example/mfe/a/v1/mf-manifest.json' },
    b: { version: 'v1', entry: '//evil.example/mfe/b/v1/mf-manifest.json' },
    c: { version: 'v1', entry: '/mfe/workflows/v1/mf-manifest.json' },
    d: { version: 'v1', entry: '/mfe/d/v2/mf-manifest.json' },
    e: { version: '../..', entry: '/mfe/e/../../mf-manifest.json' },
    f: { version: 'v1', entry: 'javascript:alert(1)' },
    g: { version: 1, entry: null },
    h: null,
    i: { version: 'v1', entry: 'http://127.0.0.1:27101/mf-manifest.json' },
  };
  const versions = readVersions(
    { areas: { ...bad, workflows: { version: 'v1', entry: entryOf('workflows', 'v1') } } },
    { origin, allowLoopback: false },
  );
  expect(versions).toEqual({ workflows: { version: 'v1', entry: '/mfe/workflows/v1/mf-manifest.json' } });
});

test('a development build of the shell also takes an area from this machine, and from nowhere else', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const areas = {
    workflows: { version: 'dev', entry: 'http://127.0.0.1:27101/mf-manifest.json' },
    admin: { version: 'dev', entry: 'http://127.0.0.1.evil.example/mf-manifest.json' },
  };
  expect(Object.keys(readVersions({ areas }, { origin, allowLoopback: true }))).toEqual(['workflows']);
});

test('callers at the same time share one request, and a registry that fails leaves what was known', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const fetch = vi.fn<typeof globalThis.fetch>(async () =>
    Response.json({ areas: { admin: { version: 'v1', entry: entryOf('admin', 'v1') } } }),
  );
  const registry = new AreaRegistry({ origin, fetch });
  await Promise.all([registry.check(), registry.checkWithin(), registry.check()]);
  expect(fetch).toHaveBeenCalledTimes(1);

  for (const answer of [new Response('oops', { status: 500 }), new Response('<html>'), Response.json({ areas: 7 }), Response.json(null)]) {
    fetch.mockResolvedValueOnce(answer);
    await registry.check();
    expect(registry.versionOf('admin')?.version).toBe('v1');
  }
});

test('nobody waits longer than the cap, and the late answer still counts', async () => {
  let answer: (response: Response) => void = () => {};
  const registry = new AreaRegistry({ origin, fetch: () => new Promise((resolve) => (answer = resolve)) });
  const startedAt = performance.now();
  await registry.checkWithin(50);
  expect(performance.now() - startedAt).toBeLessThan(250);
  expect(registry.versionOf('admin')).toBeUndefined();

  answer(Response.json({ areas: { admin: { version: 'v2', entry: entryOf('admin', 'v2') } } }));
  await registry.check();
  expect(registry.versionOf('admin')?.version).toBe('v2');
});

test('names that every object has are no areas', () => {
  expect(new AreaRegistry({ origin }).versionOf('constructor')).toBeUndefined();
});
