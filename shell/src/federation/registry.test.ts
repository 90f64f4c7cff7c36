import type { PublishedArea } from '@portage/registry';
import { canaryBucket } from '@portage/registry';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readRegistry } from './read-registry.ts';
import { AreaRegistry } from './registry.ts';

const origin = 'https://portage.example';
const integrity = { manifest: `sha256-${'A'.repeat(43)}=`, remoteEntry: `sha256-${'B'.repeat(43)}=` };
const published = (area: string, version: string): PublishedArea => ({
  version,
  entry: `/mfe/${area}/${version}/mf-manifest.json`,
  integrity,
});
const buildRegistry = (areas: Record<string, unknown>, changes: object = {}) => ({ revision: 1, areas, ...changes });

test('HOSTILE 35: entries outside the page’s own origin, or outside their own area and version, are left out', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const bad = {
    a: { ...published('a', 'v1'), entry: 'https://evil.example/mfe/a/v1/mf-manifest.json' },
    b: { ...published('b', 'v1'), entry: '//evil.example/mfe/b/v1/mf-manifest.json' },
    c: { ...published('c', 'v1'), entry: '/mfe/workflows/v1/mf-manifest.json' },
    d: { ...published('d', 'v1'), entry: '/mfe/d/v2/mf-manifest.json' },
    e: { ...published('e', 'v1'), version: '../..', entry: '/mfe/e/../../mf-manifest.json' },
    f: { ...published('f', 'v1'), entry: 'javascript:alert(1)' },
    g: { version: 1, entry: null },
    h: null,
    i: { ...published('i', 'v1'), entry: 'http://127.0.0.1:27101/mf-manifest.json' },
    j: { ...published('j', 'v1'), integrity: undefined },
    k: { ...published('k', 'v1'), integrity: { ...integrity, remoteEntry: '' } },
    l: { ...published('l', 'v1'), integrity: { ...integrity, manifest: 'sha256-short sha256-other' } },
  };
  const { areas } = readRegistry(buildRegistry({ ...bad, workflows: published('workflows', 'v1') }), { origin, allowDevelopment: true });
  expect(areas).toEqual({ workflows: published('workflows', 'v1') });
});

test('HOSTILE 35: only a development build of the shell runs an area from a development server, and the registry can’t choose its address', () => {
  const body = buildRegistry(
    { workflows: published('workflows', 'v1') },
    { development: { areas: ['workflows', '../x'], entry: 'https://evil.example/mf-manifest.json', version: '../x' } },
  );
  expect(readRegistry(body, { origin, allowDevelopment: false }).inDevelopment.versions).toEqual([]);
  expect(readRegistry(body, { origin, allowDevelopment: true }).inDevelopment.versions).toEqual([
    { area: 'workflows', version: 'dev', entry: '/mfe/workflows/dev/mf-manifest.json', integrity: null },
  ]);
  for (const development of [null, 'workflows', { areas: 'workflows' }, { areas: [7] }]) {
    expect(readRegistry(buildRegistry({}, { development }), { origin, allowDevelopment: true }).inDevelopment.versions).toEqual([]);
  }
});

test('HOSTILE 35: an area of another repository brings a plain label, and none for an address of Portage itself', async () => {
  const menus: unknown[] = [];
  const areas = {
    reports: { ...published('reports', 'v1'), menu: { label: 'All Reports' } },
    workflows: { ...published('workflows', 'v1'), menu: { label: 'Mine' } },
    signin: { ...published('signin', 'v1'), menu: { label: 'Sign in' } },
    zoo: { ...published('zoo', 'v1'), menu: { label: '<img src=x>' } },
  };
  const fetch = async () => Response.json(buildRegistry(areas));
  await new AreaRegistry({ origin, fetch, onOutsideAreas: (found) => menus.push(found) }).check();
  expect(menus).toEqual([[{ name: 'reports', label: 'All Reports' }]]);
});

test('only the people of a canary get it; if it is unusable, everyone gets the live version', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const ids = Array.from({ length: 200 }, (_, at) => `user-${at}`);
  const inside = ids.find((id) => canaryBucket('workflows', id) < 20) ?? null;
  const outside = ids.find((id) => canaryBucket('workflows', id) >= 20) ?? null;
  let userId: string | null = null;
  let canary: object = { ...published('workflows', 'v2'), percent: 20 };
  const fetch = async () => Response.json(buildRegistry({ workflows: { ...published('workflows', 'v1'), canary } }));
  const registry = new AreaRegistry({ origin, fetch, getUserId: () => userId });
  const versionFor = (id: string | null) => {
    userId = id;
    return registry.versionOf('workflows')?.version;
  };
  await registry.check();
  expect([versionFor(inside), versionFor(outside), versionFor(null)]).toEqual(['v2', 'v1', 'v1']);

  for (const bad of [{ ...canary, entry: 'https://evil.example/x' }, { ...canary, percent: '20' }, 7]) {
    canary = bad as object;
    await registry.check();
    expect(versionFor(inside)).toBe('v1');
  }
});

test('simultaneous callers share one request, and if the registry fails, the known entries stay', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(buildRegistry({ admin: published('admin', 'v1') })));
  const registry = new AreaRegistry({ origin, fetch });
  await Promise.all([registry.check(), registry.checkWithin(), registry.check()]);
  expect(fetch).toHaveBeenCalledTimes(1);

  for (const answer of [new Response('oops', { status: 500 }), new Response('<html>'), Response.json({ areas: 7 }), Response.json(null)]) {
    fetch.mockResolvedValueOnce(answer);
    await registry.check();
    expect(registry.versionOf('admin')?.version).toBe('v1');
  }
});

test('an earlier registry that arrives after a later one is ignored', async () => {
  const answers = [5, 4, 5, 6].map((revision) => buildRegistry({ admin: published('admin', `v${revision}`) }, { revision }));
  const registry = new AreaRegistry({ origin, fetch: async () => Response.json(answers.shift()) });
  const seen: unknown[] = [];
  for (let check = 0; check < 4; check += 1) {
    await registry.check();
    seen.push(registry.versionOf('admin')?.version);
  }
  expect(seen).toEqual(['v5', 'v5', 'v5', 'v6']);
});

test('nobody waits longer than the cap, and the late response still counts', async () => {
  let answer: (response: Response) => void = () => {};
  const registry = new AreaRegistry({ origin, fetch: () => new Promise((resolve) => (answer = resolve)) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isOver = false;
  const waiting = registry.checkWithin(50).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(49);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(registry.versionOf('admin')).toBeUndefined();

  answer(Response.json(buildRegistry({ admin: published('admin', 'v2') })));
  await registry.check();
  expect(registry.versionOf('admin')?.version).toBe('v2');
});

test('names that every object has aren’t areas', () => {
  expect(new AreaRegistry({ origin }).versionOf('constructor')).toBeUndefined();
});
